import { describe, expect, test } from 'vitest';
import { type FollowedRun, followRun } from '#client/follow-run.ts';
import { AppError } from '#schema/app-error.ts';
import type { Run } from '#schema/runs/run.ts';
import type { Message } from '#schema/spaces/space.ts';
import { runIdOf } from '#tests/fixtures/panel-parts.ts';
import { outcomeOf } from './use-turn.ts';

const question = { role: 'user' } as Message;
const answered = { role: 'assistant', createdAt: 20 } as Message;
const reply = { id: runIdOf(1), taskType: 'reply', createdAt: 10 } as Run;
const failed = {
  ...reply,
  status: 'failed',
  errorCode: 'model_unauthorized',
  errorMessage: 'no',
} as Run;
const idle = { reply: null, answer: null, lost: null };

const followed = (state: Partial<FollowedRun>): FollowedRun => ({ ...followRun.start(runIdOf(1)), ...state });

describe('why there is no answer', () => {
  test('is not asked while one arrives, or if there is one', () => {
    expect(outcomeOf({ turn: { ...idle, reply }, failedRuns: [failed], newest: question })).toBeNull();
    expect(outcomeOf({ turn: idle, failedRuns: [failed], newest: answered })).toBeNull();
    expect(outcomeOf({ turn: idle, failedRuns: [], newest: null })).toBeNull();
    const done = { ...idle, answer: followed({ status: 'succeeded', text: 'a' }) };
    expect(outcomeOf({ turn: done, failedRuns: [], newest: question })).toBeNull();
  });

  test('is what was seen of the run, with the text received, unless that is stored', () => {
    const stopped = { ...idle, answer: followed({ status: 'cancelled', text: 'half' }) };
    expect(outcomeOf({ turn: stopped, failedRuns: [], newest: question })).toBeNull();
    const empty = { ...idle, answer: followed({ status: 'cancelled', text: '' }) };
    expect(outcomeOf({ turn: empty, failedRuns: [], newest: question })).toEqual({ kind: 'stopped' });
    const error = { code: 'model_stream_cut' as const, message: 'cut' };
    const broken = { ...idle, answer: followed({ status: 'failed', text: 'half', error }) };
    expect(outcomeOf({ turn: broken, failedRuns: [], newest: question })).toMatchObject({
      kind: 'failed',
      code: 'model_stream_cut',
      text: 'half',
    });
  });

  test('is what the server remembers after a reload', () => {
    expect(outcomeOf({ turn: idle, failedRuns: [failed], newest: question })).toMatchObject({
      kind: 'failed',
      code: 'model_unauthorized',
      text: '',
    });
    const cancelled = { ...failed, status: 'cancelled' } as Run;
    expect(outcomeOf({ turn: idle, failedRuns: [cancelled], newest: question })).toEqual({ kind: 'stopped' });
    expect(outcomeOf({ turn: idle, failedRuns: [], newest: question })).toEqual({ kind: 'unanswered' });
  });

  test('is that a retry was stopped, whether that was seen or is remembered', () => {
    const kept = { kind: 'kept' };
    for (const text of ['', 'half']) {
      const stopped = { ...idle, answer: followed({ status: 'cancelled', text }) };
      expect(outcomeOf({ turn: stopped, failedRuns: [], newest: answered })).toEqual(kept);
    }
    const cancelled = { ...failed, status: 'cancelled' } as Run;
    const later = { ...cancelled, createdAt: 30 };
    expect(outcomeOf({ turn: idle, failedRuns: [later], newest: answered })).toEqual(kept);
    // The cancelled run is the one that made the stored partial answer.
    expect(outcomeOf({ turn: idle, failedRuns: [cancelled], newest: answered })).toBeNull();
  });

  test('is that its events no longer arrive, while it continues', () => {
    const lost = new AppError('server_unreachable', 'gone');
    expect(outcomeOf({ turn: { ...idle, reply, lost }, failedRuns: [], newest: question })).toEqual({
      kind: 'lost',
      error: lost,
    });
  });
});
