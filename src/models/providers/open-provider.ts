import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { EmbeddingModelV4, LanguageModelV4 } from '@ai-sdk/provider';
import type { Agent } from 'undici';
import type { Model, ModelPart } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { Provider } from '#schema/models/profile-fields.ts';
import { createOllamaEmbedding } from './ollama-embedding.ts';
import { createOllamaModel } from './ollama-model.ts';
import { baseUrlOf, originOf } from './provider-address.ts';
import { type StreamCall, streamParts } from './stream-parts.ts';
import { createUpstreamFetch, type Upstream } from './upstream-fetch.ts';

interface Call {
  profile: Model['profile'];
  /** Never undefined: for a missing key or address the SDK would read the environment. */
  apiKey: string;
  baseURL: string;
  fetch: typeof globalThis.fetch;
}

type Open = (call: Call) => LanguageModelV4;

/** Chat completions, not the responses API that is the SDK's default: every proxy and gateway speaks it. */
const openOpenAi: Open = ({ profile, ...settings }) => createOpenAI(settings).chat(profile.model);

const openAnthropic: Open = ({ profile, ...settings }) => createAnthropic(settings)(profile.model);

const openGoogle: Open = ({ profile, ...settings }) => createGoogle(settings)(profile.model);

/** For servers that imitate OpenAI's. */
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

/** Null: it offers none. */
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

/** The answers of a provider's model. What they throw, `classifyError` names. */
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

/** The same for a model that makes vectors of texts; null: its provider offers none. */
export function openEmbedding(from: Opening): EmbeddingModelV4 | null {
  return embeddingOpeners[from.profile.provider]?.(callOf(from, 'json')) ?? null;
}

function callOf({ profile, key, agent }: Opening, streamFormat: Upstream['streamFormat']): Call {
  const upstream = { agent, origin: originOf(profile), hasKey: key !== null, streamFormat };
  return { profile, apiKey: key ?? '', baseURL: baseUrlOf(profile), fetch: createUpstreamFetch(upstream) };
}
