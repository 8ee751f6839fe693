import { type StoredProfile, storedProfileSchema } from '#schema/models/stored-profile.ts';
import type { Database } from '#store/database.ts';
import type { ProfileStore } from '#store/store.ts';
import { toStoredJson } from '#store/stored-text.ts';

export function createProfiles({ db, readRows }: Database, onChange: () => void): ProfileStore {
  return {
    async listProfiles() {
      const rows = await db
        .selectFrom('model_profiles')
        .select(['id', 'body_json'])
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return readRows('model_profiles', rows, toProfile);
    },

    async getProfile(id) {
      const rows = await db
        .selectFrom('model_profiles')
        .select(['id', 'body_json'])
        .where('id', '=', id)
        .execute();
      return readRows('model_profiles', rows, toProfile)[0] ?? null;
    },

    async putProfile(profile) {
      const changing = {
        name: profile.name,
        body_json: toStoredJson(profile),
        updated_at: profile.updatedAt,
      };
      await db
        .insertInto('model_profiles')
        .values({ ...changing, id: profile.id, created_at: profile.createdAt })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(changing))
        .execute();
      onChange();
    },

    async deleteProfile(id) {
      const { numDeletedRows } = await db
        .deleteFrom('model_profiles')
        .where('id', '=', id)
        .executeTakeFirst();
      onChange();
      return numDeletedRows > 0n;
    },
  };
}

/** Fills in the defaults of fields that came with a later version. */
export function toProfile({ body_json }: { body_json: string }): StoredProfile {
  return storedProfileSchema.parse(JSON.parse(body_json));
}
