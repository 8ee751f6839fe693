import { openStore } from '#store/open-store.ts';
import type { Place } from './place.ts';
import { createCorpus, recordsPerSession } from './corpus.ts';

const sessionsPerBatch = 10;
const yearMs = 365 * 86_400_000;

/** Brings the number of records from one to another, by the way of an import. */
export async function fillStore(place: Place, { from, to }: { from: number; to: number }): Promise<void> {
  const store = await openStore(place);
  const corpus = createCorpus(from + 1);
  const firstAt = Date.now() - 2 * yearMs;
  const startedAt = performance.now();
  const last = Math.ceil(to / recordsPerSession);
  try {
    for (let next = Math.ceil(from / recordsPerSession); next < last; next += sessionsPerBatch) {
      const numbers = Array.from({ length: Math.min(sessionsPerBatch, last - next) }, (_, n) => next + n);
      await store.importLines(numbers.flatMap((number) => corpus.session(number, firstAt)));
    }
  } finally {
    await store.close();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  console.error(
    `  ${to - from} records in ${seconds.toFixed(0)} s (${Math.round((to - from) / seconds)} a second)`,
  );
}
