import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recordKinds } from '#schema/sessions/session.ts';
import { openStore } from '#store/open-store.ts';
import type { Store } from '#store/store.ts';
import { parseSearch } from '#text/search-terms.ts';

/** The method exists since Node 24.10 and is missing in the types. */
interface AuthorizedConnection extends DatabaseSync {
  setAuthorizer(authorize: (action: number, table: string | null, column: string | null) => number): void;
}
const sqliteRead = 20;
const sqliteOk = 0;

let home: string;
let store: Store;
/** The number of columns in compiled statements. SQLite asks about each column when it compiles a statement. */
let asked = 0;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'precis-limits-'));
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  store = await openStore({ home, databaseUrl: null });
  await store.reader.listEntries({ view: 'all', limit: 5 });
  const connections = new Set(prepare.mock.contexts as AuthorizedConnection[]);
  prepare.mockRestore();
  for (const connection of connections)
    connection.setAuthorizer((action, table, column) => {
      // For a backward search, FTS5 compiles a statement of its own, which reads the column named like its table.
      if (action === sqliteRead && column !== table) asked += 1;
      return sqliteOk;
    });
});
afterEach(async () => {
  await store.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

const { terms } = parseSearch('bridge harbour');
const within = { kinds: recordKinds, projects: undefined, from: undefined, to: undefined };

test.each([
  ['a list', (limit: number) => store.reader.listEntries({ view: 'all', limit })],
  [
    'a search of entries',
    (limit: number) => store.reader.listEntries({ view: 'all', limit, query: 'bridge' }),
  ],
  [
    'a search of sessions, best first',
    (limit: number) => store.sessions.rankRecords({ ...within, terms, now: Date.now(), limit }),
  ],
  [
    'a search of sessions by time',
    (limit: number) => store.sessions.searchRecords({ ...within, terms, order: 'newest', limit }),
  ],
])('%s is compiled once, whatever its limit', async (_, read) => {
  await read(20);
  expect(asked).toBeGreaterThan(0);
  asked = 0;
  await read(20);
  await read(30);
  expect(asked).toBe(0);
});
