import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, inject } from 'vitest';
import { openStore } from '#store/open-store.ts';
import type { Store } from '#store/store.ts';
import { scratchFolder } from '#tests/setup/scratch-folder.ts';
import { createDatabase, dropDatabase } from '#tests/setup/start-postgres.ts';

export interface StorePlace {
  home: string;
  databaseUrl: string | null;
}

interface StoreTest {
  dialect: Store['dialect'];
  place: StorePlace;
  store: Store;
  /** Opens another connection to the same database, which is closed with the test. */
  openAnother(): Promise<Store>;
}

/** Runs the body on both dialects. Inside a test, `current()` is its own fresh, empty database. */
export function describeEachStore(title: string, body: (current: () => StoreTest) => void): void {
  describeEachPlace(title, (currentPlace) => {
    let state: StoreTest;
    let opened: Store[];

    beforeEach(async () => {
      opened = [];
      const { dialect, place } = currentPlace();
      const openAnother = async () => {
        const store = await openStore(place);
        opened.push(store);
        return store;
      };
      state = { dialect, place, openAnother, store: await openAnother() };
    });
    afterEach(async () => {
      for (const store of opened) await store.close();
    });

    body(() => state);
  });
}

/**
 * Runs the body on both dialects without opening a store. `isMigrated: false` is for tests of the migrations
 * themselves.
 */
export function describeEachPlace(
  title: string,
  body: (current: () => { dialect: Store['dialect']; place: StorePlace }, dialect: Store['dialect']) => void,
  { isMigrated = true } = {},
): void {
  describe.each(inject('dialects'))(`${title} (%s)`, (dialect) => {
    let place: StorePlace;

    beforeEach(async () => {
      place = await openPlace(dialect, { isMigrated });
    });
    afterEach(() => closePlace(place));

    body(() => ({ dialect, place }), dialect);
  });
}

/** Creates an empty home and, on PostgreSQL, an empty database. The caller closes it. */
export async function openPlace(dialect: Store['dialect'], { isMigrated = true } = {}): Promise<StorePlace> {
  const home = mkdtempSync(join(scratchFolder(), 'precis-store-'));
  if (dialect === 'sqlite') {
    if (isMigrated) copyFileSync(join(inject('migratedHome'), 'precis.db'), join(home, 'precis.db'));
    return { home, databaseUrl: null };
  }
  const copyOf = isMigrated ? inject('migratedDatabase') : undefined;
  return { home, databaseUrl: await createDatabase(inject('postgresUrl'), copyOf) };
}

export async function closePlace({ home, databaseUrl }: StorePlace): Promise<void> {
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  if (databaseUrl !== null) await dropDatabase(inject('postgresUrl'), databaseUrl);
}
