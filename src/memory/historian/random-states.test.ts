import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { narrativeBounds } from '#memory/historian/turns/cut.ts';
import { fullDetailTurns, type HistorianStateInput } from '#schema/conversations/conversation.ts';
import { words } from '#tests/fixtures/random-threads.ts';
import { shareOf } from '#tests/setup/share.ts';
import { offlineHistorian } from './offline-historian.ts';
import type { HistorianIssue, HistorianModel } from './ports.ts';
import { summarizeTurn } from './summarize-turn.ts';

const looksLikeId = /[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}|\b[0-9a-f]{24,}\b/iu;

const behaviours = {
  answers: async () => 'The user asked about the list and got an answer.',
  offline: null,
  'leaks ids': async () =>
    'The user asked about 550e8400-e29b-41d4-a716-446655440000 and deadbeefdeadbeefdeadbeef01.',
  'lies about deeds': async () => 'The assistant deleted the archive.',
  'writes too much': async () => 'The user asked about the list and got an answer. '.repeat(90),
  throws: () => Promise.reject(new Error('429 Too Many Requests')),
  'says nothing': async () => '',
  'says an error': async () => 'Error generating summary: overloaded',
};
type Behaviour = keyof typeof behaviours;
const failures: readonly Behaviour[] = ['throws', 'says nothing', 'says an error'];

function modelOf(behaviour: Behaviour): HistorianModel {
  const answer = behaviours[behaviour];
  return answer === null ? offlineHistorian : { summarizeReply: answer, compressTurns: answer };
}

const sentence = fc.oneof(
  fc.constantFrom(
    'I saved the list.',
    'Shall I delete the archive?',
    'I can send the report to Ann tomorrow.',
    'The item 550e8400-e29b-41d4-a716-446655440000 is ready.',
    '已保存三个菜谱。',
    'Costs $& more, $1 each.',
  ),
  fc.string({ maxLength: 40 }),
);
const prose = fc.array(sentence, { maxLength: 12 }).map((parts) => parts.join(' '));
const turn = fc.record({ user: prose, assistant: prose, timestamp: fc.constant('2026-01-01T00:00:00Z') });

/** A step together with what it should add to the ledger. */
const step = fc.record({
  kind: fc.constantFrom('create', 'update', 'delete', 'read', 'generate', 'fail'),
  numbers: fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 4 }),
  isTuple: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const state = fc.record({
  user_message: prose,
  final_response: prose,
  current_turn: fc.nat(1000),
  steps: fc.array(step, { maxLength: 5 }),
  recent_turns: fc.array(turn, { maxLength: 6 }),
  history_summary: fc.constantFrom('', 'The user planned a garden.'),
  behaviour: fc.constantFrom(...(Object.keys(behaviours) as Behaviour[])),
});

function resultOf({ kind, numbers, isTuple }: Step): unknown {
  if (kind === 'fail') return { error: { code: 'E', message: `no ${numbers[0]}` } };
  if (kind === 'generate') return [];
  const records = numbers.map((n) => ({ id: `x${n}`, type: 'thing', name: `Thing ${n}` }));
  return [
    isTuple ? [`db_${kind}`, 'things', records] : { tool: `db_${kind}`, type: 'thing', result: records },
  ];
}

function recount(steps: readonly Step[]) {
  const of = (kind: string) => [
    ...new Set(steps.filter((step) => step.kind === kind).flatMap(({ numbers }) => numbers)),
  ];
  const made = steps
    .filter(({ kind }) => kind === 'generate')
    .reduce((sum, { numbers }) => sum + numbers.length, 0);
  const saved = steps
    .filter(({ kind }) => kind === 'create')
    .reduce((sum, { numbers }) => sum + numbers.length, 0);
  const firstCreated = (n: number) =>
    steps.findIndex(({ kind, numbers }) => kind === 'create' && numbers.includes(n));
  // An update before the creation of the same thing counts as an update; a later one belongs to the creation.
  const updated = of('update').filter((n) => {
    const at = steps.findIndex(({ kind, numbers }) => kind === 'update' && numbers.includes(n));
    return firstCreated(n) < 0 || at < firstCreated(n);
  });
  const entities = (numbers: number[]) =>
    numbers.map((n) => ({ id: `x${n}`, type: 'thing', label: `Thing ${n}` })).toSorted(byId);
  return {
    entities_created: entities(of('create')),
    entities_updated: entities(updated),
    entities_deleted: entities(of('delete')),
    artifacts_generated: made === 0 ? {} : { thing: made },
    artifacts_saved: saved === 0 ? {} : { thing: saved },
    errors: steps.flatMap(({ kind, numbers }, at) =>
      kind === 'fail' ? [{ code: 'E', message: `no ${numbers[0]}`, step_id: at }] : [],
    ),
  };
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id.localeCompare(b.id);
}

