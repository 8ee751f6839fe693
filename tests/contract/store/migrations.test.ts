import { cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrations } from '#store/migrate.ts';
import { openStore } from '#store/open-store.ts';
import type { Store } from '#store/store.ts';
import { describeEachPlace, type StorePlace } from '#tests/contract/each-store.ts';
import { createRun, createSucceeded, slot } from './make-run.ts';
import { createThread, talk } from './make-thread.ts';
import { nextName, withBaseline, withNext } from './next-migration.ts';
import { startStoreProcess } from './start-store-process.ts';
import { dumpRows, withRawDatabase } from './with-raw-database.ts';

const names = Object.keys(migrations);

/** The migrations that the version before the baseline had applied to its databases. */
const formerNames = `
  0001-runs-and-summaries 0002-workers-issues-and-profiles 0003-reader 0004-grounding 0005-spaces
  0006-conversations 0007-sessions 0008-model-calls 0009-many-rows 0010-lease-holders 0011-provenance
  0012-idempotency-keys 0013-logins 0014-summary-versions 0016-projects 0017-reader 0018-loading-feeds
  0019-slots 0020-checks 0021-translations 0022-tags 0023-auto-tags 0024-ranked-search 0026-kept-slots
  0029-counters 0030-feed-marks 0031-marks-together 0032-pictures 0033-article-threads 0034-activity
  0035-clients 0036-import-places 0037-memories 0038-vectors 0039-memories-by-project
  0040-old-pictures 0041-vector-sketches 0042-merge-in-steps 0043-memory-proposals
  0044-queued-messages 0045-believable-usage 0046-sanitizer-versions
`
  .trim()
  .split(/\s+/);

