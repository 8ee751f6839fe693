import { describe, expect, test } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import { modelProfileIdSchema, runIdSchema } from '#schema/ids.ts';
import type { Run } from '#schema/run.ts';
import type { RunEventBody } from '#schema/run-event.ts';
import { idlePanel, nextPanel, type PanelAction, type PanelState } from './panel-state.ts';

const runId = runIdSchema.parse('0199a6f0-0000-7000-8000-000000000001');
const otherRunId = runIdSchema.parse('0199a6f0-0000-7000-8000-000000000002');
const profileId = modelProfileIdSchema.parse('scripted');
const oldSummary = { run: { id: otherRunId } as Run, text: 'The old text.' };

function event(seq: number, body: RunEventBody, id = runId): PanelAction {
  return { type: 'event', event: { runId: id, seq, at: seq, ...body } };
}

function play(actions: PanelAction[], from: PanelState = idlePanel): PanelState {
  return actions.reduce(nextPanel, from);
}

const begun: PanelAction[] = [{ type: 'submitted' }, { type: 'accepted', runId }];

describe('the panel', () => {
  test('collects streamed text beside the summary it may replace', () => {
    const state = play(
      [
        ...begun,
        event(1, { type: 'text-delta', text: 'New ' }),
        event(2, { type: 'text-delta', text: 'text' }),
      ],
      { ...idlePanel, shown: oldSummary },
    );
    expect(state.followed?.text).toBe('New text');
    expect(state.shown).toBe(oldSummary);
    expect(state.phase).toBe('following');
  });

  test('replaces the old summary only when the new one is there', () => {
    const ended = play(
      [...begun, event(1, { type: 'run-end', status: 'succeeded', errorCode: null, message: null })],
      { ...idlePanel, shown: oldSummary },
    );
    expect(ended.shown).toBe(oldSummary);
    const run = { id: runId } as Run;
    const finished = nextPanel(ended, { type: 'finished', run, text: 'New.' });
    expect(finished.shown).toEqual({ run, text: 'New.' });
    expect(finished.phase).toBe('idle');
    expect(finished.followed).toBeNull();
  });

  test('keeps the old summary when the new run fails, and says why', () => {
    const state = play(
      [
        ...begun,
        event(1, { type: 'text-delta', text: 'Half' }),
        event(2, {
          type: 'run-end',
          status: 'failed',
          errorCode: 'model_stream_cut',
          message: 'It was cut.',
        }),
      ],
      { ...idlePanel, shown: oldSummary },
    );
    expect(state.shown).toBe(oldSummary);
    expect(state.outcome).toEqual({ kind: 'failed', code: 'model_stream_cut', message: 'It was cut.' });
    expect(state.phase).toBe('idle');
  });

  test('never takes text of another run', () => {
    const state = play([...begun, event(1, { type: 'text-delta', text: 'stray' }, otherRunId)]);
    expect(state.followed?.text).toBe('');
  });

  test('tells of a wait for the model until something else happens', () => {
    const waiting = play([
      ...begun,
      event(1, {
        type: 'model-retry',
        modelProfileId: profileId,
        errorCode: 'model_rate_limited',
        message: 'Slow down.',
        waitMs: 2000,
      }),
    ]);
    expect(waiting.waiting).toEqual({ code: 'model_rate_limited', waitMs: 2000 });
    expect(nextPanel(waiting, event(2, { type: 'text-delta', text: 'a' })).waiting).toBeNull();
  });

  test('remembers an abort asked before the run was accepted', () => {
    const state = play([{ type: 'submitted' }, { type: 'abort-asked' }, { type: 'accepted', runId }]);
    expect(state.stopping).toBe(true);
  });

  test('shows an aborted run as stopped, not as failed', () => {
    const state = play([
      ...begun,
      { type: 'abort-asked' },
      event(1, { type: 'run-end', status: 'cancelled', errorCode: 'run_cancelled', message: 'Cancelled.' }),
    ]);
    expect(state.outcome).toEqual({ kind: 'aborted' });
    expect(state.stopping).toBe(false);
  });

  test('ignores late events after the reader has moved on', () => {
    const refused = play([
      ...begun,
      { type: 'refused', error: new AppError('source_too_short', 'Too short.') },
      event(1, { type: 'text-delta', text: 'late' }),
    ]);
    expect(refused.followed).toBeNull();
    expect(refused.outcome?.kind).toBe('refused');
  });
});
