import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  APICallError,
  type EmbeddingModelV4,
  InvalidResponseDataError,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4FinishReason,
  type LanguageModelV4Message,
  type LanguageModelV4StreamPart,
  type LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { asSchema, StreamProviderError } from 'ai';
import type { Agent } from 'undici';
import { z } from 'zod';
import type { FinishReason, Model, ModelPart, ModelRequest, ReportedUsage } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { CallSettings, Provider } from '#schema/models/profile-fields.ts';
import { readTokenCount } from '#schema/runs/run.ts';
import { createOllamaModel, type OllamaSettings, postToOllama } from './ollama-model.ts';
import { baseUrlOf, originOf } from './provider-address.ts';
import { parseAnswer, toReportedUsage } from './read-usage.ts';
import { createUpstreamFetch, type Upstream } from './upstream-fetch.ts';

interface Call {
  profile: Model['profile'];
  /** The key is never undefined, because the SDK would then read the environment. The same holds for the address. */
  apiKey: string;
  baseURL: string;
  fetch: typeof globalThis.fetch;
}

type Open = (call: Call) => LanguageModelV4;

/** Uses chat completions, which every proxy and gateway supports, and not the SDK's default, the responses API. */
const openOpenAi: Open = ({ profile, ...settings }) => createOpenAI(settings).chat(profile.model);

const openAnthropic: Open = ({ profile, ...settings }) => createAnthropic(settings)(profile.model);

const openGoogle: Open = ({ profile, ...settings }) => createGoogle(settings)(profile.model);

/** Opens models of servers that imitate OpenAI's. */
const openCompatible: Open = ({ profile, ...settings }) =>
  createOpenAICompatible({
    ...settings,
    name: 'openai-compatible',
    includeUsage: true,
    supportsStructuredOutputs: true,
  })(profile.model);

const openOllama: Open = ({ profile, ...settings }) =>
  createOllamaModel({ ...settings, model: profile.model, contextTokens: profile.contextTokens });

const openers: Record<Provider, Open | null> = {
  builtin: null,
  openai: openOpenAi,
  anthropic: openAnthropic,
  google: openGoogle,
  'openai-compatible': openCompatible,
  ollama: openOllama,
};

type OpenEmbedding = (call: Call) => EmbeddingModelV4;

/** The openers of embedding models by provider. It is null for a provider that offers none. */
const embeddingOpeners: Record<Provider, OpenEmbedding | null> = {
  builtin: null,
  openai: ({ profile, ...settings }) => createOpenAI(settings).embeddingModel(profile.model),
  anthropic: null,
  google: ({ profile, ...settings }) => createGoogle(settings).embeddingModel(profile.model),
  'openai-compatible': ({ profile, ...settings }) =>
    createOpenAICompatible({ ...settings, name: 'openai-compatible' }).embeddingModel(profile.model),
  ollama: ({ profile, ...settings }) => createOllamaEmbedding({ ...settings, model: profile.model }),
};

interface Opening {
  profile: Model['profile'];
  key: string | null;
  agent: Agent;
}

/** Opens a provider's model. `classifyError` names the errors that its answers throw. */
export function openProvider(from: Opening): (call: Omit<StreamCall, 'model'>) => AsyncIterable<ModelPart> {
  const { profile } = from;
  const open = openers[profile.provider];
  if (!open)
    throw new AppError(
      'model_not_configured',
      `The model profile "${profile.name}" has no provider that can be called.`,
    );
  const model = open(callOf(from, profile.provider === 'ollama' ? 'ndjson' : 'sse'));
  return (asked) => streamParts({ ...asked, model });
}

/** Opens a model that makes vectors of texts. Returns null if its provider offers none. */
export function openEmbedding(from: Opening): EmbeddingModelV4 | null {
  return embeddingOpeners[from.profile.provider]?.(callOf(from, 'json')) ?? null;
}

function callOf({ profile, key, agent }: Opening, streamFormat: Upstream['streamFormat']): Call {
  const upstream = { agent, origin: originOf(profile), hasKey: key !== null, streamFormat };
  return { profile, apiKey: key ?? '', baseURL: baseUrlOf(profile), fetch: createUpstreamFetch(upstream) };
}

const answerSchema = z.object({
  embeddings: z.array(z.array(z.number())),
  prompt_eval_count: z.unknown().optional(),
});

