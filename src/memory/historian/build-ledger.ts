import { collectEntities } from '#memory/historian/entities/collect-entities.ts';
import { describeTurn } from '#memory/historian/turns/describe-turn.ts';
import { readSteps, type Step } from '#memory/historian/turns/read-steps.ts';
import { cut, flatten } from '#memory/historian/turns/shorten.ts';
import type {
  Entity,
  EntityAction,
  HistorianState,
  StepError,
  SummarizeOutput,
} from '#schema/conversations/conversation.ts';
import { isQuestion } from '#text/extraction/statements.ts';
import { splitSentences } from '#text/sentences/sentences.ts';

/** Of an error's message and of a suggestion: the ledger is read by programs, and kept. */
const maxTextCharacters = 500;

type Deltas = Omit<SummarizeOutput, 'turn_summary' | 'next_step_suggestion'>;

/** The audit ledger of a turn, from what its steps report; no model is asked. */
export function buildLedger(state: HistorianState): SummarizeOutput {
  const steps = readSteps(state);
  const entities = collectEntities(state, steps);
  const named = (action: EntityAction): Entity[] => entities.get(action) ?? [];
  const deltas: Deltas = {
    entities_created: named('created'),
    entities_updated: named('updated'),
    entities_deleted: named('deleted'),
    artifacts_generated: countGenerated(steps),
    artifacts_saved: countSaved(steps),
    errors: steps.flatMap(errorsOf),
  };
  const suggestion = suggestNext(state.final_response);
  return {
    turn_summary: describeTurn(deltas, state),
    ...deltas,
    ...(suggestion === null ? {} : { next_step_suggestion: suggestion }),
  };
}

function countGenerated(steps: readonly Step[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { metadata } of steps) {
    if (metadata.step_type !== 'generate') continue;
    const { artifacts } = metadata;
    if (Array.isArray(artifacts)) {
      for (const artifact of artifacts) add(counts, typeOf(artifact) ?? metadata.subdomain ?? 'item', 1);
    } else {
      for (const [type, made] of Object.entries(artifacts ?? {})) add(counts, type, sizeOf(made));
    }
  }
  return Object.fromEntries(counts);
}

function countSaved(steps: readonly Step[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { metadata, operations } of steps) {
    for (const { action, type, records, count } of operations) {
      if (action !== 'created') continue;
      const around = type ?? metadata.subdomain ?? 'item';
      for (const record of records) add(counts, typeOf(record) ?? around, 1);
      if (records.length === 0) add(counts, around, count);
    }
  }
  return Object.fromEntries(counts);
}

function add(counts: Map<string, number>, type: string, count: number): void {
  if (count > 0) counts.set(type, (counts.get(type) ?? 0) + count);
}

function typeOf(thing: unknown): string | null {
  if (typeof thing !== 'object' || thing === null || !('type' in thing)) return null;
  return typeof thing.type === 'string' && thing.type !== '' ? thing.type : null;
}

function sizeOf(made: unknown): number {
  if (Array.isArray(made)) return made.length;
  if (typeof made === 'number') return Math.max(0, Math.floor(made));
  return made === null || made === undefined ? 0 : 1;
}

function errorsOf({ id, failures }: Step): StepError[] {
  return failures.map(({ code, message }) => ({
    code,
    message: cut(message, maxTextCharacters),
    step_id: id,
  }));
}

/** The question that a reply ends with. */
function suggestNext(reply: string): string | null {
  const last = splitSentences(reply).at(-1);
  if (last === undefined || last.kind === 'code' || !isQuestion(last.text)) return null;
  return cut(flatten(last.text), maxTextCharacters);
}
