import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Agent } from 'undici';
import type { Model } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { Provider } from '#schema/models/profile-fields.ts';
import { createOllamaModel } from './ollama-model.ts';
import { baseUrlOf, originOf } from './provider-address.ts';
import { createUpstreamFetch } from './upstream-fetch.ts';

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

/** The provider's model behind the AI SDK's interface. */
export function openProvider(from: {
  profile: Model['profile'];
  key: string | null;
  agent: Agent;
}): LanguageModelV4 {
  const { profile, key, agent } = from;
  const open = openers[profile.provider];
  if (!open)
    throw new AppError(
      'model_not_configured',
      `The model profile "${profile.name}" has no provider that can be called.`,
    );
  const fetch = createUpstreamFetch({
    agent,
    origin: originOf(profile),
    hasKey: key !== null,
    streamFormat: profile.provider === 'ollama' ? 'ndjson' : 'sse',
  });
  return open({ profile, apiKey: key ?? '', baseURL: baseUrlOf(profile), fetch });
}