describeEachPlace(
  'migrations',
  (current) => {
    test('bring an empty database to the newest version, and change nothing the second time', async () => {
      const { place } = current();
      for (let time = 0; time < 2; time += 1) {
        const store = await openStore(place);
        expect((await store.runs.listRuns({ limit: 5 })).items).toHaveLength(time);
        await createRun(store);
        await store.close();
      }
      expect(await withRawDatabase(place, readVersions)).toEqual(names);
    });

    test('are ordered by their names', () => {
      expect(names).toEqual(names.toSorted());
      for (const name of names) expect(name).toMatch(/^\d{4}-[a-z-]+$/);
    });

    test('go on from a database of the version before the baseline, which answers as before', async () => {
      const { place } = current();
      const before = await fillFormer(place);
      const rows = await dumpRows(place);
      expect(await useStore(place, readAll)).toEqual(before);
      expect(await withRawDatabase(place, readVersions)).toEqual(names);
      expect(await dumpRows(place)).toEqual(rows);

      await withNext(() => useStore(place, createRun));
      expect(await withRawDatabase(place, readVersions)).toEqual([...names, nextName]);
    });

    test('go on from it in one start, also to later migrations, with a copy of the embedded database', async () => {
      const { place, dialect } = current();
      const before = await fillFormer(place);
      expect(await withNext(() => useStore(place, readAll))).toEqual(before);
      expect(await withRawDatabase(place, readVersions)).toEqual([...names, nextName]);
      const ratings = sql<{ rating: number }>`select rating from runs where rating is not null`;
      expect((await withRawDatabase(place, (db) => ratings.execute(db))).rows).not.toEqual([]);
      const copies = dialect === 'sqlite' ? ['precis-before-upgrade-from-0046-sanitizer-versions.db'] : [];
      expect(listCopies(place)).toEqual(copies);
    });

    test('go on from it once when several processes open it at the same moment', async () => {
      const { place } = current();
      await fillFormer(place);
      const processes = await Promise.all([1, 2, 3, 4].map(() => startStoreProcess('open', place)));
      await Promise.all(processes.map((each) => each.go()));
      expect(await withRawDatabase(place, readVersions)).toEqual(names);
    });

    test('refuse an older database, naming the commit that upgrades it, and leave it alone', async () => {
      const { place } = current();
      await useStore(place, createRun);
      const older = formerNames.slice(0, -1);
      await withRawDatabase(place, (db) => writeVersions(db, older));
      await expect(openStore(place)).rejects.toMatchObject({
        code: 'database_older',
        message:
          'The database has version 0045-believable-usage. Only commit 995feaf5 of Precis can upgrade it.',
        details: { databaseVersion: '0045-believable-usage', commit: '995feaf5' },
      });
      expect(await withRawDatabase(place, readVersions)).toEqual(older);
      expect(listCopies(place)).toEqual([]);
    });

    test.each([
      ['with the baseline', names],
      ['from before the baseline', formerNames],
    ])(
      'refuse a database %s of a newer program, naming both versions, and leave it alone',
      async (_, done) => {
        const { place } = current();
        await useStore(place, createRun);
        const newer = [...done, '0999-from-the-future'];
        await withRawDatabase(place, (db) => writeVersions(db, newer));
        const newest = names.at(-1) ?? '';
        await expect(openStore(place)).rejects.toMatchObject({
          code: 'database_newer',
          message: expect.stringMatching(new RegExp(`0999-from-the-future.*${newest}`)),
          details: { databaseVersion: '0999-from-the-future', programVersion: newest },
        });
        expect(await withRawDatabase(place, readVersions)).toEqual(newer);
      },
    );

    test('keep a copy of the embedded database from before, which opens like the original', async () => {
      const { place, dialect } = current();
      const { id } = await useStore(place, createSucceeded);
      const earlier = 'precis-before-upgrade-from-0000-older.db';
      writeFileSync(join(place.home, earlier), 'the copy of an upgrade before');
      for (let time = 0; time < 2; time += 1) await withNext(() => useStore(place, readAll));

      const copies = listCopies(place);
      if (dialect === 'postgres') return expect(copies).toEqual([earlier]);
      expect(copies).toEqual([`precis-before-upgrade-from-${names.at(-1)}.db`]);
      const copy = join(place.home, String(copies[0]));
      expect(statSync(copy).mode & 0o777).toBe(0o600);
      const older = { home: join(place.home, 'older'), databaseUrl: null };
      mkdirSync(older.home);
      cpSync(copy, join(older.home, 'precis.db'));
      expect(await withRawDatabase(older, readVersions)).toEqual(names);
      expect(await useStore(older, (store) => store.reader.getSummary(slot))).toMatchObject({ runId: id });
    });

    test('leave no copy of an empty database', async () => {
      const { place } = current();
      await (await openStore(place)).close();
      expect(listCopies(place)).toEqual([]);
    });

    test('run once when several processes open an empty database at the same moment', async () => {
      const { place } = current();
      const processes = await Promise.all([1, 2, 3, 4].map(() => startStoreProcess('open', place)));
      await Promise.all(processes.map((each) => each.go()));
      expect(await withRawDatabase(place, readVersions)).toEqual(names);
    });

    test('run once when one process opens an empty database several times at once', async () => {
      const { place } = current();
      const stores = await Promise.all([1, 2, 3].map(() => openStore(place)));
      for (const store of stores) await createRun(store);
      expect((await stores[0]?.runs.listRuns({ limit: 5 }))?.items).toHaveLength(3);
      for (const store of stores) await store.close();
    });
  },
  { isMigrated: false },
);

async function useStore<T>(place: StorePlace, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(place);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Fills a database, gives it the names that the version before the baseline left there, and returns its answers. */
async function fillFormer(place: StorePlace): Promise<unknown> {
  const answers = await withBaseline(() =>
    useStore(place, async (store) => {
      await createSucceeded(store);
      const { id } = await createThread(store);
      await talk(store, id, 'Peas');
      return readAll(store);
    }),
  );
  await withRawDatabase(place, (db) => writeVersions(db, formerNames));
  return answers;
}

async function readAll(store: Store): Promise<unknown> {
  expect(await store.checkIntegrity()).toBeNull();
  expect(await store.correctCounters()).toBeNull();
  return {
    runs: await store.runs.listRuns({ limit: 5 }),
    summary: await store.reader.getSummary(slot),
    settings: await store.configuration.getSettings(),
  };
}

function listCopies({ home }: StorePlace): string[] {
  return readdirSync(home).filter((file) => /before-upgrade|copying/.test(file));
}

async function readVersions(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}

async function writeVersions(db: Kysely<unknown>, versions: readonly string[]): Promise<void> {
  await sql`delete from kysely_migration`.execute(db);
  const rows = versions.map((name) => sql`(${name}, '2026-01-01')`);
  await sql`insert into kysely_migration (name, timestamp) values ${sql.join(rows)}`.execute(db);
}
