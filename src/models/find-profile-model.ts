import type { Model } from '#engine/ports.ts';
import { originOf } from '#models/providers/provider-address.ts';
import { builtinModelProfileId, type ModelProfileId, sampleModelProfileId } from '#schema/ids.ts';
import type { StoredProfile } from '#schema/models/model-profile.ts';
import { builtinProfile, sampleProfile } from './builtin-model.ts';
import { readEnvironmentProfile } from './environment-profile.ts';
import type { KeyUse } from './keys/stored-key.ts';
import type { ModelSources } from './ports.ts';

/** A model that can be opened. */
export interface FoundModel {
  profile: Model['profile'];
  /** The key and its target. It is null for the built-in model, which makes no requests. */
  keyUse: KeyUse | null;
}

/**
 * Finds the built-in model, a stored profile, or the profile that the environment gives for an id like
 * `openai/gpt-5.2`.
 */
export async function findProfileModel(
  { store, env }: Pick<ModelSources, 'store' | 'env'>,
  id: ModelProfileId,
): Promise<FoundModel | null> {
  const kept = await findKeptModel(store, id);
  if (kept) return kept;
  const profile = readEnvironmentProfile(id, env);
  return profile && toFoundModel(profile);
}

/** Finds only the built-in models and stored profiles. */
export async function findKeptModel(
  store: Pick<ModelSources['store'], 'getProfile'>,
  id: ModelProfileId,
): Promise<FoundModel | null> {
  if (id === builtinModelProfileId) return { profile: builtinProfile, keyUse: null };
  if (id === sampleModelProfileId) return { profile: sampleProfile, keyUse: null };
  const profile = await store.getProfile(id);
  return profile && toFoundModel(profile);
}

export function keyUseOf(profile: StoredProfile): KeyUse {
  const { key, name, id } = profile;
  return { key, name, sealedFor: id, origin: originOf(profile), confirmed: false };
}

function toFoundModel(stored: StoredProfile): FoundModel {
  const { key: _key, createdAt: _created, updatedAt: _updated, ...profile } = stored;
  return { profile, keyUse: keyUseOf(stored) };
}
