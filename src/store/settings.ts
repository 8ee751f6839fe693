import { defaultSettings, mergeSettings, type Settings, storedSettingsSchema } from '#schema/settings.ts';
import type { Database } from './database.ts';
import type { ReadRows } from './readable-rows.ts';
import type { SettingsStore } from './store.ts';
import { toStoredJson } from './stored-text.ts';

const onlyRow = 'settings';

export function createSettings({ db, transaction, readRows }: Database, onChange: () => void): SettingsStore {
  return {
    async getSettings() {
      const row = await db
        .selectFrom('settings')
        .select('body_json')
        .where('id', '=', onlyRow)
        .executeTakeFirst();
      return row ? toSettings(row.body_json, readRows) : defaultSettings;
    },

    async patchSettings(patch) {
      const merged = await transaction(async (trx) => {
        // The row must exist so that it can be locked.
        await trx
          .insertInto('settings')
          .values({ id: onlyRow, body_json: toStoredJson(defaultSettings) })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute();
        const row = await trx
          .selectFrom('settings')
          .select('body_json')
          .where('id', '=', onlyRow)
          .forUpdate()
          .executeTakeFirstOrThrow();
        const merged = mergeSettings(toSettings(row.body_json, readRows), patch);
        await trx
          .updateTable('settings')
          .set({ body_json: toStoredJson(merged) })
          .where('id', '=', onlyRow)
          .execute();
        return merged;
      });
      onChange();
      return merged;
    },
  };
}

/**
 * Reads settings as a patch, because an earlier version may have stored fewer fields. A value that cannot be read
 * becomes its default and the others stay, because nothing works without settings.
 */
export function toSettings(bodyJson: string, readRows: ReadRows): Settings {
  const fields = readRows('settings', [{ id: onlyRow }], () => fieldsOf(JSON.parse(bodyJson)));
  return fields
    .flat()
    .flatMap(({ section, field, value }) =>
      readRows('settings', [{ id: `${section}.${field}` }], () =>
        storedSettingsSchema.parse({ [section]: { [field]: value } }),
      ),
    )
    .reduce(mergeSettings, defaultSettings);
}

function fieldsOf(stored: Record<string, object>) {
  return Object.entries(stored).flatMap(([section, fields]) =>
    Object.entries(fields).map(([field, value]) => ({ section, field, value })),
  );
}
