import { collectEntities } from '#memory/historian/entities/collect-entities.ts';
import {
  type Entity,
  type EntityAction,
  type HistorianState,
  type SessionConstraints,
  type StepError,
  type SummarizeOutput,
  sessionConstraintsSchema,
} from '#schema/conversations/conversation.ts';
import { isQuestion } from '#text/extraction/statements.ts';
import { splitSentences } from '#text/sentences/sentences.ts';
import { cut, flatten } from './cut.ts';
import { describeTurn } from './describe-turn.ts';
import { readSteps, type Step } from './read-steps.ts';

/** What can be said about a turn without a model. */
export interface TurnDigest {
  ledger: SummarizeOutput;
  /** The labels of the entities that the conversation knows. */
  labels: string[];
  ids: string[];
  /** The ids of the entities that the turn touched, then of those that it names. */
  mentioned: string[];
  constraints: SessionConstraints;
}

/** More entities than this do not help a reader. */
const maxMentioned = 50;

export function digestTurn({ state, turn }: { state: HistorianState; turn: number }): TurnDigest {
  const ledger = buildLedger(state);
  const known = knownEntities(state, ledger);
  return {
    ledger,
    labels: known.map(({ label }) => label),
    // If the id is also the label, it is a name.
    ids: known.flatMap(({ id, label }) => (id === label ? [] : [id])),
    mentioned: listMentioned(state, { ledger, known }),
    constraints: mergeConstraints(state, turn),
  };
}

function knownEntities(
  { entity_context }: HistorianState,
  { entities_created, entities_updated, entities_deleted }: SummarizeOutput,
): Entity[] {
  const context = [...(entity_context?.active ?? []), ...(entity_context?.background ?? [])];
  return [...entities_created, ...entities_updated, ...entities_deleted, ...context];
}

function listMentioned(
  { user_message, final_response }: HistorianState,
  { ledger, known }: { ledger: SummarizeOutput; known: readonly Entity[] },
): string[] {
  const said = `${user_message}\n${final_response}`.toLowerCase();
  const touched =
    ledger.entities_created.length + ledger.entities_updated.length + ledger.entities_deleted.length;
  const holds = createFinder(said);
  const ids = new Set<string>();
  for (const [at, { id, label }] of known.entries()) {
    if (ids.size === maxMentioned) break;
    if (at < touched || (label.length >= gramCharacters && holds(label.toLowerCase()))) ids.add(id);
  }
  return [...ids];
}

/** A shorter label may be a common word. */
const gramCharacters = 3;

/**
 * Searches one text for many labels. Most labels that are absent have three characters that the text does not have.
 */
function createFinder(text: string): (label: string) => boolean {
  const grams = new Set<string>();
  for (let at = 0; at <= text.length - gramCharacters; at++) grams.add(text.slice(at, at + gramCharacters));
  return (label) => {
    for (let at = 0; at <= label.length - gramCharacters; at++) {
      if (!grams.has(label.slice(at, at + gramCharacters))) return false;
    }
    return text.includes(label);
  };
}

/** Patterns help the next plan, and older ones are about older goals, so only this many are kept. */
const maxPatterns = 20;
const maxPatternCharacters = 300;

/**
 * Adds constraints, each once, in the order in which they came. The constraints of a goal end with it, and another
 * goal begins with its own.
 */
function mergeConstraints(state: HistorianState, turn: number): SessionConstraints {
  const { think_output: think, understand_output: understand, router_output: router } = state;
  const before = state.session_constraints ?? sessionConstraintsSchema.parse({});
  const permanent = [understand?.permanent_constraints, think?.permanent_constraints];
  const current = [...(understand?.constraints ?? []), ...(think?.constraints ?? [])];
  return {
    ...before,
    permanent_constraints: unite([before.permanent_constraints, ...permanent]),
    active_goal: mergeGoal(before.active_goal, {
      goal: think?.goal ?? router?.goal,
      constraints: current,
      turn,
    }),
    query_patterns: unitePatterns([...before.query_patterns, ...patternsOf(state)]),
  };
}

type Goal = SessionConstraints['active_goal'];

function mergeGoal(
  before: Goal,
  { goal, constraints, turn }: { goal: string | null | undefined; constraints: string[]; turn: number },
): Goal {
  const description = flatten(goal ?? '');
  if (before !== null && (description === '' || fold(description) === fold(before.description)))
    return { ...before, constraints: unite([before.constraints, constraints]) };
  if (description === '') return null;
  return { description, started_turn: turn, constraints: unite([constraints]) };
}

/** Lists the reading steps that found something, in the words of the plan. */
function patternsOf(state: HistorianState): SessionConstraints['query_patterns'] {
  return readSteps(state).flatMap(({ metadata, operations, failures }) => {
    const found = operations.some(({ count }) => count > 0);
    if (metadata.step_type !== 'read' || !metadata.description || failures.length > 0 || !found) return [];
    const description = cut(flatten(metadata.description), maxPatternCharacters);
    return [{ subdomain: metadata.subdomain ?? '', description }];
  });
}

function unitePatterns(patterns: SessionConstraints['query_patterns']): SessionConstraints['query_patterns'] {
  const byText = new Map<string, (typeof patterns)[number]>();
  for (const pattern of patterns) {
    const key = fold(`${pattern.subdomain} ${pattern.description}`);
    byText.delete(key);
    byText.set(key, pattern);
  }
  return [...byText.values()].slice(-maxPatterns);
}

function unite(lists: readonly (readonly string[] | null | undefined)[]): string[] {
  const byText = new Map<string, string>();
  for (const text of lists.flatMap((list) => list ?? [])) {
    const key = fold(text);
    if (key !== '' && !byText.has(key)) byText.set(key, text);
  }
  return [...byText.values()];
}

function fold(text: string): string {
  return flatten(text.normalize('NFKC')).toLowerCase();
}

/** The longest text of an error or a suggestion. Programs read the ledger, and it is kept. */
const maxTextCharacters = 500;

type Deltas = Omit<SummarizeOutput, 'turn_summary' | 'next_step_suggestion'>;

/** Builds the audit ledger of a turn from what its steps report, without a model. */
function buildLedger(state: HistorianState): SummarizeOutput {
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

/** Returns the question that a reply ends with. */
function suggestNext(reply: string): string | null {
  const last = splitSentences(reply).at(-1);
  if (last === undefined || last.kind === 'code' || !isQuestion(last.text)) return null;
  return cut(flatten(last.text), maxTextCharacters);
}
