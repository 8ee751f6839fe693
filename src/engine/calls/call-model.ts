import type { Clock, FinishReason, Model, ModelPart, ModelRequest } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import { createThinkFilter, type ThinkFilter } from '#text/think-filter.ts';

export interface ModelCall {
  model: Model;
  request: ModelRequest;
  signal: AbortSignal;
  clock: Clock;
  /** Text for the reader, as it arrives. */
  onText(text: string): void;
  /** The provider finished and charges for it, whether the answer is then accepted or refused. */
  onAnswered(answer: ModelAnswer): void;
}

export interface ModelAnswer {
  text: string;
  /** The name the provider reported, else the profile's. */
  model: string;
  usage: { inputTokens: number; cachedInputTokens: number; outputTokens: number } | null;
}

/** A server that ignores the output limit is stopped at this many characters per allowed token. */
const charactersPerToken = 16;

/** The built-in model quotes: a tag in its answer is the source's own. */
const wholeText: ThinkFilter = { push: (text) => text, end: () => '' };

/** Not an error: the call is over, and nothing of it may stay open. */
const released = 'released';

/** One call to one model, with its timeouts. Throws AppError; never returns partial text. */
export async function callModel(call: ModelCall): Promise<ModelAnswer> {
  const { model, request, clock } = call;
  const guard = createTimeGuard(call);
  const filter = model.profile.provider === 'builtin' ? wholeText : createThinkFilter();
  const parts = model.stream(request, guard.signal)[Symbol.asyncIterator]();
  let text = '';
  let finish: Extract<ModelPart, { type: 'finish' }> | null = null;

  function take(piece: string): void {
    // No store keeps U+0000, and the reader's text begins with its first visible character.
    const clean = piece.replaceAll('\u0000', '');
    const shown = text === '' ? clean.trimStart() : clean;
    if (shown === '') return;
    text += shown;
    call.onText(shown);
  }

  try {
    for (;;) {
      const next = await guard.race(parts.next());
      if (next.done) break;
      guard.beat();
      if (next.value.type === 'text') take(filter.push(next.value.text));
      if (next.value.type === 'finish') finish = next.value;
      if (text.length > request.maxOutputTokens * charactersPerToken) throw cutOff(model);
    }
    take(filter.end());
  } finally {
    guard.release();
    // Not awaited: a stalled stream may never settle, and the abort has already closed its socket.
    void parts.return?.()?.catch(() => {});
  }

  if (finish === null)
    throw new AppError('model_stream_cut', `The answer of ${nameOf(model)} ended before it was complete.`);
  const answer = { text: text.trimEnd(), model: finish.model ?? model.profile.model, usage: finish.usage };
  call.onAnswered(answer);
  refuseUnless(finish.reason, model);
  if (answer.text === '')
    throw new AppError('model_output_empty', `${nameOf(model)} returned an empty answer.`);
  return answer;

  function createTimeGuard({ signal }: ModelCall) {
    const { timeouts } = model.profile;
    const controller = new AbortController();
    const abort = (error: unknown) => controller.abort(error);
    const onOuterAbort = () => abort(signal.reason);
    if (signal.aborted) onOuterAbort();
    signal.addEventListener('abort', onOuterAbort, { once: true });
    const stopRunTimer = clock.after(timeouts.runMs, () =>
      abort(timedOut('run_timeout', model, timeouts.runMs)),
    );
    let stopIdleTimer = clock.after(timeouts.firstTokenMs, () =>
      abort(timedOut('model_first_token_timeout', model, timeouts.firstTokenMs)),
    );
    const aborted = new Promise<never>((_, reject) => {
      if (controller.signal.aborted) reject(controller.signal.reason);
      controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true });
    });
    aborted.catch(() => {});
    return {
      signal: controller.signal,
      // An abort takes precedence over the error of the closed socket.
      race: async <T>(promise: Promise<T>): Promise<T> => {
        try {
          return await Promise.race([promise, aborted]);
        } catch (error) {
          throw controller.signal.aborted ? controller.signal.reason : error;
        }
      },
      beat() {
        stopIdleTimer();
        stopIdleTimer = clock.after(timeouts.idleMs, () =>
          abort(timedOut('model_idle_timeout', model, timeouts.idleMs)),
        );
      },
      release() {
        stopIdleTimer();
        stopRunTimer();
        signal.removeEventListener('abort', onOuterAbort);
        controller.abort(released);
      },
    };
  }
}

function refuseUnless(reason: FinishReason, model: Model): void {
  if (reason === 'length') throw cutOff(model);
  if (reason === 'content-filter') {
    throw new AppError('model_output_filtered', `The content filter of ${nameOf(model)} stopped the answer.`);
  }
}

function cutOff(model: Model): AppError {
  return new AppError(
    'model_output_cut_off',
    `The answer of ${nameOf(model)} was cut off at its limit of ${model.profile.maxOutputTokens} tokens.`,
  );
}

function timedOut(
  code: 'run_timeout' | 'model_first_token_timeout' | 'model_idle_timeout',
  model: Model,
  afterMs: number,
): AppError {
  const seconds = Math.round(afterMs / 100) / 10;
  const what = {
    run_timeout: 'did not finish',
    model_first_token_timeout: 'sent no first token',
    model_idle_timeout: 'stopped responding in the middle of its answer: no data',
  }[code];
  return new AppError(code, `${nameOf(model)} ${what} within ${seconds} s.`);
}

function nameOf(model: Model): string {
  return `${model.profile.name} (${model.profile.model})`;
}
