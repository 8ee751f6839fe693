import { z } from 'zod';
import { tellLanguage } from '#engine/answers/check-language.ts';
import type { SubmitRequest } from '#engine/submit-request.ts';
import { checkTargetSchema } from '#schema/check-wire.ts';
import { type GroundedSentence, groundingSchema, spanSchema } from '#schema/runs/grounding.ts';
import { type SentenceOpinion, sentenceOpinionsSchema, withoutOpinion } from '#schema/runs/opinions.ts';
import { checkerAnswers } from '#schema/settings.ts';
import { chooseRoute } from './choose-route.ts';
import type { CheckOrder, CheckPorts } from './ports.ts';
import { nameTarget } from './target-name.ts';

/** What a check reads beside the source. */
export const checkSubjectSchema = z.object({
  target: checkTargetSchema,
  text: z.string(),
  textHash: z.string(),
  /** By rules alone. */
  grounding: groundingSchema,
  passages: z.array(spanSchema),
  /** What is asked, with the numbers of the passages that belong to each. */
  sentences: z.array(spanSchema.extend({ passages: z.array(z.int().nonnegative()) })),
  /** Earlier opinions on other sentences, which stay. */
  kept: sentenceOpinionsSchema,
  answers: z.enum(checkerAnswers),
  /** The text was just corrected by a model, and is not corrected again by itself. */
  isAfterRepair: z.boolean(),
});
export type CheckSubject = z.infer<typeof checkSubjectSchema>;

interface Choice {
  /**
   * `undecided`: those that rules cannot decide. `unseen`: those that no model has checked. `new`: those for which both
   * is true.
   */
  which: 'new' | 'undecided' | 'unseen' | 'all';
  isAfterRepair?: boolean;
}

type PlanPorts = Pick<CheckPorts, 'models' | 'getSettings' | 'textWork' | 'hash'>;

/** The run that checks a summary; null: there is nothing to check, or no model that can. */
export async function planCheck(
  ports: PlanPorts,
  order: CheckOrder,
  { which, isAfterRepair = false }: Choice,
): Promise<SubmitRequest | null> {
  const { target, source, text, sourceText, trigger, runId } = order;
  const asked = order.grounding.sentences.filter((sentence) => isAsked(sentence, which));
  if (asked.length === 0) return null;
  const route = await chooseRoute(ports, 'check');
  if (route.length === 0) return null;
  const { passages, ofClaim } = await ports.textWork.run('choosePassages', [
    sourceText,
    asked.map(({ start, end, support }) => ({ text: text.slice(start, end), support })),
    {
      language: (await tellLanguage(sourceText)) ?? undefined,
      summaryLanguage: (await tellLanguage(text)) ?? undefined,
    },
  ]);
  const { check } = await ports.getSettings();
  const grounding = { ...order.grounding, sentences: order.grounding.sentences.map(withoutOpinion) };
  delete grounding.check;
  const textHash = ports.hash(text);
  const subject: CheckSubject = {
    target,
    text,
    textHash,
    grounding,
    passages: passages.map(({ start, end }) => ({ start, end })),
    sentences: asked.map(({ start, end }, index) => ({ start, end, passages: ofClaim[index] ?? [] })),
    kept: order.grounding.sentences.filter((sentence) => !asked.includes(sentence)).flatMap(opinionOf),
    answers: check.answers,
    isAfterRepair,
  };
  return {
    taskType: 'check',
    source,
    agentId: 'check',
    trigger,
    route,
    runId,
    parameters: { target: nameTarget(target), textHash },
    input: { sourceText, subject },
  };
}

function isAsked(sentence: GroundedSentence, which: Choice['which']): boolean {
  if (which === 'all') return true;
  if (which === 'unseen') return sentence.opinion === undefined;
  if (withoutOpinion(sentence).state !== 'undecided') return false;
  return which === 'undecided' || sentence.opinion === undefined;
}

/** As it was given, from the sentence it was merged into. */
export function opinionOf({ opinion, flags, start, end }: GroundedSentence): SentenceOpinion[] {
  if (opinion === undefined) return [];
  const { rules: _, ...given } = opinion;
  const flag = flags.find(({ kind }) => kind === 'claim');
  const isWhole = flag === undefined || (flag.start === start && flag.end === end);
  const wrong = isWhole ? null : { start: flag.start, end: flag.end };
  return [{ start, end, opinion: given, wrong }];
}
