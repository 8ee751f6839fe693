import { defaultSettings, mergeSettings, settingsPatchSchema } from '#schema/settings.ts';
import type { Database } from './database.ts';
import type { SettingsStore } from './store.ts';
import { toStoredJson } from './stored-text.ts';

const onlyRow = 'settings';

export function createSettings({ db }: Database): SettingsStore {
  return {
    async getSettings() {
      const row = await db
        .selectFrom('settings')
        .select('body_json')
        .where('id', '=', onlyRow)
        .executeTakeFirst();
      if (!row) return defaultSettings;
      // A patch, because an earlier version may have stored less than there is now.
      return mergeSettings(defaultSettings, settingsPatchSchema.parse(JSON.parse(row.body_json)));
    },

    async putSettings(settings) {
      const body_json = toStoredJson(settings);
      await db
        .insertInto('settings')
        .values({ id: onlyRow, body_json })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ body_json }))
        .execute();
    },
  };
}
