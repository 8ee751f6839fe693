import type { ExportLine } from '#schema/sessions/export-wire.ts';
import type { TranscriptClient } from '#schema/sessions/hook-client.ts';
import type { SummaryFields } from '#schema/sessions/session.ts';
import type { RecognizedMemories } from '#sources/session/memories/ports.ts';

/** All records below have no private text and no keys. */
export interface ImportedPrompt {
  kind: 'prompt';
  /** Unique in its session. Adding the same key again changes nothing. */
  eventKey: string;
  /** Null if the prompt is entirely private. */
  text: string | null;
  at: number;
}

export interface ImportedObservation {
  kind: 'observation';
  eventKey: string;
  /** Event key of its prompt, or null if it came before any prompt. */
  promptKey: string | null;
  toolName: string;
  toolInput: string;
  toolResponse: string;
  cwd: string;
  at: number;
}

/** Stored only if its turn has no summary and none is in progress. */
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
  /** Sorted by time. */
  records: ImportedRecord[];
}

/** How far a file, a session in a database or a table has been read. */
export interface ImportPlace {
  client: TranscriptClient;
  /** The path of the file. For a database, # and the session or table follow. */
  path: string;
  /** Bytes of a file, the time of a session's last change, or the last row of a table. */
  position: number;
  /** Shows whether it is still the same file, or the same last message. */
  mark: string;
}

export interface ImportBatch {
  sessions: ImportedSession[];
  /** Records whose prompt numbers are known. */
  lines: { line: ExportLine; contentHash: string | null }[];
  /** The standing statements in the prompts. */
  recognized: RecognizedMemories[];
  places: ImportPlace[];
}

export interface TranscriptStore {
  listPlaces(client: TranscriptClient): Promise<ImportPlace[]>;
  /**
   * Stores a batch in one transaction, so that a crash neither loses nor duplicates anything. Skips sessions of
   * excluded projects. A power failure may undo it, together with its places, until `settleImport` resolves.
   */
  takeIn(batch: ImportBatch): Promise<{ added: number; known: number }>;
  settleImport(client: TranscriptClient): Promise<void>;
  /** Increases with each batch that any process stores. */
  countBatches(): Promise<number>;
  /** Leaves the search index to other processes while the work is in progress. */
  withoutIndexing<T>(work: () => Promise<T>): Promise<T>;
}
