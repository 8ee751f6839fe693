import { AppError } from '#schema/app-error.ts';
import type { ModelProfile } from '#schema/models/model-profile.ts';
import type { Provider } from '#schema/models/profile-fields.ts';

type Addressed = Pick<ModelProfile, 'provider' | 'baseUrl'>;

interface DefaultAddress {
  baseUrl: string | null;
  /** The path that is added to a base URL that names only a host. */
  path: string;
}

const defaults: Record<Provider, DefaultAddress> = {
  builtin: { baseUrl: null, path: '' },
  openai: { baseUrl: 'https://api.openai.com/v1', path: '/v1' },
  anthropic: { baseUrl: 'https://api.anthropic.com/v1', path: '/v1' },
  google: { baseUrl: 'https://generativelanguage.googleapis.com/v1beta', path: '/v1beta' },
  // No path is added, because some of these servers have none (api.perplexity.ai).
  'openai-compatible': { baseUrl: null, path: '' },
  ollama: { baseUrl: 'http://127.0.0.1:11434', path: '' },
};

/** Returns the provider's address without a final slash. Throws AppError `invalid_input` naming `field`. */
export function baseUrlOf({ provider, baseUrl }: Addressed, field = 'baseUrl'): string {
  const address = baseUrl ?? defaults[provider].baseUrl;
  if (address === null) {
    throw new AppError('invalid_input', `${field}: the provider "${provider}" requires a base URL.`);
  }
  const url = new URL(address);
  if (url.username || url.password || url.search || url.hash) {
    throw new AppError(
      'invalid_input',
      `${field}: remove the user name, password, "?" and "#". The key has its own field.`,
    );
  }
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  return url.origin + (path || defaults[provider].path);
}

/** Returns the origin to which a key of this profile would be sent. */
export function originOf(profile: Addressed): string {
  return new URL(baseUrlOf(profile)).origin;
}
