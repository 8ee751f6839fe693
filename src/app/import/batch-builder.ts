import type { ImportedRecord, ImportPlace } from '#sources/session/transcripts/ports.ts';
import type { ReadBatch } from './import-job.ts';

/**
 * The characters of a full batch, about 10 ms of writing. A running server waits no longer than this for the
 * database.
 */
const fullSize = 500_000;
const fullRecords = 1000;

/** Gathers records of several files, so that many small files do not need a transaction each. */
export function createBatchBuilder() {
  let batch = emptyBatch();
  let sessions = new Map<string, ReadBatch['sessions'][number]>();
  let size = 0;
  let records = 0;

  return {
    add({ contentSessionId, cwd }: { contentSessionId: string; cwd: string }, record: ImportedRecord): void {
      let session = sessions.get(contentSessionId);
      if (session === undefined) {
        session = { contentSessionId, cwd, records: [] };
        sessions.set(contentSessionId, session);
        batch.sessions.push(session);
      }
      session.cwd ||= cwd;
      session.records.push(record);
      size += sizeOf(record);
      records += 1;
    },
    addLine(line: ReadBatch['lines'][number]): void {
      batch.lines.push(line);
      size += 1000;
      records += 1;
    },
    /** Notes how far the reading has come. All records added before belong to this place. */
    note(place: ImportPlace): void {
      // Only the last of several notes of one file counts.
      const last = batch.places.at(-1);
      if (last !== undefined && last.client === place.client && last.path === place.path) batch.places.pop();
      batch.places.push(place);
    },
    count({ bytes = 0, skipped = 0 }: { bytes?: number; skipped?: number }): void {
      batch.bytes += bytes;
      batch.skipped += skipped;
    },
    isFull: () => size >= fullSize || records >= fullRecords || batch.places.length >= fullRecords,
    isEmpty: () => records === 0 && batch.places.length === 0 && batch.bytes === 0,
    take(): ReadBatch {
      const taken = batch;
      batch = emptyBatch();
      sessions = new Map();
      size = 0;
      records = 0;
      return taken;
    },
  };
}

export type BatchBuilder = ReturnType<typeof createBatchBuilder>;

function emptyBatch(): ReadBatch {
  return { sessions: [], lines: [], places: [], bytes: 0, skipped: 0 };
}

function sizeOf(record: ImportedRecord): number {
  if (record.kind === 'prompt') return 100 + (record.text?.length ?? 0);
  if (record.kind === 'observation') return 200 + record.toolInput.length + record.toolResponse.length;
  return 1000;
}