/** Uses Ollama's own API at the address of its profiles. Ollama cuts texts that are longer than the model reads. */
function createOllamaEmbedding(settings: Omit<OllamaSettings, 'contextTokens'>): EmbeddingModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'ollama',
    modelId: settings.model,
    maxEmbeddingsPerCall: undefined,
    supportsParallelCalls: true,
    doEmbed: async ({ values, abortSignal }) => {
      const body = { model: settings.model, input: values };
      const response = await postToOllama(settings, '/api/embed', { body, signal: abortSignal });
      const data = parseAnswer(await response.text());
      const answer = answerSchema.safeParse(data);
      if (!answer.success)
        throw new InvalidResponseDataError({ data: data ?? null, message: 'Ollama sent no list of vectors' });
      const { embeddings, prompt_eval_count } = answer.data;
      const tokens = readTokenCount(prompt_eval_count);
      return { embeddings, ...(tokens === null ? {} : { usage: { tokens } }), warnings: [] };
    },
  };
}

interface StreamCall {
  model: LanguageModelV4;
  request: ModelRequest;
  settings: CallSettings;
  signal: AbortSignal;
}

/**
 * Streams the answer as parts of the engine's port. Errors are still the SDK's, and `classifyError` names them. The
 * model is not asked through `streamText`, whose pipeline for tools, steps and telemetry costs more than the rest of
 * a stream.
 */
async function* streamParts(call: StreamCall): AsyncGenerator<ModelPart> {
  // The socket must also close for a reader that leaves early without an abort.
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
    // The abort has closed the socket, so the rest of the stream fails.
    void reader?.cancel().catch(() => {});
  }
  call.signal.throwIfAborted();
  throw streamCut();
}

/** All readers share this error, because the stack trace of a new one costs more than the abort. */
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
    // Without a format, the prompt still asks for the same shape, and the engine checks the answer.
    return (await model.doStream(options)).stream;
  }
}

/** Whether the server refused the answer format. Servers of the same protocol support different formats. */
function refusesFormat(error: unknown): boolean {
  if (!APICallError.isInstance(error) || (error.statusCode !== 400 && error.statusCode !== 422)) return false;
  return /format|schema/i.test(`${error.message} ${error.responseBody ?? ''}`);
}

/** A strict schema allows no optional key. A model with a tool instead of a format would send no text. */
const formatOptions = {
  openai: { strictJsonSchema: false },
  'openai-compatible': { strictJsonSchema: false },
  anthropic: { structuredOutputMode: 'outputFormat' },
};

function toPrompt({ system, history, prompt }: ModelRequest): LanguageModelV4Message[] {
  const said = [...history, { role: 'user' as const, text: prompt }].map(
    ({ role, text }): LanguageModelV4Message => ({ role, content: [{ type: 'text', text }] }),
  );
  // Some providers refuse an empty system message.
  return system.trim() === '' ? said : [{ role: 'system', content: system }, ...said];
}

const knownReasons: ReadonlySet<string> = new Set(['stop', 'length', 'content-filter']);

function toFinishReason({ unified, raw }: LanguageModelV4FinishReason): FinishReason {
  if (knownReasons.has(unified)) return unified as FinishReason;
  // The SDK invents a reason if the provider sent none. In that case the answer was cut off.
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

type Fields = Record<string, unknown>;

/** The status of messages that have no code but are known to be temporary. */
const statusOfMessage = new Map(
  Object.entries<number>({
    overloaded: 503,
    'overloaded error': 503,
    'model overloaded': 503,
    'internal server error': 500,
    'service unavailable': 503,
  }),
);

/** Converts an error inside a successful response to one with the status it names, like the SDK's `streamText`. */
export function nameErrorFrame(error: unknown): unknown {
  if (error instanceof Error || !isFields(error)) return error;
  const inner = [isFields(error.response) ? error.response.error : null, error.error].find(isFields) ?? error;
  const { message } = inner;
  if (typeof message !== 'string') return error;
  const find = <T>(names: string[], read: (value: unknown) => T | undefined): T | undefined =>
    names.flatMap((name) => [read(inner[name]), read(error[name])]).find((value) => value !== undefined);
  const status = find(['statusCode', 'status_code', 'status', 'code'], toStatus);
  return new StreamProviderError({
    message,
    type: find(['type'], (value) => (typeof value === 'string' ? value : undefined)),
    code: find(['code'], (value) =>
      typeof value === 'string' || typeof value === 'number' ? value : undefined,
    ),
    statusCode: status ?? statusOfMessage.get(message.trim().toLowerCase()),
    data: error,
  });
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function toStatus(value: unknown): number | undefined {
  const status = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value;
  if (typeof status !== 'number' || !Number.isInteger(status)) return undefined;
  return status >= 400 && status <= 599 ? status : undefined;
}
