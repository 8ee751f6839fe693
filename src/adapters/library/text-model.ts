import { AppError } from '#schema/app-error.ts';

/** A language model of any version of the AI SDK. The package `ai` is loaded on first use. */
export interface AiSdkModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
}

/** A chat model of LangChain. */
export interface ChatModel {
  invoke(input: never, options?: never): PromiseLike<unknown>;
}

/** The signal is aborted on timeout or by the host. */
export interface CallOptions {
  signal: AbortSignal;
}

/** A function that receives the whole prompt and returns text. */
export type TextFunction = (prompt: string, options: CallOptions) => string | PromiseLike<string>;

/** The host's model: a function, or a model from a library that the host already uses. */
export type TextModel = TextFunction | AiSdkModel | ChatModel;

export interface ModelTexts {
  system: string;
  prompt: string;
}

export interface AskOptions {
  /** Timeout of one call in milliseconds. Defaults to 60,000; `Infinity` disables it. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

const defaultTimeoutMs = 60_000;

export type Ask = (texts: ModelTexts) => Promise<string>;

export function createAsk(model: TextModel, { timeoutMs = defaultTimeoutMs, signal }: AskOptions = {}): Ask {
  const ask = askOf(model);
  return async (texts) => {
    const answer = await callWithin((stop) => ask(texts, stop), { timeoutMs, signal });
    if (typeof answer === 'string') return answer;
    const kind = answer === null ? 'null' : typeof answer;
    throw new AppError('model_bad_response', `The model returned ${kind} instead of text.`);
  };
}

function askOf(model: TextModel): (texts: ModelTexts, signal: AbortSignal) => Promise<unknown> {
  if (typeof model === 'function')
    return async ({ system, prompt }, signal) => model(`${system}\n\n${prompt}`, { signal });
  if ('invoke' in model) return (texts, signal) => askChatModel(model, texts, signal);
  return (texts, signal) => askAiSdk(model, texts, signal);
}

async function askChatModel(
  model: ChatModel,
  { system, prompt }: ModelTexts,
  signal: AbortSignal,
): Promise<unknown> {
  const input = [
    ['system', system],
    ['human', prompt],
  ];
  const answer = await model.invoke(input as never, { signal } as never);
  if (typeof answer !== 'object' || answer === null || !('content' in answer)) return answer;
  const { content } = answer;
  return Array.isArray(content) ? content.map((block: unknown) => textOf(block)).join('') : content;
}

function textOf(block: unknown): string {
  if (typeof block === 'string') return block;
  const isText = typeof block === 'object' && block !== null && 'text' in block;
  return isText && typeof block.text === 'string' ? block.text : '';
}

async function askAiSdk(
  model: AiSdkModel,
  { system, prompt }: ModelTexts,
  signal: AbortSignal,
): Promise<string> {
  const { generateText } = await import('ai');
  type Model = Parameters<typeof generateText>[0]['model'];
  const result = await generateText({
    model: model as unknown as Model,
    instructions: system,
    prompt,
    temperature: 0,
    abortSignal: signal,
  });
  // An answer that was cut off is not used as a summary.
  if (result.finishReason === 'length')
    throw new AppError('model_output_cut_off', 'The model’s answer was cut off at its output limit.');
  if (result.finishReason === 'content-filter')
    throw new AppError('model_output_filtered', 'The provider’s content filter stopped the answer.');
  return result.text;
}

interface CallLimits {
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** setTimeout fires immediately if its delay is longer than this. */
const longestTimer = 2 ** 31 - 1;

/** Aborts a call on timeout or on the host's signal. A call that ignores the abort is abandoned. */
async function callWithin<T>(
  call: (signal: AbortSignal) => Promise<T>,
  { timeoutMs, signal }: CallLimits,
): Promise<T> {
  signal?.throwIfAborted();
  const stop = new AbortController();
  const giveUp = () => stop.abort(signal?.reason);
  // The timer of AbortSignal.timeout would let a process exit while the call is still awaited.
  const timer =
    timeoutMs > longestTimer
      ? undefined
      : setTimeout(
          () =>
            stop.abort(
              new AppError('model_first_token_timeout', `The model did not answer within ${timeoutMs} ms.`),
            ),
          timeoutMs,
        );
  signal?.addEventListener('abort', giveUp, { once: true });
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason), { once: true });
  });
  try {
    return await Promise.race([call(stop.signal), stopped]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}
