import { AppError } from '#schema/app-error.ts';
import { builtinModelProfileId, type ModelProfileId } from '#schema/ids.ts';
import type { ConnectionTest, KeyState, ModelProfile, ModelProfileInput } from '#schema/model-profile.ts';
import type { StoredKey, StoredProfile } from '#schema/stored-profile.ts';
import { builtinProfile } from './builtin-model.ts';
import { createModels } from './create-models.ts';
import { findProfile } from './find-profile.ts';
import type { Environment, ProfileStore } from './ports.ts';
import { originOf } from './provider-address.ts';
import { isSendable } from './read-key.ts';
import { sealSecret } from './secret-box.ts';
import { testConnection } from './test-connection.ts';

export interface ModelProfiles {
  /** The built-in profile first, then the stored ones. */
  list(): Promise<ModelProfile[]>;
  /** Also profiles that only the environment gives. Throws AppError `not_found`. */
  get(id: ModelProfileId): Promise<ModelProfile>;
  put(input: ModelProfileInput): Promise<ModelProfile>;
  remove(id: ModelProfileId): Promise<void>;
  /** A real round trip. What goes wrong is in the result, in words; only an unknown id throws. */
  test(id: ModelProfileId): Promise<ConnectionTest>;
}

export interface ModelProfilesOptions {
  store: ProfileStore;
  secretKey: Uint8Array;
  env: Environment;
  now: () => number;
}

const builtin: ModelProfile = { ...builtinProfile, key: { kind: 'none' }, createdAt: 0, updatedAt: 0 };

export function createModelProfiles(options: ModelProfilesOptions): ModelProfiles {
  const { store, secretKey, env, now } = options;
  const models = createModels({ store, secretKey, env });

  async function get(id: ModelProfileId): Promise<ModelProfile> {
    if (id === builtinModelProfileId) return builtin;
    const profile = await findProfile({ store, env }, id);
    if (!profile) throw notFound(id);
    return toPublic(profile, env);
  }

  return {
    list: async () => [builtin, ...(await store.listProfiles()).map((profile) => toPublic(profile, env))],
    get,
    put: async ({ key: keyInput, ...fields }) => {
      refuseBuiltin(fields.id);
      const origin = originOf(fields);
      const existing = await store.getProfile(fields.id);
      const given = keyInput && toStoredKey(keyInput, { secretKey, place: { profileId: fields.id, origin } });
      const profile: StoredProfile = {
        ...fields,
        // A key that is kept keeps its origin: after a change of address it is not used until it is given again.
        key: given ?? existing?.key ?? { kind: 'none' },
        createdAt: existing?.createdAt ?? now(),
        updatedAt: now(),
      };
      await store.putProfile(profile);
      return toPublic(profile, env);
    },
    remove: async (id) => {
      refuseBuiltin(id);
      if (!(await store.deleteProfile(id))) throw notFound(id);
    },
    test: async (id) => testConnection({ profile: await get(id), models, now }),
  };
}

function toStoredKey(
  input: NonNullable<ModelProfileInput['key']>,
  to: { secretKey: Uint8Array; place: { profileId: string; origin: string } },
): StoredKey {
  const { origin } = to.place;
  if (input.kind === 'none') return { kind: 'none' };
  if (input.kind === 'env') {
    refuseOwnSecret(input.name);
    return { kind: 'env', name: input.name, origin };
  }
  const text = input.value.trim();
  if (!isSendable(text)) throw new AppError('invalid_input', 'key: it holds characters that no key has.');
  return { kind: 'stored', ciphertext: sealSecret(to.secretKey, { text, place: to.place }), origin };
}

/** Else a profile could send Precis's own secrets to any address. */
function refuseOwnSecret(name: string): void {
  if (!/^(PRECIS_|DATABASE_URL$|PG)/i.test(name)) return;
  throw new AppError('invalid_input', `key: the variable ${name} holds no key of a model.`);
}

function refuseBuiltin(id: ModelProfileId): void {
  if (id !== builtinModelProfileId) return;
  throw new AppError('conflict', 'The built-in model profile can be neither changed nor removed.');
}

function notFound(id: ModelProfileId): AppError {
  return new AppError('not_found', `There is no model profile "${id}".`);
}

function toPublic({ key, ...fields }: StoredProfile, env: Environment): ModelProfile {
  return { ...fields, key: toKeyState(key, env) };
}

function toKeyState(key: StoredKey, env: Environment): KeyState {
  if (key.kind === 'env') return { kind: 'env', name: key.name, present: Boolean(env[key.name]) };
  return { kind: key.kind };
}
