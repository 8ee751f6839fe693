import type { Environment } from '#models/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { StoredKey } from '#schema/models/stored-profile.ts';
import { openSecret } from './secret-box.ts';

/** A key and where it would be sent. */
export interface KeyUse {
  key: StoredKey;
  /** Of the profile or agent, for messages. */
  name: string;
  /** The id that the key was sealed for. */
  sealedFor: string;
  origin: string;
  /** Whether a person confirmed that it may be sent to another origin. */
  confirmed: boolean;
}

/** The key in the clear, only for the origin it was given or confirmed for. Throws AppError `key_…`. */
export function readKey(use: KeyUse, from: { secretKey: Uint8Array; env: Environment }): string | null {
  const { key, name, origin } = use;
  if (key.kind === 'none') return null;

  if (isWaiting(use)) {
    const message = `The API key of "${name}" was saved for ${key.origin}, but would now be sent to ${origin}.`;
    throw new AppError('key_origin_changed', message, { details: { givenFor: key.origin, now: origin } });
  }
  if (key.kind === 'stored') {
    const place = { profileId: use.sealedFor, origin: key.origin };
    return openSecret(from.secretKey, { sealed: key.ciphertext, place });
  }
  const value = from.env[key.name]?.trim();
  if (value && isSendable(value)) return value;
  const why = value ? 'contains characters that are not allowed in a key' : 'is not set';
  throw new AppError('key_missing', `"${name}" reads its API key from ${key.name}, which ${why}.`);
}

/** It would go to an origin that it was neither given nor confirmed for. */
export function isWaiting({ key, origin, confirmed }: KeyUse): boolean {
  return key.kind !== 'none' && key.origin !== origin && !confirmed;
}

/** Anything else is invalid in a header, and the error message would quote the key. */
export function isSendable(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key);
}
