import type { TranscriptClient } from '#schema/sessions/transcript-client.ts';
import type { ImportBatch, ImportPlace, TranscriptStore } from '#sources/session/transcripts/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
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
    settleImport: (client, at) => transaction((trx) => putPlaces(trx, [placeOf(client, at)])),
    withoutIndexing: (work) => recordQueue.hold(work),
  };
}

/** When a client was last imported. */
const wholeClient = '';

function placeOf(client: TranscriptClient, at: number): ImportPlace {
  return { client, path: wholeClient, position: at, mark: '' };
}

async function takeIn(
  database: Database,
  trx: TablesTransaction,
  { sessions, lines, places }: ImportBatch,
): Promise<{ added: number; known: number }> {
  const total = { added: 0, known: 0 };
  const add = ({ added, known }: typeof total) => {
    total.added += added;
    total.known += known;
  };
  // In the order of their names: two imports of the same sessions wait for each other, and never both.
  const byName = sessions.toSorted((one, other) => (one.contentSessionId < other.contentSessionId ? -1 : 1));
  for (const session of byName) add(await takeSession(database, trx, session));
  if (lines.length > 0) add(await importLines(database, trx, lines));
  await putPlaces(trx, places);
  return total;
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
