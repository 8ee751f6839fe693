import type { ModelProfileId } from '#schema/ids.ts';
import type { StoredProfile } from '#schema/stored-profile.ts';

/** Where model profiles are kept. Keys are sealed before they come here. */
export interface ProfileStore {
  /** In the order they were created. */
  listProfiles(): Promise<StoredProfile[]>;
  getProfile(id: ModelProfileId): Promise<StoredProfile | null>;
  /** Inserts, or replaces the profile with this id. */
  putProfile(profile: StoredProfile): Promise<void>;
  /** False when there was none. */
  deleteProfile(id: ModelProfileId): Promise<boolean>;
}

export type Environment = Readonly<Record<string, string | undefined>>;
