import { AppError } from '#schema/app-error.ts';
import type { StoredProfile } from '#schema/stored-profile.ts';
import type { Environment } from './ports.ts';
import { originOf } from './provider-address.ts';
import { openSecret } from './secret-box.ts';

/** The profile's key in the clear, only for the origin it was given for. Throws AppError `key_…`. */
export function readKey(
  profile: StoredProfile,
  from: { secretKey: Uint8Array; env: Environment },
): string | null {
  const { key } = profile;
  if (key.kind === 'none') return null;

  const origin = originOf(profile);
  if (key.origin !== origin) {
    const message = `The key of "${profile.name}" was given for ${key.origin}, but the profile now points to ${origin}.`;
    throw new AppError('key_origin_changed', message, { details: { givenFor: key.origin, now: origin } });
  }
  if (key.kind === 'stored') {
    return openSecret(from.secretKey, { sealed: key.ciphertext, place: { profileId: profile.id, origin } });
  }
  const value = from.env[key.name]?.trim();
  if (value && isSendable(value)) return value;
  const why = value ? 'holds characters that no key has' : 'is not set';
  throw new AppError('key_missing', `"${profile.name}" takes its key from ${key.name}, which ${why}.`);
}

/** Anything else cannot stand in a header, and the error about it would quote the key. */
export function isSendable(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key);
}
