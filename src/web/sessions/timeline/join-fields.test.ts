import { describe, expect, test } from 'vitest';
import { applyOpinions } from '#schema/runs/opinions.ts';
import { type SessionSummary, sessionSummarySchema } from '#schema/sessions/session.ts';
import { runIdOf } from '#tests/fixtures/panel-parts.ts';
import { makeSummary } from '#tests/fixtures/session-records.ts';
import { filledFields, joinChecked, opinionsIn, splitGrounding } from './summary-card.tsx';

function summaryWith(changes: Partial<SessionSummary>): SessionSummary {
  return sessionSummarySchema.parse({ ...makeSummary({ id: 1, at: 1 }), ...changes });
}

describe('the fields of a summary', () => {
  test('are the non-empty ones', () => {
    const summary = summaryWith({ request: 'Fix it', investigated: ' \n', learned: '', notes: null });
    expect(filledFields(summary)).toEqual([{ name: 'request', text: 'Fix it' }]);
  });

  test('share one check, whose offsets refer to the joined text', () => {
    const sentence = { start: 0, end: 6, state: 'quoted' as const, support: [], flags: [], details: [] };
    const flag = { kind: 'number' as const, reason: 'missing' as const, start: 4, end: 6 };
    const summary = summaryWith({
      request: 'Fix it',
      learned: 'All 42',
      grounding: {
        request: { sentences: [sentence] },
        learned: { sentences: [{ ...sentence, state: 'not-in-the-source', flags: [flag] }] },
      },
    });
    const joined = joinChecked(summary);
    const found = joined?.grounding.sentences.flatMap(({ flags }) => flags) ?? [];
    expect(found.map(({ start, end }) => joined?.text.slice(start, end))).toEqual(['42']);
    expect(joined?.grounding.sentences.map(({ start, end }) => joined.text.slice(start, end))).toEqual([
      'Fix it',
      'All 42',
    ]);
  });

  test('get their part of the verdicts that arrive for the joined text', () => {
    const sentence = { start: 0, end: 6, state: 'not-checked' as const, support: [], flags: [], details: [] };
    const summary = summaryWith({
      request: 'Fix it',
      learned: 'All 42',
      grounding: { request: { sentences: [sentence] }, learned: { sentences: [sentence] } },
    });
    const opinion = { state: 'contradicted' as const, reason: '', passages: [], quote: '' };
    const arrived = [{ start: 8, end: 14, opinion, wrong: { start: 12, end: 14 } }];
    expect(opinionsIn(summary, 'request', arrived)).toEqual([]);
    expect(opinionsIn(summary, 'notes', arrived)).toEqual([]);
    expect(opinionsIn(summary, 'learned', arrived)).toEqual([
      { start: 0, end: 6, opinion, wrong: { start: 4, end: 6 } },
    ]);

    const joined = joinChecked(summary);
    const split = joined && splitGrounding(summary, applyOpinions(joined.grounding, arrived));
    expect(split?.request?.sentences).toEqual([sentence]);
    expect(split?.learned?.sentences).toMatchObject([
      { start: 0, end: 6, state: 'wrong', flags: [{ kind: 'claim', start: 4, end: 6 }] },
    ]);
  });

  test('have one check by a model, which all of them name', () => {
    const sentence = { start: 0, end: 6, state: 'quoted' as const, support: [], flags: [], details: [] };
    const check = {
      runId: runIdOf(1),
      provider: 'ollama',
      model: 'qwen3-8b',
      at: 7,
      durationMs: 5,
      costUsd: 0.1,
      sentences: 1,
    };
    const summary = summaryWith({
      request: 'Fix it',
      learned: 'All 42',
      grounding: { request: { sentences: [sentence] }, learned: { sentences: [sentence], check } },
    });
    const joined = joinChecked(summary);
    expect(joined?.grounding.check).toEqual(check);
    expect(joined && splitGrounding(summary, joined.grounding).request?.check).toEqual(check);
  });

  test('have no check if none was made', () => {
    expect(joinChecked(summaryWith({ grounding: null }))).toBeNull();
    expect(joinChecked(summaryWith({ grounding: {} }))).toBeNull();
  });
});
