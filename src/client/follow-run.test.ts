import { describe, expect, test } from 'vitest';
import { modelProfileIdSchema, runIdSchema } from '#schema/ids.ts';
import type { RunEvent, RunEventBody } from '#schema/runs/run-event.ts';
import { followRun } from './follow-run.ts';

const runId = runIdSchema.parse('018f4d4e-0000-7000-8000-000000000001');
const otherId = runIdSchema.parse('018f4d4e-0000-7000-8000-000000000002');
const modelProfileId = modelProfileIdSchema.parse('local/one');

function number(bodies: RunEventBody[], { from = 1, id = runId } = {}): RunEvent[] {
  return bodies.map((body, index) => ({ ...body, runId: id, seq: from + index, at: 0 }));
}

function follow(events: RunEvent[]) {
  return events.reduce(followRun.next, followRun.start(runId));
}

const beginning: RunEventBody[] = [
  { type: 'run-start', attempt: 1 },
  { type: 'model-start', modelProfileId, provider: 'ollama', model: 'llama' },
  { type: 'progress', phase: 'reading', done: 1, total: 3 },
  { type: 'text-delta', text: 'One ' },
  { type: 'text-delta', text: 'two.' },
];

describe('a followed run', () => {
  test('is queued before anything happened', () => {
    expect(followRun.start(runId)).toMatchObject({ status: 'queued', text: '', progress: null, model: null });
  });

  test('gathers text, progress and model', () => {
    expect(follow(number(beginning))).toMatchObject({
      status: 'running',
      text: 'One two.',
      progress: { phase: 'reading', done: 1, total: 3 },
      model: { modelProfileId, provider: 'ollama', model: 'llama' },
      error: null,
    });
  });

  test('forgets its text when it is void', () => {
    const events = number([
      ...beginning,
      { type: 'text-reset', reason: 'fallback' },
      { type: 'text-delta', text: 'Anew.' },
    ]);
    expect(follow(events).text).toBe('Anew.');
  });

  test('gathers the verdicts of a check, and forgets them when it starts over', () => {
    const opinion = { state: 'supported' as const, reason: '', passages: [], quote: '' };
    const verdict = (start: number): RunEventBody => ({
      type: 'verdict',
      start,
      end: start + 5,
      opinion,
      wrong: null,
    });
    const events = number([...beginning, verdict(0), verdict(6)]);
    expect(follow(events).opinions.map(({ start }) => start)).toEqual([0, 6]);
    const again = number([{ type: 'run-start', attempt: 2 }, verdict(6)], { from: events.length + 1 });
    expect(follow([...events, ...again]).opinions).toEqual([{ start: 6, end: 11, opinion, wrong: null }]);
    const other = number([{ type: 'text-reset', reason: 'fallback' }], { from: events.length + 1 });
    expect(follow([...events, ...other]).opinions).toEqual([]);
  });

  test('takes an event that comes twice once', () => {
    const events = number(beginning);
    expect(follow([...events, ...events.slice(3)])).toEqual(follow(events));
  });

  test('takes nothing of another run', () => {
    const foreign = number([{ type: 'text-delta', text: 'foreign' }], { from: 6, id: otherId });
    expect(follow([...number(beginning), ...foreign]).text).toBe('One two.');
  });

  test('ends with its status, and with its error if it has one', () => {
    const failed = number([
      ...beginning,
      { type: 'run-end', status: 'failed', errorCode: 'model_stream_cut', message: 'It was cut.' },
    ]);
    expect(follow(failed)).toMatchObject({
      status: 'failed',
      error: { code: 'model_stream_cut', message: 'It was cut.' },
    });
    const succeeded = number([
      ...beginning,
      { type: 'run-end', status: 'succeeded', errorCode: null, message: null },
    ]);
    expect(follow(succeeded)).toMatchObject({ status: 'succeeded', error: null, text: 'One two.' });
  });

  test('leaves the state it came from as it was', () => {
    const before = follow(number(beginning));
    const copy = structuredClone(before);
    followRun.next(before, { type: 'text-delta', text: '!', runId, seq: 6, at: 0 });
    expect(before).toEqual(copy);
  });
});
