import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { EmbeddingModelV4, LanguageModelV4 } from '@ai-sdk/provider';
import type { Agent } from 'undici';
import type { Model, ModelPart } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { Provider } from '#schema/models/profile-fields.ts';
import { type ChatCall, streamChat } from './chat/chat-model.ts';
import { createOllamaEmbedding } from './ollama-embedding.ts';
import { createOllamaModel } from './ollama-model.ts';
import { baseUrlOf, originOf } from './provider-address.ts';
import { streamParts } from './stream-parts.ts';
import { createUpstreamCall, createUpstreamFetch, type Upstream } from './upstream-fetch.ts';

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

const openOllama: Open = ({ profile, ...settings }) =>
  createOllamaModel({ ...settings, model: profile.model, contextTokens: profile.contextTokens });

/** Not here: the built-in model is not called, and compatible servers are asked without the SDK. */
const openers: Partial<Record<Provider, Open>> = {
  openai: openOpenAi,
  anthropic: openAnthropic,
  google: openGoogle,
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
export function openProvider(from: Opening): (call: ChatCall) => AsyncIterable<ModelPart> {
  const { profile, key } = from;
  if (profile.provider === 'openai-compatible') {
    const call = createUpstreamCall(upstreamOf(from, 'sse'));
    const settings = { model: profile.model, baseURL: baseUrlOf(profile), apiKey: key ?? '', call };
    return (asked) => streamChat(settings, asked);
  }
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

function callOf(from: Opening, streamFormat: Upstream['streamFormat']): Call {
  const { profile, key } = from;
  const fetch = createUpstreamFetch(upstreamOf(from, streamFormat));
  return { profile, apiKey: key ?? '', baseURL: baseUrlOf(profile), fetch };
}

function upstreamOf({ profile, key, agent }: Opening, streamFormat: Upstream['streamFormat']): Upstream {
  return { agent, origin: originOf(profile), hasKey: key !== null, streamFormat };
}
