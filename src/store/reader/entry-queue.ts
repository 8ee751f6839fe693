import { CompiledQuery } from 'kysely';
import { createBatches } from '#store/batches.ts';
import type { OpenedDatabase, TablesTransaction } from '#store/database.ts';
import { indexTerms } from '#text/search-terms.ts';
import type { EntryQueue } from './term-index.ts';
import { indexEntries } from './write-entries.ts';

/** A batch blocks the process on SQLite. This many long articles take about 50 ms. */
const perBatch = 8;

const delayMs = 100;

const firstWaiting = CompiledQuery.raw('select 1 from entry_queue limit 1');

export function createEntryQueue(database: OpenedDatabase): EntryQueue {
  const isEmpty = async () => (await database.db.executeQuery(firstWaiting)).rows.length === 0;
  const batches = createBatches(
    async () => !(await isEmpty()) && database.relaxedTransaction((trx) => indexNewest(database, trx)),
  );
  batches.wake(delayMs);
  return {
    async isEmpty() {
      if (await isEmpty()) return true;
      batches.wake(delayMs);
      return false;
    },
    close: batches.close,
  };
}

/**
 * Returns false when no row was free. The rows stay locked, so that no older text replaces a newer one in the index.
 */
async function indexNewest(database: OpenedDatabase, trx: TablesTransaction): Promise<boolean> {
  const rows = await trx
    .selectFrom('entry_queue')
    .innerJoin('entries', 'entries.id', 'entry_queue.entry_id')
    .innerJoin('entry_texts', 'entry_texts.entry_id', 'entry_queue.entry_id')
    .select(['entries.id', 'entries.feed_id', 'entries.author', 'entries.title', 'entry_texts.text'])
    .orderBy('entry_queue.entry_id', 'desc')
    .limit(perBatch)
    .forUpdate()
    .skipLocked()
    .execute();
  const entries = rows.map(({ id, feed_id, author, title, text }) => ({
    id,
    feedId: feed_id,
    author,
    terms: { title: indexTerms(title), text: indexTerms(text) },
  }));
  // FTS5 buffers rows that arrive in the order of their numbers, and writes to disk at each step back.
  await indexEntries(database, trx, entries.toReversed());
  return rows.length > 0;
}
