import { storedProfileSchema } from '#schema/stored-profile.ts';
import type { Database } from './database.ts';
import type { ProfileStore } from './store.ts';
import { toStoredJson } from './stored-text.ts';

export function createProfiles({ db }: Database): ProfileStore {
  return {
    async listProfiles() {
      const rows = await db
        .selectFrom('model_profiles')
        .select('body_json')
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map((row) => parse(row.body_json));
    },

    async getProfile(id) {
      const row = await db
        .selectFrom('model_profiles')
        .select('body_json')
        .where('id', '=', id)
        .executeTakeFirst();
      return row ? parse(row.body_json) : null;
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
    },

    async deleteProfile(id) {
      const { numDeletedRows } = await db
        .deleteFrom('model_profiles')
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

/** Fills in the defaults of fields that came with a later version. */
function parse(bodyJson: string) {
  return storedProfileSchema.parse(JSON.parse(bodyJson));
}
