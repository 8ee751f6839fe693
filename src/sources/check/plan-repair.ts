import { z } from 'zod';
import type { SubmitRequest } from '#engine/submit-request.ts';
import { checkTargetSchema } from '#schema/check-wire.ts';
import { type GroundedSentence, groundingSchema, spanSchema } from '#schema/runs/grounding.ts';
import { chooseRoute } from './choose-route.ts';
import type { CheckOrder, CheckPorts } from './ports.ts';
import { nameTarget } from './target-name.ts';

/** What a correction reads beside the source. */
export const repairSubjectSchema = z.object({
  target: checkTargetSchema,
  text: z.string(),
  textHash: z.string(),
  /** With the opinions of a model, if it has any. */
  grounding: groundingSchema,
  /** The contradicted sentences, and where the source says otherwise. */
  sentences: z.array(spanSchema.extend({ passages: z.array(spanSchema) })),
});
export type RepairSubject = z.infer<typeof repairSubjectSchema>;

/** The run that corrects a summary; null: nothing is contradicted, or no model can. */
export async function planRepair(
  ports: Pick<CheckPorts, 'models' | 'getSettings' | 'hash' | 'textWork'>,
  { target, source, text, grounding, sourceText, trigger, runId }: CheckOrder,
): Promise<SubmitRequest | null> {
  const wrong = grounding.sentences.filter(({ state }) => state === 'contradicted');
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

/** The source's own words for what is wrong come first. */
const mostPassages = 6;

function decidingPlaces({ flags, opinion, support }: GroundedSentence) {
  return [...flags.flatMap(({ source }) => source ?? []), ...(opinion?.passages ?? []), ...support];
}
