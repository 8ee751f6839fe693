import { expect, test } from 'vitest';
import { summarizeOutputSchema } from '#schema/conversations/conversation.ts';
import { countLedger } from './count-ledger.ts';

const nothing = summarizeOutputSchema.parse({
  turn_summary: 'Answered; nothing was changed.',
  entities_created: [],
  entities_updated: [],
  entities_deleted: [],
  artifacts_generated: {},
  artifacts_saved: {},
  errors: [],
});

test('a turn that changed nothing has no parts', () => {
  expect(countLedger(nothing)).toEqual([]);
  expect(countLedger({ ...nothing, artifacts_saved: { plan: 0 } })).toEqual([]);
});

test('counts entities and errors, and adds up artifacts of all types', () => {
  const entity = { id: 'p1', type: 'plan', label: 'A plan' };
  const ledger = {
    ...nothing,
    entities_created: [entity, { ...entity, id: 'p2' }],
    artifacts_saved: { plan: 2, list: 1 },
    errors: [{ code: 'E', message: 'no' }],
  };
  expect(countLedger(ledger)).toEqual([
    { part: 'created', count: 2 },
    { part: 'saved', count: 3 },
    { part: 'errors', count: 1 },
  ]);
});
