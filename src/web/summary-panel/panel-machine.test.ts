import { describe, expect, test } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import { entryIdSchema } from '#schema/entry.ts';
import { modelProfileIdSchema } from '#schema/ids.ts';
import type { EntrySummary } from '#schema/reader-wire.ts';
import type { Run } from '#schema/runs/run.ts';
import type { RunEventBody } from '#schema/runs/run-event.ts';
import { makeRun, makeStored, runIdOf } from '#tests/fixtures/panel-parts.ts';
import type { Choice } from './choice.ts';
import { emptyPanel, nextPanel, type PanelAction, type PanelState } from './panel-machine.ts';
import { viewPanel } from './panel-view.ts';

const usual: Choice = { targetLanguage: 'en', detailLevel: 'medium' };
const japanese: Choice = { targetLanguage: 'ja', detailLevel: 'medium' };
const entryId = entryIdSchema.parse(1);
const scripted = modelProfileIdSchema.parse('scripted');

describe('the panel', () => {
  test('shows a stored summary immediately, with its parameters selected', () => {
    const state = play(open, load([makeStored(1, japanese, 'old')]));
    expect(viewPanel(state, usual)).toMatchObject({
      choice: japanese,
      shown: { summary: { text: 'old' } },
    });
  });

  test('shows the stored summary the session asks for, not the newest', () => {
    const state = play(open, load([makeStored(2, japanese, 'new'), makeStored(1, usual, 'old')]));
    expect(viewPanel(state, usual)).toMatchObject({
      choice: usual,
      wanted: null,
      shown: { summary: { text: 'old' } },
    });
    expect(viewPanel(state, japanese).shown?.summary.text).toBe('new');
  });

  test('names the session’s choice if it shows another, and one step leads back to it', () => {
    const state = play(open, load([makeStored(1, japanese, 'old')]));
    expect(viewPanel(state, usual)).toMatchObject({ choice: japanese, wanted: usual });
    const back = nextPanel(state, { type: 'picked', choice: usual });
    expect(viewPanel(back, usual)).toMatchObject({ choice: usual, wanted: null, shown: null });
    const unread = play({ type: 'opened', entryId, held: japanese });
    expect(viewPanel(unread, usual).wanted).toBeNull();
  });

  test('shows the slot the reader selects, with its summary or empty', () => {
    const state = play(open, load([makeStored(1, japanese, 'old')]), { type: 'picked', choice: usual });
    expect(viewPanel(state, usual)).toMatchObject({ choice: usual, shown: null, partial: '' });
    const back = nextPanel(state, { type: 'picked', choice: japanese });
    expect(viewPanel(back, usual).shown?.summary.text).toBe('old');
  });

  test('keeps its controls until it knows what the next entry has', () => {
    const state = play({ type: 'opened', entryId, held: japanese });
    expect(viewPanel(state, usual).choice).toEqual(japanese);
    expect(viewPanel(nextPanel(state, load([])), usual).choice).toEqual(usual);
  });

  test('keeps the old summary while another one is made, and if that fails', () => {
    const running = play(open, load([makeStored(1, usual, 'old')]), submit(7), accept(7, makeRun(2, usual)));
    const half = [event(2, 1, { type: 'text-delta', text: 'half' })].reduce(nextPanel, running);
    expect(viewPanel(half, usual)).toMatchObject({ shown: { summary: { text: 'old' } }, partial: 'half' });
    const failed = nextPanel(
      half,
      event(2, 2, { type: 'run-end', status: 'failed', errorCode: 'model_stream_cut', message: 'Cut.' }),
    );
    expect(viewPanel(failed, usual)).toMatchObject({
      shown: { summary: { text: 'old' } },
      run: null,
      outcome: { kind: 'failed', code: 'model_stream_cut' },
    });
  });

  test('drops the text of a model that was replaced by its fallback', () => {
    const state = play(
      open,
      load([]),
      submit(7),
      accept(7, makeRun(2, usual)),
      event(2, 1, { type: 'text-delta', text: 'of the first' }),
      event(2, 2, { type: 'text-reset', reason: 'fallback' }),
      event(2, 3, { type: 'text-delta', text: 'of the second' }),
    );
    expect(viewPanel(state, usual).partial).toBe('of the second');
  });

  test('remembers an abort requested before there was a run', () => {
    const state = play(open, load([]), submit(7), { type: 'abort-asked' }, accept(7, makeRun(2, usual)));
    expect(state.run?.stopping).toBe(true);
  });

  test('adopts the server’s more specific language tag', () => {
    const chinese: Choice = { targetLanguage: 'zh-Hans', detailLevel: 'medium' };
    const ordered = { ...chinese, targetLanguage: 'zh' };
    const state = play(
      open,
      load([]),
      { type: 'submitted', requestId: 7, choice: ordered, trigger: 'manual' },
      accept(7, makeRun(2, chinese)),
    );
    expect(viewPanel(state, usual)).toMatchObject({ choice: chinese, run: { choice: chinese } });
  });

  test('shows an aborted run as stopped, not as failed', () => {
    const state = play(
      open,
      load([]),
      submit(7),
      accept(7, makeRun(2, usual)),
      event(2, 1, { type: 'run-end', status: 'cancelled', errorCode: 'run_cancelled', message: '' }),
    );
    expect(state.outcome).toMatchObject({ kind: 'aborted' });
  });

  test('shows that it waits for the model until something else happens', () => {
    const waiting = play(
      open,
      load([]),
      submit(7),
      accept(7, makeRun(2, usual)),
      event(2, 1, {
        type: 'model-retry',
        modelProfileId: scripted,
        errorCode: 'model_rate_limited',
        message: 'Slow down.',
        waitMs: 2000,
      }),
    );
    expect(waiting.run?.waiting).toEqual({ code: 'model_rate_limited', waitMs: 2000 });
    const on = nextPanel(waiting, event(2, 2, { type: 'text-delta', text: 'a' }));
    expect(on.run?.waiting).toBeNull();
  });

  test('finds an entry’s run again when the reader comes back', () => {
    const state = play(open, load([], makeRun(2, japanese)));
    expect(viewPanel(state, usual)).toMatchObject({ choice: japanese, run: { trigger: 'manual' } });
  });

  test('does not follow a run again after seeing its end', () => {
    const ended = play(
      open,
      load([], makeRun(2, usual)),
      event(2, 1, { type: 'run-end', status: 'cancelled', errorCode: 'run_cancelled', message: '' }),
    );
    expect(nextPanel(ended, load([], makeRun(2, usual))).run).toBeNull();
  });

  test('drops the run whose slot was cleared, even if its end is read later', () => {
    const running = play(open, load([makeStored(1, usual, 'old')]), submit(7), accept(7, makeRun(2, usual)));
    const cleared = nextPanel(running, {
      type: 'cleared',
      entryId,
      choice: usual,
      shown: usual,
      undoId: 'u',
    });
    expect(viewPanel(cleared, usual)).toMatchObject({ run: null, shown: null, outcome: null });
    expect(cleared.undo).toEqual({ entryId, undoId: 'u' });
    const late = nextPanel(cleared, {
      type: 'loaded',
      entryId,
      revision: cleared.revision,
      summaries: { items: [], active: makeRun(2, usual) },
    });
    expect(viewPanel(late, usual).run).toBeNull();
    const other = nextPanel(running, {
      type: 'cleared',
      entryId,
      choice: japanese,
      shown: usual,
      undoId: null,
    });
    expect(viewPanel(other, usual).run).not.toBeNull();
  });

  test('ignores a read that started before a summary was cleared', () => {
    const before = play(open, load([makeStored(1, usual, 'old')]));
    const cleared = nextPanel(before, { type: 'cleared', entryId, choice: usual, shown: usual, undoId: 'u' });
    expect(viewPanel(nextPanel(cleared, load([makeStored(1, usual, 'old')])), usual).shown).toBeNull();
  });

  test('follows a lost run again from its first event', () => {
    const lost = play(
      open,
      load([]),
      submit(7),
      accept(7, makeRun(2, usual)),
      event(2, 1, { type: 'text-delta', text: 'half' }),
      { type: 'lost', runId: runIdOf(2), error: new AppError('server_unreachable', '') },
    );
    expect(viewPanel(lost, usual)).toMatchObject({ partial: 'half', run: null });
    expect(nextPanel(lost, { type: 'resumed' }).run?.followed).toMatchObject({ seq: 0, text: '' });
  });

  test('allows an abort that did not arrive to be requested again', () => {
    const stopping = play(
      open,
      load([]),
      submit(7),
      accept(7, makeRun(2, usual)),
      { type: 'abort-asked' },
      { type: 'lost', runId: runIdOf(2), error: new AppError('server_unreachable', '') },
    );
    expect(nextPanel(stopping, { type: 'resumed' }).run?.stopping).toBe(false);
  });
});

const open: PanelAction = { type: 'opened', entryId, held: usual };

function play(...actions: PanelAction[]): PanelState {
  return actions.reduce(nextPanel, emptyPanel);
}

function load(items: EntrySummary[], active: Run | null = null): PanelAction {
  return { type: 'loaded', entryId, revision: 0, summaries: { items, active } };
}

function submit(requestId: number): PanelAction {
  return { type: 'submitted', requestId, choice: usual, trigger: 'manual' };
}

function accept(requestId: number, accepted: Run): PanelAction {
  return { type: 'accepted', requestId, run: accepted };
}

function event(of: number, seq: number, body: RunEventBody): PanelAction {
  return { type: 'event', event: { runId: runIdOf(of), seq, at: seq, ...body } };
}