describe('random states with faults', () => {
  test('failure changes nothing, sizes are bounded, no id is in the narrative, the ledger is a recount', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(state, async ({ steps, recent_turns, history_summary, behaviour, ...texts }) => {
        const input: HistorianStateInput = {
          ...texts,
          step_results: steps.map(resultOf),
          step_metadata: steps.map(({ kind, numbers }) => ({
            step_type: kind === 'generate' ? 'generate' : kind === 'read' ? 'read' : 'write',
            subdomain: 'thing',
            artifacts: kind === 'generate' ? numbers.map(() => ({ type: 'thing' })) : null,
          })),
          conversation: { recent_turns, history_summary },
        };
        const before = JSON.stringify(input);
        const issues: HistorianIssue[] = [];
        const after = await summarizeTurn(input, {
          model: modelOf(behaviour),
          count: words,
          recordIssue: (issue) => issues.push(issue),
        });
        expect(JSON.stringify(input)).toBe(before);

        const { conversation, summarize_output: ledger } = after;
        const held = [...recent_turns.map(({ user }) => user), texts.user_message];
        const isDue = held.length > fullDetailTurns;
        const leaving = recent_turns.slice(0, held.length - fullDetailTurns);
        const isBlank = leaving.every(({ user, assistant }) => `${user}${assistant}`.trim() === '');
        const failed = isDue && !isBlank && failures.includes(behaviour);
        seen.add(`${isDue} ${failed}`);
        expect(conversation.recent_turns.map(({ user }) => user)).toEqual(
          failed || !isDue ? held : held.slice(-fullDetailTurns),
        );
        if (failed || !isDue) expect(conversation.history_summary).toBe(history_summary);
        if (failed) expect(issues).toContainEqual(expect.objectContaining({ task: 'history-narrative' }));
        expect([...conversation.history_summary].length).toBeLessThanOrEqual(narrativeBounds.maxCharacters);
        expect(conversation.history_summary).not.toMatch(looksLikeId);
        for (const { assistant_summary } of conversation.recent_turns.slice(-1))
          expect([...(assistant_summary ?? '')].length).toBeLessThanOrEqual(400);

        const { turn_summary, next_step_suggestion: _, ...deltas } = ledger;
        expect({
          ...deltas,
          entities_created: deltas.entities_created.toSorted(byId),
          entities_updated: deltas.entities_updated.toSorted(byId),
          entities_deleted: deltas.entities_deleted.toSorted(byId),
        }).toEqual(recount(steps));
        expect(turn_summary.length).toBeLessThan(2000);
        const deleted = new Set(deltas.entities_deleted.map(({ id }) => id));
        expect(after.entity_context.active).toEqual(
          deltas.entities_created
            .filter(({ id }) => !deleted.has(id))
            .map((entity) => ({ ...entity, last_referenced_turn: texts.current_turn + 1 })),
        );
        expect(after.current_turn).toBe(texts.current_turn + 1);
      }),
      { numRuns: shareOf(1000) },
    );
    expect([...seen].toSorted()).toEqual(['false false', 'true false', 'true true']);
  }, 120_000);
});

const manyTurns = shareOf(4000);

describe(`${manyTurns} turns`, () => {
  test('leave a state that is no larger than after ten, with a model that fails every seventh time', async () => {
    let call = 0;
    const answer = () =>
      call++ % 7 === 0 ? Promise.reject(new Error('down')) : Promise.resolve('Deliveries were noted.');
    const flaky: HistorianModel = { summarizeReply: answer, compressTurns: answer };
    let state: HistorianStateInput = { user_message: '', final_response: '' };
    let largest = 0;
    for (let n = 1; n <= manyTurns; n += 1) {
      state = await summarizeTurn(
        {
          ...state,
          user_message: `Note delivery ${n}.`,
          final_response: `I saved delivery ${n}. Shall I schedule the next one?`,
          think_output: { decision: 'plan_direct', goal: `delivery ${n % 5}`, constraints: [`by noon ${n}`] },
          step_metadata: [{ step_type: 'read', subdomain: 'deliveries', description: `delivery ${n}` }],
          step_results: [[['db_read', 'deliveries', [{ id: `d${n}` }]]]],
        },
        { model: flaky, count: words },
      );
      if (n === 10) largest = JSON.stringify(state).length;
      if (n > 10) expect(state.conversation?.recent_turns?.length).toBeLessThanOrEqual(fullDetailTurns + 2);
    }
    expect(state.current_turn).toBe(manyTurns);
    expect(JSON.stringify(state).length).toBeLessThan(largest + 2000);
  }, 120_000);
});
