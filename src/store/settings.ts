import { defaultSettings, mergeSettings, type Settings, settingsPatchSchema } from '#schema/settings.ts';
import type { Database } from './database.ts';
import type { SettingsStore } from './store.ts';
import { toStoredJson } from './stored-text.ts';

const onlyRow = 'settings';

export function createSettings({ db, transaction, forUpdate }: Database): SettingsStore {
  return {
    async getSettings() {
      const row = await db
        .selectFrom('settings')
        .select('body_json')
        .where('id', '=', onlyRow)
        .executeTakeFirst();
      return row ? toSettings(row.body_json) : defaultSettings;
    },

    patchSettings: (patch) =>
      transaction(async (trx) => {
        // There has to be a row that can be locked.
        await trx
          .insertInto('settings')
          .values({ id: onlyRow, body_json: toStoredJson(defaultSettings) })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute();
        const row = await forUpdate(
          trx.selectFrom('settings').select('body_json').where('id', '=', onlyRow),
        ).executeTakeFirstOrThrow();
        const merged = mergeSettings(toSettings(row.body_json), patch);
        await trx
          .updateTable('settings')
          .set({ body_json: toStoredJson(merged) })
          .where('id', '=', onlyRow)
          .execute();
        return merged;
      }),
  };
}

/** Stored as a patch, because an earlier version may have stored less than there is now. */
function toSettings(bodyJson: string): Settings {
  return mergeSettings(defaultSettings, settingsPatchSchema.parse(JSON.parse(bodyJson)));
}
