import { openStore } from '#store/open-store.ts';
import { createSucceeded, makePayload } from '#tests/contract/store/make-run.ts';

const text = 'Tea is made with hot water, and the water has to be hot. '.repeat(20);

/** Stores this many succeeded runs, each with a summary of about a kilobyte. */
export async function fillDatabase(home: string, runs: number): Promise<void> {
  const store = await openStore({ home, databaseUrl: null });
  for (let n = 0; n < runs; n++) {
    const source = { kind: 'entry' as const, id: `article-${n}` };
    await createSucceeded(store, {
      run: { source: { ...source, title: `On tea ${n}` } },
      finish: { payload: makePayload({ source, text: `${n}. ${text}` }) },
    });
  }
  await store.close();
}
