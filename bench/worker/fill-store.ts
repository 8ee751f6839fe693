import pg from 'pg';
import { openStore } from '#store/open-store.ts';
import { createCorpus, recordsPerSession } from './corpus.ts';

/** The location of a store. */
export interface Place {
  home: string;
  databaseUrl: string | null;
}

const sessionsPerBatch = 10;
const yearMs = 365 * 86_400_000;

/** Raises the number of records by import, and returns the records per second. */
export async function fillStore(place: Place, { from, to }: { from: number; to: number }): Promise<number> {
  const store = await openStore(place);
  const corpus = createCorpus(from + 1);
  const firstAt = Date.now() - 2 * yearMs;
  const startedAt = performance.now();
  const last = Math.ceil(to / recordsPerSession);
  try {
    for (let next = Math.ceil(from / recordsPerSession); next < last; next += sessionsPerBatch) {
      const numbers = Array.from({ length: Math.min(sessionsPerBatch, last - next) }, (_, n) => next + n);
      await store.sessions.importLines(numbers.flatMap((number) => corpus.session(number, firstAt)));
    }
  } finally {
    await store.close();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  if (place.databaseUrl !== null) await analyze(place.databaseUrl);
  return (to - from) / seconds;
}

/** A server does this automatically within about a minute. */
async function analyze(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
