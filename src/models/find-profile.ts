import type { ModelProfileId } from '#schema/ids.ts';
import type { StoredProfile } from '#schema/stored-profile.ts';
import { readEnvironmentProfile } from './environment-profile.ts';
import type { Environment, ProfileStore } from './ports.ts';

/** The stored profile, else the one that the environment gives for an id of the form `provider/model`. */
export async function findProfile(
  from: { store: Pick<ProfileStore, 'getProfile'>; env: Environment },
  id: ModelProfileId,
): Promise<StoredProfile | null> {
  return (await from.store.getProfile(id)) ?? readEnvironmentProfile(id, from.env);
}
