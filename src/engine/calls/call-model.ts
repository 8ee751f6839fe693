import type { Clock, FinishReason, Model, ModelPart, ModelRequest } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import { createThinkFilter, type ThinkFilter } from '#text/think-filter.ts';

export interface ModelCall {
  model: Model;
  request: ModelRequest;
  signal: AbortSignal;
  clock: Clock;
  /** This function is called with each piece of text for the reader, as it arrives. */
  onText(text: string): void;
  /** This function is called once for each call that the provider may charge for, however the call ended. */
  onCharged(charged: Charged): void;
}

export interface Charged {
  /** All text that arrived, including thinking. */
  received: string;
  /** The value is null if the answer broke off before its end. */
  finish: Finish | null;
}

type Finish = Extract<ModelPart, { type: 'finish' }>;

export interface ModelAnswer {
  text: string;
  /** The name that the provider reported, or else the name in the profile. */
  model: string;
}

/** A server that ignores the output limit is stopped at this many characters per allowed token. */
export const charactersPerToken = 16;

/** The built-in model only quotes, so a think tag in its answer belongs to the source and stays. */
const wholeText: ThinkFilter = { push: (text) => text, end: () => '' };

/** The abort reason of a call that is over. It is no error, but it closes what is still open. */
const released = 'released';

/** Makes one call to one model, with its timeouts. Throws AppError and never returns partial text. */
export async function callModel(call: ModelCall): Promise<ModelAnswer> {
  const { model, request, clock } = call;
  call.signal.throwIfAborted();
  const guard = createTimeGuard(call);
  const filter = model.profile.provider === 'builtin' ? wholeText : createThinkFilter();
  const parts = model.stream(request, guard.signal)[Symbol.asyncIterator]();
  let text = '';
  let received = '';
  let hasBegun = false;
  let finish: Finish | null = null;
  /** Counts the answer and its reasoning. A part without text counts as one character. */
  let characters = 0;

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
      hasBegun = true;
      if (next.value.type === 'finish') finish = next.value;
      else {
        received += next.value.text;
        characters += Math.max(1, next.value.text.length);
      }
      if (next.value.type === 'text') take(filter.push(next.value.text));
      if (characters > request.maxOutputTokens * charactersPerToken) throw cutOff(model);
    }
    take(filter.end());
  } finally {
    // A model that was stopped before its first word has already read the prompt. A model that failed before its
    // first word has not.
    if (hasBegun || guard.signal.aborted) call.onCharged({ received, finish });
    guard.release();
    // The return is not awaited, because a stalled stream may never settle. The abort has already closed its socket.
    void parts.return?.()?.catch(() => {});
  }

  if (finish === null)
    throw new AppError('model_stream_cut', `The answer of ${nameOf(model)} ended before it was complete.`);
  const answer = { text: text.trimEnd(), model: finish.model ?? model.profile.model };
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
    // Promise.race with one promise for the whole call would keep every part until the call ends.
    let stopWaiting: (() => void) | null = null;
    controller.signal.addEventListener('abort', () => stopWaiting?.(), { once: true });
    return {
      signal: controller.signal,
      race: <T>(promise: Promise<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          stopWaiting = () => reject(controller.signal.reason);
          if (controller.signal.aborted) stopWaiting();
          // An abort takes precedence over the error of the closed socket.
          promise.then(resolve, (error) =>
            reject(controller.signal.aborted ? controller.signal.reason : error),
          );
        }),
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
