import { z } from 'zod';
import { tellLanguage } from '#engine/answers/check-answer.ts';
import type { SubmitRequest } from '#engine/define-task.ts';
import { AppError } from '#schema/app-error.ts';
import type { ModelProfileId } from '#schema/ids.ts';
import { summaryRoute } from '#schema/named-in-settings.ts';
import { type CheckTarget, checkTargetSchema } from '#schema/runs/check-wire.ts';
import { type GroundedSentence, groundingSchema, isConflict, spanSchema } from '#schema/runs/grounding.ts';
import {
  modelOf,
  type SentenceOpinion,
  sentenceOpinionsSchema,
  sentenceVerdictSchema,
  verdictOf,
  withoutOpinion,
} from '#schema/runs/opinions.ts';
import type { Run } from '#schema/runs/run.ts';
import { checkerAnswers, type Settings } from '#schema/settings.ts';
import type { CheckOrder, CheckPorts } from './ports.ts';

/** The input of a check, besides the source. */
export const checkSubjectSchema = z.object({
  target: checkTargetSchema,
  text: z.string(),
  textHash: z.string(),
  /** The verdicts of the rules alone. */
  grounding: groundingSchema,
  passages: z.array(spanSchema),
  /** The sentences to check, with the indexes of their passages in `passages`. */
  sentences: z.array(spanSchema.extend({ passages: z.array(z.int().nonnegative()) })),
  /** Earlier opinions on other sentences, which are kept. */
  kept: sentenceOpinionsSchema,
  /** What a person says, which decides what is corrected after the check. */
  verdicts: z.array(sentenceVerdictSchema).default([]),
  answers: z.enum(checkerAnswers),
  /** True if a model just corrected the text, which is then not corrected again automatically. */
  isAfterRepair: z.boolean(),
});
export type CheckSubject = z.infer<typeof checkSubjectSchema>;

interface Choice {
  /** `unseen`: sentences that no model has checked. */
  which: 'unseen' | 'all';
  isAfterRepair?: boolean;
}

type PlanPorts = Pick<CheckPorts, 'models' | 'getSettings' | 'textWork' | 'hash'>;

/** The run that checks a summary, or null if there is nothing to check or no model that can. */
export async function planCheck(
  ports: PlanPorts,
  order: CheckOrder,
  { which, isAfterRepair = false }: Choice,
): Promise<SubmitRequest | null> {
  const { target, source, text, sourceText, trigger, runId } = order;
  const asked = order.grounding.sentences.filter(({ opinion }) => which === 'all' || opinion === undefined);
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
    kept: order.grounding.sentences
      .filter((sentence) => !asked.includes(sentence))
      .flatMap(opinionOf)
      .map((one) => ({
        ...one,
        opinion: { ...one.opinion, model: modelOf(one.opinion, order.grounding.check) },
      })),
    verdicts: order.grounding.sentences.flatMap(verdictOf),
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

/** A sentence's opinion as the model gave it, before it was merged with the verdict of the rules. */
export function opinionOf({ opinion, flags, start, end }: GroundedSentence): SentenceOpinion[] {
  if (opinion === undefined) return [];
  const { rules: _, ...given } = opinion;
  const flag = flags.find(({ kind }) => kind === 'claim');
  const isWhole = flag === undefined || (flag.start === start && flag.end === end);
  const wrong = isWhole ? null : { start: flag.start, end: flag.end };
  return [{ start, end, opinion: given, wrong }];
}

export function nameTarget({ kind, id }: CheckTarget): string {
  return `${kind}:${id}`;
}

export function targetOf({ parameters }: Pick<Run, 'parameters'>): CheckTarget {
  const [kind, ...id] = String(parameters.target).split(':');
  return checkTargetSchema.parse({ kind, id: id.join(':') });
}

type Purpose = 'check' | 'repair';

/** The models that check or correct, in the order they are tried. Empty if only the offline model is available. */
export async function chooseRoute(
  { models, getSettings }: Pick<CheckPorts, 'models' | 'getSettings'>,
  purpose: Purpose,
): Promise<ModelProfileId[]> {
  const able: ModelProfileId[] = [];
  for (const id of chosenOf(await getSettings(), purpose)) {
    // A model that cannot be opened now stays in the route, so that its run reports why it failed.
    const opened = await models.open(id).catch(() => null);
    if (opened?.profile.provider !== 'builtin') able.push(id);
  }
  return able;
}

function chosenOf({ check, summaryAgent }: Settings, purpose: Purpose): ModelProfileId[] {
  const chosen = purpose === 'check' ? check.modelProfileId : check.repairModelProfileId;
  return chosen === null ? summaryRoute(summaryAgent) : [chosen];
}

export function noModel(purpose: Purpose): AppError {
  const what = purpose === 'check' ? 'check sentences' : 'correct sentences';
  return new AppError(
    'model_not_configured',
    `The offline model cannot ${what}. Add a model under Settings → Models.`,
  );
}

/** The input of a correction, besides the source. */
export const repairSubjectSchema = z.object({
  target: checkTargetSchema,
  text: z.string(),
  textHash: z.string(),
  /** Includes the opinions of a model, if there are any. */
  grounding: groundingSchema,
  /** The contradicted sentences, and the passages where the source says otherwise. */
  sentences: z.array(spanSchema.extend({ passages: z.array(spanSchema) })),
});
export type RepairSubject = z.infer<typeof repairSubjectSchema>;

/** The run that corrects a summary, or null if nothing is contradicted or no model can correct. */
export async function planRepair(
  ports: Pick<CheckPorts, 'models' | 'getSettings' | 'hash' | 'textWork'>,
  { target, source, text, grounding, sourceText, trigger, runId }: CheckOrder,
): Promise<SubmitRequest | null> {
  const wrong = grounding.sentences.filter(({ state }) => isConflict(state));
  if (wrong.length === 0) return null;
  const route = await chooseRoute(ports, 'repair');
  if (route.length === 0) return null;
  const { passages, ofClaim } = await ports.textWork.run('choosePassages', [
    sourceText,
    wrong.map((sentence) => ({
      text: text.slice(sentence.start, sentence.end),
      support: decidingPlaces(sentence),
    })),
  ]);
  const textHash = ports.hash(text);
  const subject: RepairSubject = {
    target,
    text,
    textHash,
    grounding,
    sentences: wrong.map((sentence, index) => ({
      start: sentence.start,
      end: sentence.end,
      passages: (ofClaim[index] ?? [])
        .slice(0, mostPassages)
        .flatMap((at) => passages[at] ?? [])
        .map(({ start, end }) => ({ start, end })),
    })),
  };
  return {
    taskType: 'repair',
    source,
    agentId: 'repair',
    trigger,
    route,
    runId,
    parameters: { target: nameTarget(target), textHash },
    input: { sourceText, subject },
  };
}

const mostPassages = 6;

function decidingPlaces({ flags, opinion, support }: GroundedSentence) {
  return [...flags.flatMap(({ source }) => source ?? []), ...(opinion?.passages ?? []), ...support];
}

/** The run that follows a new summary: a check if the settings ask for one, otherwise a correction, or null. */
export async function planAfter(
  ports: Pick<CheckPorts, 'models' | 'getSettings' | 'textWork' | 'hash'>,
  order: CheckOrder,
): Promise<SubmitRequest | null> {
  const { mode, repair } = (await ports.getSettings()).check;
  const checked = mode === 'off' ? null : await planCheck(ports, order, { which: 'unseen' });
  return checked ?? (repair ? planRepair(ports, order) : null);
}
