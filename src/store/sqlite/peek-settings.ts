import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSettings, type Settings } from '#schema/settings.ts';
import { toSettings } from '#store/configuration/settings.ts';
import { createReadRows } from '#store/readable-rows.ts';

/** The file of the embedded database. */
export function databaseFile(home: string): string {
  return join(home, 'precis.db');
}

/**
 * Reads the settings without opening the store, which would take a command most of its time. Null: they cannot be read
 * this way, and opening the store says why.
 */
export async function peekSettings(home: string): Promise<Settings | null> {
  const path = databaseFile(home);
  if (!existsSync(path)) return defaultSettings;
  try {
    const { DatabaseSync } = await import('node:sqlite');
    const connection = new DatabaseSync(path, { readOnly: true });
    try {
      const row = connection.prepare("select body_json from settings where id = 'settings'").get();
      return row === undefined
        ? defaultSettings
        : toSettings(String(row.body_json), createReadRows(undefined));
    } finally {
      connection.close();
    }
  } catch {
    return null;
  }
}
