import { describe, expect, test } from 'vitest';
import type { Clock, Model, ModelPart, ModelRequest } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import { openProfileSchema } from '#schema/models/model-profile.ts';
import { callModel } from './call-model.ts';
import { callWithRetries } from './call-with-retries.ts';

const request: ModelRequest = {
  system: '',
  history: [],
  prompt: '',
  maxOutputTokens: 100,
  output: null,
  offline: null,
};
const stop: ModelPart = { type: 'finish', reason: 'stop', model: 'm-1', usage: null };

/** A clock that jumps when told to, so that no test waits. */
function createManualClock(): Clock & { advance(ms: number): void; waiting(): number } {
  let now = 0;
  const timers = new Set<{ at: number; callback: () => void }>();
  return {
    now: () => now,
    after(ms, callback) {
      const timer = { at: now + ms, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      now += ms;
      for (const timer of timers.values().toArray()) {
        if (timer.at > now || !timers.delete(timer)) continue;
        timer.callback();
      }
    },
    waiting: () => timers.size,
  };
}

function modelOf(stream: Model['stream']): Model {
  return {
    profile: openProfileSchema.parse({
      id: 'm',
      name: 'M',
      provider: 'openai-compatible',
      model: 'm',
      contextTokens: 1000,
      maxOutputTokens: 100,
      concurrency: 1,
      timeouts: { firstTokenMs: 120_000, idleMs: 60_000, runMs: 180_000 },
    }),
    writesAnyLanguage: true,
    stream,
  };
}

async function* never(signal: AbortSignal): AsyncGenerator<ModelPart> {
  await new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(new Error('socket closed'))),
  );
  yield stop;
}

function optionsOf(model: Model, clock: Clock, signal = new AbortController().signal) {
  const shown: string[] = [];
  return {
    shown,
    options: {
      model,
      request,
      signal,
      clock,
      onText: (text: string) => shown.push(text),
      onAnswered: () => {},
    },
  };
}

function call(model: Model, clock: Clock, signal?: AbortSignal) {
  const { shown, options } = optionsOf(model, clock, signal);
  return { shown, answer: callModel(options) };
}

describe('one call to a model', () => {
  test('the first token has 120 s: not a moment less', async () => {
    const clock = createManualClock();
    const { answer } = call(
      modelOf((_, signal) => never(signal)),
      clock,
    );
    clock.advance(119_999);
    expect(await Promise.race([answer.catch(() => 'over'), Promise.resolve('waiting')])).toBe('waiting');
    clock.advance(1);
    await expect(answer).rejects.toMatchObject({ code: 'model_first_token_timeout' });
    expect(clock.waiting()).toBe(0);
  });

  test('hidden thinking is a sign of life: the idle limit counts from it', async () => {
    const clock = createManualClock();
    const model = modelOf(async function* (_, signal) {
      yield { type: 'reasoning' };
      yield* never(signal);
    });
    const { answer } = call(model, clock);
    // Lets the first part through before the clock moves.
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(60_000);
    await expect(answer).rejects.toMatchObject({ code: 'model_idle_timeout' });
  });

  test('an abort from outside wins over the error of the torn socket', async () => {
    const controller = new AbortController();
    const { answer } = call(
      modelOf((_, signal) => never(signal)),
      createManualClock(),
      controller.signal,
    );
    const reason = new Error('stopped by hand');
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
  });

  test('a stream that ignores the abort does not hold the run', async () => {
    const controller = new AbortController();
    const deaf = modelOf(async function* () {
      await new Promise(() => {});
      yield stop;
    });
    const { answer } = call(deaf, createManualClock(), controller.signal);
    controller.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
  });

  test('a server that ignores the output limit is stopped', async () => {
    const model = modelOf(async function* () {
      for (;;) yield { type: 'text', text: 'on and on and on ' };
    });
    await expect(call(model, createManualClock()).answer).rejects.toMatchObject({
      code: 'model_output_cut_off',
    });
  });

  test('white space around the text is not the reader’s business', async () => {
    const model = modelOf(async function* () {
      for (const text of ['\n\n ', '<think>x</think>\n', 'A text.', ' \n']) yield { type: 'text', text };
      yield stop;
    });
    const { answer, shown } = call(model, createManualClock());
    expect(await answer).toMatchObject({ text: 'A text.', model: 'm-1' });
    expect(shown.join('').trimEnd()).toBe('A text.');
  });
});

describe('retries', () => {
  const overloaded = new AppError('model_unavailable', 'busy');

  async function tries(failures: AppError[], streamFirst = false) {
    const clock = createManualClock();
    const waits: number[] = [];
    let granted = 0;
    let calls = 0;
    const model = modelOf(async function* () {
      const failure = failures[calls];
      calls += 1;
      expect(granted).toBe(calls);
      if (streamFirst) yield { type: 'text', text: 'some' };
      if (failure !== undefined) throw failure;
      yield { type: 'text', text: 'done' };
      yield stop;
    });
    const result = callWithRetries({
      ...optionsOf(model, clock).options,
      async beforeTry() {
        granted += 1;
      },
      onRetry(_, waitMs) {
        waits.push(waitMs);
        setImmediate(() => clock.advance(waitMs));
      },
    });
    const outcome = await result.then(
      () => 'done',
      (error: AppError) => error.code,
    );
    return { outcome, waits, calls };
  }

  test('come twice, with growing waits, then the failure is told', async () => {
    expect(await tries([overloaded, overloaded, overloaded, overloaded])).toMatchObject({
      outcome: 'model_unavailable',
      waits: [1000, 2000],
      calls: 3,
    });
  });

  test('never come after text was shown', async () => {
    expect(await tries([overloaded, overloaded], true)).toMatchObject({
      outcome: 'model_unavailable',
      waits: [],
    });
  });

  test('are not worth waiting minutes for', async () => {
    const later = new AppError('model_rate_limited', 'later', { retryAfterMs: 600_000 });
    expect(await tries([later, later])).toMatchObject({ outcome: 'model_rate_limited', waits: [] });
  });
});
