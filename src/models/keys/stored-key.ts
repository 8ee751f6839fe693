import { createHash } from 'node:crypto';
import type { Environment } from '#models/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { KeyState, ModelProfileInput } from '#schema/models/model-profile.ts';
import type { StoredKey } from '#schema/models/stored-profile.ts';
import { isSendable } from './read-key.ts';
import { type SecretPlace, sealSecret } from './secret-box.ts';

export type KeyInput = NonNullable<ModelProfileInput['key']>;

/** A key as it is kept: sealed, for one place only. `field` is for messages. */
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

/** Else a profile could send Precis's own secrets to any address. */
function refuseOwnSecret(name: string, field: string): void {
  if (!/^(PRECIS_|DATABASE_URL$|PG)/i.test(name)) return;
  throw new AppError('invalid_input', `${field}: the variable ${name} does not hold a model key.`);
}

/** `isWaiting`: it would go to another origin than it was given for. */
export function toKeyState(key: StoredKey, of: { env: Environment; isWaiting: boolean }): KeyState {
  if (key.kind === 'none') return { kind: 'none' };
  const waiting = of.isWaiting ? { givenFor: key.origin } : {};
  if (key.kind === 'stored') return { kind: 'stored', ...waiting };
  return { kind: 'env', name: key.name, present: Boolean(of.env[key.name]), ...waiting };
}

/** Identifies a key without revealing anything about it: each sealing produces a different ciphertext. */
export function markOf(key: Exclude<StoredKey, { kind: 'none' }>): string {
  if (key.kind === 'env') return `env:${key.name}`;
  return createHash('sha256').update(key.ciphertext).digest('base64url');
}
