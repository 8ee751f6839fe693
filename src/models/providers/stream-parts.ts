import { APICallError, type LanguageModelV4, type LanguageModelV4StreamPart } from '@ai-sdk/provider';
import {
  type LanguageModelUsage,
  type ModelMessage,
  Output,
  type FinishReason as SdkFinishReason,
  streamText,
} from 'ai';
import type { FinishReason, ModelPart, ModelRequest } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { CallSettings } from '#schema/models/profile-numbers.ts';
import type { ChatMessage } from '#schema/spaces/thread-input.ts';

export interface StreamCall {
  model: LanguageModelV4;
  request: ModelRequest;
  settings: CallSettings;
  signal: AbortSignal;
}

/** The answer as parts of the engine's port. What it throws is still the SDK's; `classifyError` names it. */
export async function* streamParts(call: StreamCall): AsyncGenerator<ModelPart> {
  try {
    yield* streamOnce(call);
  } catch (error) {
    if (call.request.output === null || !refusesFormat(error)) throw error;
    // The prompt asks for the same shape, and the engine checks the answer.
    yield* streamOnce({ ...call, request: { ...call.request, output: null } });
  }
}

/** Servers of the same protocol differ in the answer formats they know. */
function refusesFormat(error: unknown): boolean {
  if (!APICallError.isInstance(error) || (error.statusCode !== 400 && error.statusCode !== 422)) return false;
  return /format|schema/i.test(`${error.message} ${error.responseBody ?? ''}`);
}

/** A strict schema may have no optional key, and a model that is given a tool instead would send no text. */
const formatOptions = {
  openai: { strictJsonSchema: false },
  'openai-compatible': { strictJsonSchema: false },
  anthropic: { structuredOutputMode: 'outputFormat' },
};

async function* streamOnce(call: StreamCall): AsyncGenerator<ModelPart> {
  // A reader that leaves early must close the socket too, not only one that aborts.
  const leaving = new AbortController();
  const { stream } = streamText({
    model: withoutWarnings(call.model),
    // Some providers refuse an empty one.
    ...(call.request.system.trim() !== '' && { instructions: call.request.system }),
    messages: [...call.request.history.map(toMessage), { role: 'user', content: call.request.prompt }],
    maxOutputTokens: call.request.maxOutputTokens,
    ...call.settings,
    // The SDK would parse all that has arrived with every token, and hold text back until it is JSON. It passes on what
    // changes.
    ...(call.request.output !== null && {
      output: {
        ...Output.object({ schema: call.request.output }),
        parsePartialOutput: async ({ text }: { text: string }) => ({ partial: text.length }),
      },
      providerOptions: formatOptions,
    }),
    maxRetries: 0,
    abortSignal: AbortSignal.any([call.signal, leaving.signal]),
    telemetry: { isEnabled: false },
    // The default writes to the console. The error comes as a part, too.
    onError: () => {},
  });

  let model: string | null = null;
  try {
    for await (const part of stream) {
      if (part.type === 'text-delta' && part.text !== '') yield { type: 'text', text: part.text };
      if (part.type === 'reasoning-start' || part.type === 'reasoning-delta') yield { type: 'reasoning' };
      if (part.type === 'error') throw part.error;
      if (part.type === 'abort') break;
      if (part.type === 'finish-step') model = part.response.modelId;
      if (part.type === 'finish') {
        const reason = toFinishReason(part.finishReason, part.rawFinishReason);
        yield { type: 'finish', reason, model, usage: toUsage(part.totalUsage) };
        return;
      }
    }
  } finally {
    leaving.abort();
  }
  call.signal.throwIfAborted();
  throw streamCut();
}

function toMessage({ role, text }: ChatMessage): ModelMessage {
  return { role, content: text };
}

const knownReasons: ReadonlySet<string> = new Set(['stop', 'length', 'content-filter']);

function toFinishReason(reason: SdkFinishReason, raw: string | undefined): FinishReason {
  if (knownReasons.has(reason)) return reason as FinishReason;
  // The SDK invents a reason if the provider sent none, which means the answer was cut off.
  if (raw === undefined) throw streamCut();
  return 'other';
}

function streamCut(): AppError {
  return new AppError('model_stream_cut', 'The answer ended before the provider marked it as complete.');
}

/** Null where the provider reported nothing; some servers then send zeros. */
function toUsage(usage: LanguageModelUsage): Extract<ModelPart, { type: 'finish' }>['usage'] {
  const { inputTokens = 0, outputTokens = 0, inputTokenDetails } = usage;
  if (inputTokens === 0 && outputTokens === 0) return null;
  return { inputTokens, outputTokens, cachedInputTokens: inputTokenDetails.cacheReadTokens ?? 0 };
}

/** The SDK prints warnings, such as "temperature is not supported", over the user's terminal. */
function withoutWarnings(model: LanguageModelV4): LanguageModelV4 {
  const silence = (part: LanguageModelV4StreamPart): LanguageModelV4StreamPart =>
    part.type === 'stream-start' ? { ...part, warnings: [] } : part;
  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(options),
    doStream: async (options) => {
      const result = await model.doStream(options);
      const silenced = new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
        transform: (part, controller) => controller.enqueue(silence(part)),
      });
      return { ...result, stream: result.stream.pipeThrough(silenced) };
    },
  };
}
