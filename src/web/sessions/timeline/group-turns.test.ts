import { describe, expect, test } from 'vitest';
import { makeObservation, makePrompt, makeSummary } from '#tests/fixtures/session-records.ts';
import { groupSpans, groupTurns } from './use-timeline.ts';

describe('a timeline', () => {
  test('has the newest turn first, and each turn in reading order', () => {
    const turns = groupTurns([
      makeSummary({ id: 1, at: 9, promptNumber: 2 }),
      makeObservation({ id: 3, at: 8, promptNumber: 2 }),
      makeObservation({ id: 2, at: 7, promptNumber: 2 }),
      makePrompt({ id: 2, at: 6, promptNumber: 2 }),
      makeObservation({ id: 1, at: 5 }),
      makePrompt({ id: 1, at: 4 }),
    ]);
    expect(
      turns.map(({ prompt, observations, summaries }) => [
        prompt?.id,
        observations.map(({ id }) => id),
        summaries.map(({ id }) => id),
      ]),
    ).toEqual([
      [2, [2, 3], [1]],
      [1, [1], []],
    ]);
  });

  test('keeps concurrent sessions apart', () => {
    const turns = groupTurns([
      makeObservation({ id: 2, at: 4, session: 2, project: 'api' }),
      makeObservation({ id: 1, at: 3, session: 1 }),
      makePrompt({ id: 2, at: 2, session: 2, project: 'api' }),
      makePrompt({ id: 1, at: 1, session: 1 }),
    ]);
    expect(
      turns.map(({ project, prompt, observations }) => [project, prompt?.id, observations.length]),
    ).toEqual([
      ['api', 2, 1],
      ['web', 1, 1],
    ]);
  });

  test('names a session once for the turns that follow each other', () => {
    const spans = groupSpans(
      groupTurns([
        makeObservation({ id: 4, at: 9, promptNumber: 2 }),
        makePrompt({ id: 3, at: 8, promptNumber: 2 }),
        makePrompt({ id: 1, at: 4 }),
        makePrompt({ id: 2, at: 3, session: 2, project: 'api' }),
        makeSummary({ id: 5, at: 2, promptNumber: 9 }),
      ]),
    );
    expect(spans.map(({ project, from, to, turns }) => [project, from, to, turns.length])).toEqual([
      ['web', 4, 9, 2],
      ['api', 3, 3, 1],
      ['web', 2, 2, 1],
    ]);
  });
});
