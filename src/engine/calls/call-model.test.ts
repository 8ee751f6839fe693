import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import type { Clock, Model, ModelPart, ModelRequest } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import { openProfileSchema } from '#schema/models/model-profile.ts';
import { type Charged, callModel } from './call-model.ts';
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

/** Runs the garbage collector. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('globalThis.gc')();
}

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
  const charged: Charged[] = [];
  return {
    shown,
    charged,
    options: {
      model,
      request,
      signal,
      clock,
      onText: (text: string) => shown.push(text),
      onCharged: (charge: Charged) => charged.push(charge),
    },
  };
}

function call(model: Model, clock: Clock, signal?: AbortSignal) {
  const { shown, charged, options } = optionsOf(model, clock, signal);
  return { shown, charged, answer: callModel(options) };
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
      yield { type: 'reasoning', text: 'Hm.' };
      yield* never(signal);
    });
    const { answer } = call(model, clock);
    // This pause lets the first part through before the clock moves.
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

  test('a model that only thinks is stopped like one that ignores the output limit', async () => {
    let thoughts = 0;
    const model = modelOf(async function* () {
      for (; thoughts < 10_000; thoughts++) yield { type: 'reasoning', text: '' };
      yield stop;
    });
    await expect(call(model, createManualClock()).answer).rejects.toMatchObject({
      code: 'model_output_cut_off',
    });
    expect(thoughts).toBe(1600);
  });

  test('thoughts in the text count towards the limit too', async () => {
    const model = modelOf(async function* () {
      yield { type: 'text', text: '<think>' };
      for (let pieces = 0; pieces < 200; pieces++) yield { type: 'text', text: 'thinking '.repeat(10) };
      yield { type: 'text', text: '</think>The answer.' };
      yield stop;
    });
    await expect(call(model, createManualClock()).answer).rejects.toMatchObject({
      code: 'model_output_cut_off',
    });
  });

  test('a long stream keeps none of its parts', async () => {
    const kept: WeakRef<ModelPart>[] = [];
    const model = modelOf(async function* (_, signal) {
      for (let parts = 0; parts < 1000; parts++) {
        const part: ModelPart = { type: 'reasoning', text: '' };
        kept.push(new WeakRef(part));
        yield part;
      }
      yield* never(signal);
    });
    const clock = createManualClock();
    const { answer } = call(model, clock);
    // A WeakRef keeps its target until the current turn of the event loop ends.
    while (kept.length < 1000) await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    expect(kept.filter((part) => part.deref() !== undefined).length).toBeLessThan(10);
    clock.advance(60_000);
    await expect(answer).rejects.toMatchObject({ code: 'model_idle_timeout' });
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

describe('what a provider may charge for', () => {
  async function chargesOf(stream: Model['stream']) {
    const { answer, charged } = call(modelOf(stream), createManualClock());
    await answer.catch(() => {});
    return charged;
  }

  test('is everything that arrived of an answer without an end, thinking included', async () => {
    const charged = await chargesOf(async function* () {
      yield { type: 'reasoning', text: 'First I think. ' };
      yield { type: 'text', text: '<think>And again.</think>' };
      yield { type: 'text', text: 'Half an ans' };
    });
    const received = 'First I think. <think>And again.</think>Half an ans';
    expect(charged).toEqual([{ received, finish: null }]);
  });

  test('is an answer that never stops thinking, to the limit at which it is stopped', async () => {
    const charged = await chargesOf(async function* () {
      for (;;) yield { type: 'reasoning', text: 'on and on and on ' };
    });
    expect(charged).toMatchObject([{ finish: null }]);
    expect(charged[0]?.received.length).toBeGreaterThan(1600);
    expect(charged[0]?.received.length).toBeLessThan(1700);
  });

  test('is the prompt of a model that was stopped before its first word', async () => {
    const clock = createManualClock();
    const { answer, charged } = call(
      modelOf((_, signal) => never(signal)),
      clock,
    );
    clock.advance(120_000);
    await expect(answer).rejects.toMatchObject({ code: 'model_first_token_timeout' });
    expect(charged).toEqual([{ received: '', finish: null }]);
  });

  test('is nothing where the provider refused the request, or it was never sent', async () => {
    const refusal = Promise.reject(new AppError('model_rate_limited', 'later'));
    const refused = await chargesOf(async function* () {
      yield await refusal;
    });
    expect(refused).toEqual([]);
    const { answer, charged } = call(
      modelOf(() => {
        throw new Error('asked');
      }),
      createManualClock(),
      AbortSignal.abort(new Error('stopped')),
    );
    await expect(answer).rejects.toThrow('stopped');
    expect(charged).toEqual([]);
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
