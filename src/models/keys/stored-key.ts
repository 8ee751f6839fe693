import { createHash } from 'node:crypto';
import type { Environment } from '#models/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { KeyState, ModelProfileInput, StoredKey } from '#schema/models/model-profile.ts';
import { openSecret, type SecretPlace, sealSecret } from './secret-box.ts';

export type KeyInput = NonNullable<ModelProfileInput['key']>;

/** Returns a key in the form in which it is stored: sealed, for one place only. `field` is for messages. */
export function toStoredKey(
  input: KeyInput,
  to: { secretKey: Uint8Array; place: SecretPlace; field: string },
): StoredKey {
  const { origin } = to.place;
  if (input.kind === 'none') return { kind: 'none' };
  if (input.kind === 'env') {
    refuseOwnSecret(input.name, to.field);
    return { kind: 'env', name: input.name, origin };
  }
  const text = input.value.trim();
  if (!isSendable(text))
    throw new AppError('invalid_input', `${to.field}: contains characters that are not allowed in a key.`);
  return { kind: 'stored', ciphertext: sealSecret(to.secretKey, { text, place: to.place }), origin };
}

/** Refuses variables with Precis's own secrets, which a profile could otherwise send to any address. */
function refuseOwnSecret(name: string, field: string): void {
  if (!/^(PRECIS_|DATABASE_URL$|PG)/i.test(name)) return;
  throw new AppError('invalid_input', `${field}: the variable ${name} does not hold a model key.`);
}

/** Describes a key. With `isWaiting`, it would go to another origin than the one it was given for. */
export function toKeyState(key: StoredKey, of: { env: Environment; isWaiting: boolean }): KeyState {
  if (key.kind === 'none') return { kind: 'none' };
  const waiting = of.isWaiting ? { givenFor: key.origin } : {};
  if (key.kind === 'stored') return { kind: 'stored', ...waiting };
  return { kind: 'env', name: key.name, present: Boolean(of.env[key.name]), ...waiting };
}

/** Identifies a key without revealing it, because each sealing produces a different ciphertext. */
export function markOf(key: Exclude<StoredKey, { kind: 'none' }>): string {
  if (key.kind === 'env') return `env:${key.name}`;
  return createHash('sha256').update(key.ciphertext).digest('base64url');
}

/** A key and the origin to which it would be sent. */
export interface KeyUse {
  key: StoredKey;
  /** The name of the profile or agent, for messages. */
  name: string;
  /** The id that the key was sealed for. */
  sealedFor: string;
  origin: string;
  /** Whether a person confirmed that it may be sent to another origin. */
  confirmed: boolean;
}

/** Returns the plain key, only for the origin it was given or confirmed for. Throws AppError `key_…`. */
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

/** Whether the key would go to an origin that it was neither given nor confirmed for. */
export function isWaiting({ key, origin, confirmed }: KeyUse): boolean {
  return key.kind !== 'none' && key.origin !== origin && !confirmed;
}

/** Whether a key can be sent in a header. With other characters, the error message would quote the key. */
export function isSendable(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key);
}
