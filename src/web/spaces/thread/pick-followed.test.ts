import { describe, expect, test } from 'vitest';
import type { Run } from '#schema/runs/run.ts';
import { runIdOf } from '#tests/fixtures/panel-parts.ts';
import { pickFollowed } from './use-turn.ts';

const run = (number: number, taskType: Run['taskType'], after: number | null = null) =>
  ({ id: runIdOf(number), taskType, afterRunId: after === null ? null : runIdOf(after) }) as Run;

const fold = run(1, 'fold');
const reply = run(2, 'reply', 1);
const title = run(3, 'title', 2);

describe('of the runs of a thread', () => {
  test('the answer is followed, even while it waits for the fold, then the fold', () => {
    const active = [fold, reply, title];
    expect(pickFollowed(active, new Set())).toEqual({ fold, reply, followed: reply });
    expect(pickFollowed(active, new Set([fold.id]))).toEqual({ fold: null, reply, followed: reply });
    expect(pickFollowed(active, new Set([reply.id])).followed).toBe(fold);
    expect(pickFollowed(active, new Set([fold.id, reply.id])).followed).toBeNull();
  });

  test('the answer comes first if the summary is rebuilt at the same time', () => {
    const free = run(4, 'reply');
    expect(pickFollowed([fold, free], new Set()).followed).toBe(free);
  });
});
