import { describe, expect, test } from 'vitest';
import { type SessionSummary, sessionSummarySchema } from '#schema/sessions/session.ts';
import { makeSummary } from '#tests/fixtures/session-records.ts';
import { filledFields, joinFields } from './join-fields.ts';

function summaryWith(changes: Partial<SessionSummary>): SessionSummary {
  return sessionSummarySchema.parse({ ...makeSummary({ id: 1, at: 1 }), ...changes });
}

describe('the fields of a summary', () => {
  test('are the non-empty ones', () => {
    const summary = summaryWith({ request: 'Fix it', investigated: ' \n', learned: '', notes: null });
    expect(filledFields(summary)).toEqual([{ name: 'request', text: 'Fix it' }]);
  });

  test('share one check, whose offsets refer to the joined text', () => {
    const sentence = { start: 0, end: 6, state: 'supported' as const, support: [], flags: [] };
    const flag = { kind: 'number' as const, reason: 'missing' as const, start: 4, end: 6 };
    const summary = summaryWith({
      request: 'Fix it',
      learned: 'All 42',
      grounding: {
        request: { sentences: [sentence] },
        learned: { sentences: [{ ...sentence, state: 'not-found', flags: [flag] }] },
      },
    });
    const joined = joinFields(summary);
    const found = joined?.grounding.sentences.flatMap(({ flags }) => flags) ?? [];
    expect(found.map(({ start, end }) => joined?.text.slice(start, end))).toEqual(['42']);
    expect(joined?.grounding.sentences.map(({ start, end }) => joined.text.slice(start, end))).toEqual([
      'Fix it',
      'All 42',
    ]);
  });

  test('have no check if none was made', () => {
    expect(joinFields(summaryWith({ grounding: null }))).toBeNull();
    expect(joinFields(summaryWith({ grounding: {} }))).toBeNull();
  });
});
