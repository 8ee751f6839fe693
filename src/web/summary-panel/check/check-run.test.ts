import { describe, expect, test } from 'vitest';
import type { CheckState } from '#schema/runs/check-wire.ts';
import type { Run } from '#schema/runs/run.ts';
import { runIdOf } from '#tests/fixtures/panel-parts.ts';
import { pickActive, pickFailed } from './check-run.ts';

const run = (id: number, status: Run['status']) =>
  ({
    id: runIdOf(id),
    status,
    createdAt: id,
    finishedAt: status === 'queued' || status === 'running' ? null : id,
  }) as Run;

function state(check: Run | null, repair: Run | null): CheckState {
  return { text: '', check, repair, before: null, canCheck: true, canRepair: true, isByWriter: false };
}

describe('the run to follow', () => {
  test('is the one in progress, the check before the correction', () => {
    expect(pickActive(undefined, null)).toBeNull();
    expect(pickActive(state(run(1, 'succeeded'), run(2, 'running')), null)?.task).toBe('repair');
    expect(pickActive(state(run(1, 'queued'), run(2, 'queued')), null)?.task).toBe('check');
  });

  test('is none whose end was seen', () => {
    expect(pickActive(state(run(1, 'running'), null), runIdOf(1))).toBeNull();
  });
});

describe('the failure to show', () => {
  test('is that of the newest run only', () => {
    expect(pickFailed(state(run(1, 'failed'), null))?.task).toBe('check');
    expect(pickFailed(state(run(1, 'failed'), run(2, 'succeeded')))).toBeNull();
    expect(pickFailed(state(run(3, 'failed'), run(2, 'failed')))?.task).toBe('check');
    expect(pickFailed(state(run(1, 'succeeded'), run(2, 'failed')))?.task).toBe('repair');
  });

  test('is none for a run that was stopped', () => {
    expect(pickFailed(state(run(1, 'cancelled'), null))).toBeNull();
  });
});
