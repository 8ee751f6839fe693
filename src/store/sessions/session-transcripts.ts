import { type TranscriptClient, transcriptClients } from '#schema/sessions/transcript-client.ts';
import type { ImportBatch, ImportPlace, TranscriptStore } from '#sources/session/transcripts/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { addRecognized } from '#store/memories/recognized-memories.ts';
import { importLines } from './session-import.ts';
import { takeSession } from './take-session.ts';

export function createSessionTranscripts(database: Database): TranscriptStore {
  const { db, transaction, relaxedTransaction, recordQueue } = database;
  return {
    async listPlaces(client) {
      const rows = await db
        .selectFrom('import_places')
        .select(['path', 'position', 'mark'])
        .where('client', '=', client)
        .where('path', '<>', wholeClient)
        .execute();
      return rows.map((row) => ({ client, ...row }));
    },
    takeIn: (batch) => relaxedTransaction((trx) => takeIn(database, trx, batch)),
    // What is written last is on disk only when all before it is.
    settleImport: (client) => transaction((trx) => countBatch(trx, client)),
    async countBatches() {
      const rows = await db
        .selectFrom('import_places')
        .select('position')
        .where('client', 'in', transcriptClients)
        .where('path', '=', wholeClient)
        .execute();
      return rows.reduce((sum, { position }) => sum + position, 0);
    },
    withoutIndexing: (work) => recordQueue.hold(work),
  };
}

/** Its position is a number that grows with each batch of the client. */
const wholeClient = '';

async function countBatch(trx: TablesTransaction, client: TranscriptClient): Promise<void> {
  await trx
    .insertInto('import_places')
    .values({ client, path: wholeClient, position: 1, mark: '' })
    .onConflict((conflict) =>
      conflict
        .columns(['client', 'path'])
        .doUpdateSet((eb) => ({ position: eb('import_places.position', '+', 1) })),
    )
    .execute();
}

async function takeIn(
  database: Database,
  trx: TablesTransaction,
  { sessions, lines, recognized, places }: ImportBatch,
): Promise<{ added: number; known: number }> {
  const total = { added: 0, known: 0 };
  const add = ({ added, known }: typeof total) => {
    total.added += added;
    total.known += known;
  };
  // In the order of their names: two imports of the same sessions wait for each other, and never both.
  const byName = sessions.toSorted((one, other) => (one.contentSessionId < other.contentSessionId ? -1 : 1));
  const excluded = new Set(await listExcluded(trx));
  for (const session of byName) {
    if (excluded.has(session.project)) total.known += session.records.length;
    else add(await takeSession(database, trx, session));
  }
  const kept = lines.filter(({ line }) => !excluded.has(line.project));
  total.known += lines.length - kept.length;
  if (kept.length > 0) add(await importLines(database, trx, kept));
  if (recognized.length > 0) await addRecognized(database, trx, recognized);
  await putPlaces(trx, places);
  for (const client of new Set(places.map((place) => place.client))) await countBatch(trx, client);
  return total;
}

async function listExcluded(trx: TablesTransaction): Promise<string[]> {
  const rows = await trx.selectFrom('excluded_projects').select('project').execute();
  return rows.map(({ project }) => project);
}

async function putPlaces(trx: TablesTransaction, places: ImportPlace[]): Promise<void> {
  // The same place may come twice; the later one counts.
  const rows = new Map(places.map((place) => [`${place.client} ${place.path}`, place]));
  for (const row of rows.values()) {
    const { position, mark } = row;
    await trx
      .insertInto('import_places')
      .values(row)
      .onConflict((conflict) => conflict.columns(['client', 'path']).doUpdateSet({ position, mark }))
      .execute();
  }
}
