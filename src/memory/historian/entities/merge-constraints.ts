import { readSteps } from '#memory/historian/turns/read-steps.ts';
import { cut, flatten } from '#memory/historian/turns/shorten.ts';
import {
  type HistorianState,
  type SessionConstraints,
  sessionConstraintsSchema,
} from '#schema/conversations/conversation.ts';

/** Of patterns: they help the next plan, and older ones are about older goals. */
const maxPatterns = 20;
const maxPatternCharacters = 300;

/**
 * Constraints are only ever added, each once, in the order in which they came. Those of a goal end with it: another
 * goal begins with its own.
 */
export function mergeConstraints(state: HistorianState, turn: number): SessionConstraints {
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

/** Reading steps that found something, in the words of the plan. */
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
