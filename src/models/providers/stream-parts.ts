import {
  APICallError,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4FinishReason,
  type LanguageModelV4Message,
  type LanguageModelV4StreamPart,
  type LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { asSchema } from 'ai';
import type { FinishReason, ModelPart, ModelRequest, ReportedUsage } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { CallSettings } from '#schema/models/profile-numbers.ts';
import { nameErrorFrame } from './name-error-frame.ts';
import { toReportedUsage } from './usage/read-usage.ts';

export interface StreamCall {
  model: LanguageModelV4;
  request: ModelRequest;
  settings: CallSettings;
  signal: AbortSignal;
}

/**
 * The answer as parts of the engine's port. What it throws is still the SDK's; `classifyError` names it. The model is
 * asked without `streamText`, whose pipeline for tools, steps and telemetry costs more than everything else in a stream.
 */
export async function* streamParts(call: StreamCall): AsyncGenerator<ModelPart> {
  // A reader that leaves early must close the socket too, not only one that aborts.
  const leaving = new AbortController();
  const onAbort = () => leaving.abort(call.signal.reason);
  if (call.signal.aborted) onAbort();
  else call.signal.addEventListener('abort', onAbort, { once: true });
  let model = call.model.modelId;
  let reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart> | undefined;
  try {
    reader = (await openStream(call, leaving.signal)).getReader();
    for (;;) {
      const { done, value: part } = await reader.read();
      if (done) break;
      if (part.type === 'text-delta') {
        if (part.delta !== '') yield { type: 'text', text: part.delta };
      } else if (part.type === 'reasoning-start' || part.type === 'reasoning-delta') {
        yield { type: 'reasoning', text: part.type === 'reasoning-start' ? '' : part.delta };
      } else if (part.type === 'error') {
        throw nameErrorFrame(part.error);
      } else if (part.type === 'response-metadata') {
        model = part.modelId ?? model;
      } else if (part.type === 'finish') {
        yield {
          type: 'finish',
          reason: toFinishReason(part.finishReason),
          model,
          usage: toUsage(part.usage),
        };
        return;
      }
    }
  } finally {
    call.signal.removeEventListener('abort', onAbort);
    leaving.abort(left);
    // The abort has closed the socket; what is left of the stream fails with it.
    void reader?.cancel().catch(() => {});
  }
  call.signal.throwIfAborted();
  throw streamCut();
}

/** One for all: the trace of a new one costs more than the abort. */
const left = new DOMException('The reader has left.', 'AbortError');

type PartStream = ReadableStream<LanguageModelV4StreamPart>;

async function openStream(
  { model, request, settings }: StreamCall,
  signal: AbortSignal,
): Promise<PartStream> {
  const options: LanguageModelV4CallOptions = {
    prompt: toPrompt(request),
    maxOutputTokens: request.maxOutputTokens,
    ...settings,
    abortSignal: signal,
  };
  if (request.output === null) return (await model.doStream(options)).stream;
  const schema = await asSchema(request.output).jsonSchema;
  const format = { responseFormat: { type: 'json', schema }, providerOptions: formatOptions } as const;
  try {
    return (await model.doStream({ ...options, ...format })).stream;
  } catch (error) {
    if (!refusesFormat(error)) throw error;
    // The prompt asks for the same shape, and the engine checks the answer.
    return (await model.doStream(options)).stream;
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

function toPrompt({ system, history, prompt }: ModelRequest): LanguageModelV4Message[] {
  const said = [...history, { role: 'user' as const, text: prompt }].map(
    ({ role, text }): LanguageModelV4Message => ({ role, content: [{ type: 'text', text }] }),
  );
  // Some providers refuse an empty one.
  return system.trim() === '' ? said : [{ role: 'system', content: system }, ...said];
}

const knownReasons: ReadonlySet<string> = new Set(['stop', 'length', 'content-filter']);

function toFinishReason({ unified, raw }: LanguageModelV4FinishReason): FinishReason {
  if (knownReasons.has(unified)) return unified as FinishReason;
  // The SDK invents a reason if the provider sent none, which means the answer was cut off.
  if (raw === undefined) throw streamCut();
  return 'other';
}

function streamCut(): AppError {
  return new AppError('model_stream_cut', 'The answer ended before the provider marked it as complete.');
}

function toUsage({ inputTokens, outputTokens }: LanguageModelV4Usage): ReportedUsage | null {
  return toReportedUsage({
    input: inputTokens.total,
    cached: inputTokens.cacheRead,
    output: outputTokens.total,
  });
}
