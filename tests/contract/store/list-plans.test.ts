import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '#store/open-store.ts';
import { selectHeads } from '#store/reader/entry-row.ts';
import { selectSources } from '#store/record-search/search-records.ts';
import type { Tables } from '#store/tables.ts';
import { scratchFolder } from '#tests/setup/scratch-folder.ts';
import { withRawDatabase } from './with-raw-database.ts';

let home: string;

beforeEach(async () => {
  home = mkdtempSync(join(scratchFolder(), 'precis-plans-'));
  await (await openStore({ home, databaseUrl: null })).close();
});
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

test('a list of entries on SQLite looks up the summary of each by its entry, not among all summaries', async () => {
  const steps = await withRawDatabase({ home, databaseUrl: null }, async (db) => {
    const list = selectHeads(db as Kysely<Tables>)
      .orderBy('entries.published_at', 'desc')
      .limit(51)
      .compile();
    return (await db.executeQuery<{ detail: string }>({ ...list, sql: `explain query plan ${list.sql}` }))
      .rows;
  });
  const ofSlots = steps.map(({ detail }) => detail).filter((detail) => / slots\b/.test(detail));
  expect(ofSlots).toEqual([expect.stringContaining('USING INDEX slots_by_key')]);
});

test('a question on SQLite reads the newest memories of a project from an index, without sorting', async () => {
  const within = { projects: ['web'], from: 0, to: Number.POSITIVE_INFINITY };
  const explain = (project?: string | null) =>
    withRawDatabase({ home, databaseUrl: null }, async (db) => {
      const list = selectSources(within, project).compile(db);
      const { rows } = await db.executeQuery<{ detail: string }>({
        ...list,
        sql: `explain query plan ${list.sql}`,
      });
      return rows.map(({ detail }) => detail).join('; ');
    });
  for (const project of ['web', null]) {
    const plan = await explain(project);
    expect(plan).toContain('USING INDEX memories_by_project (project=?)');
    expect(plan).not.toContain('B-TREE');
  }
  expect(await explain()).toContain('USING INDEX memories_by_change');
});
