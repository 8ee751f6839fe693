/** A separate process on a store. Its arguments say what to do, and a line on stdin says when to start. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { feedIdSchema } from '#schema/feed.ts';
import { runIdSchema } from '#schema/ids.ts';
import { recordKinds } from '#schema/sessions/session.ts';
import { openStore } from '#store/open-store.ts';
import { createSucceeded, startRun } from './make-run.ts';
import { withRawDatabase } from './with-raw-database.ts';

const [task, home = '', databaseUrl = '', ...ids] = process.argv.slice(2);

process.stdout.write('ready\n');
await once(process.stdin, 'data');
const store = await openStore({ home, databaseUrl: databaseUrl === '' ? null : databaseUrl });

if (task === 'start-runs') await startRuns();
if (task === 'acknowledge') await acknowledgeForEver();
if (task === 'search') await searchForEver();
if (task === 'index-entries') await indexEntries();
await store.close();
process.stdin.destroy();

async function startRuns(): Promise<void> {
  for (const id of ids) {
    const { kind } = await startRun(store, runIdSchema.parse(id), { workerId: `process-${process.pid}` });
    if (kind === 'started') process.stdout.write(`${id}\n`);
    // The pause lets other processes continue, so that they really share the work.
    await pause(1);
  }
}

/** Stores summaries and prints which are stored. Ends only by being killed. */
async function acknowledgeForEver(): Promise<void> {
  for (let index = 0; ; index += 1) {
    const source = { kind: 'entry' as const, id: `article-${index}` };
    const run = await createSucceeded(store, {
      run: { source: { ...source, title: null } },
      finish: {
        payload: {
          kind: 'summary',
          source,
          targetLanguage: 'en',
          detailLevel: 'short',
          text: 'x'.repeat(index * 10 + 1),
          outputLanguage: 'en',
          contentHash: 'hash',
          grounding: null,
        },
      },
    });
    process.stdout.write(`${run.id}\n`);
  }
}

/** Prints how many records each search did not cover. Ends only by being killed. */
async function searchForEver(): Promise<void> {
  const terms = [{ text: 'nothing', prefix: false }];
  for (;;) {
    const { unindexed } = await store.sessions.rankRecords({ kinds: recordKinds, terms, now: 0, limit: 1 });
    process.stdout.write(`${unindexed}\n`);
  }
}

/** Prints what a search in a feed finds, each time fewer entries wait for their marks. Ends only by being killed. */
async function indexEntries(): Promise<void> {
  const place = { home, databaseUrl: databaseUrl === '' ? null : databaseUrl };
  await withRawDatabase(place, async (db) => {
    for (let known = Number.POSITIVE_INFINITY; ; ) {
      const { rows } = await sql<{ count: number }>`select count(*) as count from entry_queue`.execute(db);
      const waiting = Number(rows[0]?.count);
      if (waiting < known) {
        const search = { view: 'all' as const, limit: 5, query: 'harbour', feedId: feedIdSchema.parse(1) };
        const { items } = await store.reader.listEntries(search);
        process.stdout.write(`${items.map(({ id }) => id).join(',')}\n`);
      }
      known = waiting;
      await pause(1);
    }
  });
}
