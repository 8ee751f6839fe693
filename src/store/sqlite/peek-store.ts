import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { TranscriptClient } from '#schema/sessions/hook-client.ts';
import { defaultSettings, type Settings } from '#schema/settings.ts';
import type { ImportPlace } from '#sources/session/transcripts/ports.ts';
import { createReadRows } from '#store/readable-rows.ts';
import { toSettings } from '#store/settings.ts';

/** The file of the embedded database. */
export function databaseFile(home: string): string {
  return join(home, 'precis.db');
}

/**
 * Reads the settings without opening the store, which would take most of a command's time. Returns null if they
 * cannot be read this way. Opening the store then says why.
 */
export async function peekSettings(home: string): Promise<Settings | null> {
  try {
    const row = await peek(home, (connection) =>
      connection.prepare("select body_json from settings where id = 'settings'").get(),
    );
    return row === undefined ? defaultSettings : toSettings(String(row.body_json), createReadRows(undefined));
  } catch {
    return null;
  }
}

/**
 * Reads how far each transcript was read, without creating or upgrading the database. A database from before imports
 * has no such places.
 */
export async function peekPlaces(home: string, client: TranscriptClient): Promise<ImportPlace[]> {
  try {
    const rows = await peek(home, (connection) =>
      connection
        .prepare("select path, position, mark from import_places where client = ? and path <> ''")
        .all(client),
    );
    return (rows ?? []).map(({ path, position, mark }) => ({
      client,
      path: String(path),
      position: Number(position),
      mark: String(mark),
    }));
  } catch {
    return [];
  }
}

/** Returns undefined when there is no database. */
async function peek<T>(home: string, read: (connection: DatabaseSync) => T): Promise<T | undefined> {
  const path = databaseFile(home);
  if (!existsSync(path)) return undefined;
  const { DatabaseSync } = await import('node:sqlite');
  const connection = new DatabaseSync(path, { readOnly: true });
  try {
    return read(connection);
  } finally {
    connection.close();
  }
}
