import { originOf } from '#models/providers/provider-address.ts';
import { AppError } from '#schema/app-error.ts';
import type { ModelProfileId } from '#schema/ids.ts';
import { modelProfileInputSchema, type StoredKey, type StoredProfile } from '#schema/models/model-profile.ts';
import type { Provider } from '#schema/models/profile-fields.ts';
import type { Environment } from './ports.ts';

interface Variables {
  key: string | null;
  baseUrl: string[];
  contextTokens?: number;
}

const variablesByProvider = {
  openai: { key: 'OPENAI_API_KEY', baseUrl: ['OPENAI_BASE_URL'] },
  anthropic: { key: 'ANTHROPIC_API_KEY', baseUrl: ['ANTHROPIC_BASE_URL'] },
  google: { key: 'GOOGLE_GENERATIVE_AI_API_KEY', baseUrl: [] },
  'openai-compatible': { key: 'OPENAI_COMPATIBLE_API_KEY', baseUrl: ['OPENAI_COMPATIBLE_BASE_URL'] },
  // Ollama reserves memory for the whole requested context. This size fits small machines.
  ollama: { key: null, baseUrl: ['OLLAMA_BASE_URL', 'OLLAMA_HOST'], contextTokens: 8192 },
} as const satisfies Record<string, Variables>;

/**
 * Builds a profile for an id such as `openai/gpt-5.2` from the usual environment variables. Returns null for other
 * ids.
 */
export function readEnvironmentProfile(id: ModelProfileId, env: Environment): StoredProfile | null {
  const slash = id.indexOf('/');
  const provider = id.slice(0, Math.max(slash, 0));
  const model = id.slice(slash + 1);
  if (!isKnown(provider) || model === '') return null;

  const variables: Variables = variablesByProvider[provider];
  const { contextTokens } = variables;
  const baseUrl = readBaseUrl(variables, env);
  if (provider === 'openai-compatible' && baseUrl === null) {
    const message = `To use the model "${id}", set OPENAI_COMPATIBLE_BASE_URL in the environment.`;
    throw new AppError('model_not_configured', message);
  }
  const input = { id, name: id, provider, model, baseUrl, ...(contextTokens && { contextTokens }) };
  const profile = modelProfileInputSchema.omit({ key: true }).safeParse(input);
  if (!profile.success) {
    const message = `The model "${id}" cannot be used from the environment: ${variables.baseUrl.join(' or ')} is not an http(s) URL.`;
    throw new AppError('model_not_configured', message);
  }
  const key = readKeyReference({ variables, baseUrl, env, origin: originOf(profile.data) });
  return { ...profile.data, key, createdAt: 0, updatedAt: 0 };
}

/** Returns the origin for the key in a usual variable, or null for other variables. */
export function originOfVariable(name: string, env: Environment): string | null {
  const provider = Object.keys(variablesByProvider)
    .filter(isKnown)
    .find((each) => variablesByProvider[each].key === name);
  if (provider === undefined) return null;
  const own = URL.parse(readBaseUrl(variablesByProvider[provider], env) ?? '')?.origin ?? null;
  return own === null && provider === 'openai-compatible' ? null : originOf({ provider, baseUrl: own });
}

/** Returns the address of Ollama from the environment. It is null if there is none, and for other providers. */
export function readOllamaAddress(provider: Provider, env: Environment): string | null {
  return provider === 'ollama' ? readBaseUrl(variablesByProvider.ollama, env) : null;
}

function isKnown(provider: string): provider is keyof typeof variablesByProvider {
  return Object.hasOwn(variablesByProvider, provider);
}

function readBaseUrl(variables: Variables, env: Environment): string | null {
  const name = variables.baseUrl.find((candidate) => env[candidate]);
  const value = name && env[name];
  if (!value) return null;
  return name === 'OLLAMA_HOST' ? fromOllamaHost(value) : value;
}

/** OLLAMA_HOST is also the address on which Ollama listens. It often has no scheme or port, or is 0.0.0.0. */
function fromOllamaHost(host: string): string {
  const hasScheme = /^https?:\/\//i.test(host);
  const text = (hasScheme ? host : `http://${host}`).replace(/^http:\/\/:/, 'http://127.0.0.1:');
  if (!URL.canParse(text)) return host;
  const url = new URL(text);
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (!hasScheme && !/:\d+\/?$/.test(host)) url.port = '11434';
  return url.href;
}

/** A self-hosted server may need no key, while the provider itself always needs one. */
function readKeyReference(from: {
  variables: Variables;
  baseUrl: string | null;
  env: Environment;
  origin: string;
}): StoredKey {
  const { key: name } = from.variables;
  if (name === null) return { kind: 'none' };
  if (from.baseUrl !== null && !from.env[name]) return { kind: 'none' };
  return { kind: 'env', name, origin: from.origin };
}
