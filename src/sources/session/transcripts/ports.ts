import type { ExportLine } from '#schema/sessions/export-wire.ts';
import type { TranscriptClient } from '#schema/sessions/hook-client.ts';
import type { SummaryFields } from '#schema/sessions/session.ts';
import type { RecognizedMemories } from '#sources/session/memories/ports.ts';

/** Everything below comes without private text and keys. */
export interface ImportedPrompt {
  kind: 'prompt';
  /** Unique in its session; the same one again adds nothing. */
  eventKey: string;
  /** Null: entirely private. */
  text: string | null;
  at: number;
}

export interface ImportedObservation {
  kind: 'observation';
  eventKey: string;
  /** Of the prompt it belongs to; null: it came before any. */
  promptKey: string | null;
  toolName: string;
  toolInput: string;
  toolResponse: string;
  cwd: string;
  at: number;
}

/** Stored only where its turn has no summary and none is being made. */
export interface ImportedSummary {
  kind: 'summary';
  promptKey: string;
  fields: SummaryFields;
  contentHash: string;
  at: number;
}

export type ImportedRecord = ImportedPrompt | ImportedObservation | ImportedSummary;

export interface ImportedSession {
  contentSessionId: string;
  /** Becomes the session's project if it has none yet. */
  project: string;
  /** In the order in which they happened. */
  records: ImportedRecord[];
}

/** How far a file, a session in a database or a table has been read. */
export interface ImportPlace {
  client: TranscriptClient;
  /** The file, followed by # and the session or table where it is a database. */
  path: string;
  /** Bytes of a file, the time of a session's last change, or the last row of a table. */
  position: number;
  /** Tells whether it is still the same file, or the last message that was read. */
  mark: string;
}

export interface ImportBatch {
  sessions: ImportedSession[];
  /** Records that have the numbers of their prompts. */
  lines: { line: ExportLine; contentHash: string | null }[];
  /** What the prompts among them say to hold. */
  recognized: RecognizedMemories[];
  places: ImportPlace[];
}

export interface TranscriptStore {
  listPlaces(client: TranscriptClient): Promise<ImportPlace[]>;
  /**
   * In one transaction, so that a kill neither loses nor doubles anything. Sessions of excluded projects are left out. A power failure may undo it, together with its
   * places, until `settleImport` resolves.
   */
  takeIn(batch: ImportBatch): Promise<{ added: number; known: number }>;
  settleImport(client: TranscriptClient): Promise<void>;
  /** Grows with each batch that any process stores. */
  countBatches(): Promise<number>;
  /** While the work is in progress, this process leaves the search index to others. */
  withoutIndexing<T>(work: () => Promise<T>): Promise<T>;
}
