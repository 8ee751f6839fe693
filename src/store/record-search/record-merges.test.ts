import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '#store/open-store.ts';
import type { Store } from '#store/store.ts';
import { startTime } from '#tests/contract/store/make-run.ts';
import { makePrompt } from '#tests/contract/store/make-session.ts';

/** The number is below that at which FTS5 merges in any case. */
const batches = 15;

let home: string;
let store: Store;
let raw: DatabaseSync;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'precis-merges-'));
  store = await openStore({ home, databaseUrl: null });
  raw = new DatabaseSync(join(home, 'precis.db'), { readOnly: true });
});

afterEach(async () => {
  raw.close();
  await store.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

const read = (statement: string) => Object.values(raw.prepare(statement).get() ?? {})[0];

function search() {
  const terms = [{ text: 'harbour', prefix: false }];
  return store.sessions.rankRecords({ kinds: ['prompt'], terms, now: startTime, limit: 50 });
}

test('parts of the index are merged after the batches that wrote them, not by their commits', async () => {
  expect(read("select v from record_terms_config where k = 'automerge'")).toBe(0);
  for (let n = 1; n <= batches; n += 1) {
    await store.sessions.addPrompt(makePrompt({ text: `harbour ${n}` }));
    expect((await search()).records).toHaveLength(n);
  }
  const countParts = () => read('select count(distinct segid) from record_terms_idx');
  await expect.poll(countParts, { timeout: 10_000 }).toBeLessThan(8);
  expect((await search()).records).toHaveLength(batches);
  expect(await store.checkIntegrity()).toBeNull();
});
