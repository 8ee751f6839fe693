import type { Generated } from 'kysely';
import type { RunId } from '#schema/ids.ts';
import type { HookClient, TranscriptClient } from '#schema/sessions/hook-client.ts';
import type { MemoryId, MemoryKind, MemoryOrigin, ProposalReason } from '#schema/sessions/memory.ts';
import type {
  ObservationId,
  PromptId,
  RecordKind,
  Session,
  SessionId,
  SessionSummaryId,
} from '#schema/sessions/session.ts';

/** The dialects' own tables of search are not here: only the files of the record index know them. */
export interface SessionTables {
  sessions: SessionsTable;
  prompts: PromptsTable;
  observations: ObservationsTable;
  session_summaries: SessionSummariesTable;
  session_orders: SessionOrdersTable;
  project_identities: ProjectIdentitiesTable;
  /** In which summaries are written. */
  project_languages: { project: string; language: string };
  excluded_projects: { project: string; created_at: number };
  /** A hash of the session's name: nothing else of it is recorded. */
  excluded_sessions: { key: string; project: string; used_at: number };
  record_queue: RecordQueueTable;
  import_places: ImportPlacesTable;
  session_clients: SessionClientsTable;
  record_vectors: RecordVectorsTable;
}

export const recordTables = {
  prompt: 'prompts',
  observation: 'observations',
  summary: 'session_summaries',
} as const satisfies Record<RecordKind, keyof SessionTables>;

/** What a search looks for in a record: an expression for its title, and the columns of its text. */
export const recordTexts: Record<RecordKind, { title: string; texts: string[] }> = {
  prompt: { title: "''", texts: ['text'] },
  observation: { title: 'tool_name', texts: ['tool_input', 'tool_response'] },
  summary: { title: 'request', texts: ['investigated', 'learned', 'completed', 'next_steps', 'notes'] },
};

export interface SessionsTable {
  id: Generated<SessionId>;
  content_session_id: string;
  project: string;
  status: Session['status'];
  /** The number of its newest prompt. */
  prompt_count: number;
  /** Whether its newest prompt is: it stays so when that prompt is removed. */
  is_private: number;
  /** How many there are; kept with each change, so that no list has to count them. */
  prompts: number;
  observations: number;
  summaries: number;
  started_at: number;
  updated_at: number;
  completed_at: number | null;
}

interface HappeningColumns {
  session_id: SessionId;
  /** That of its session, so that a project's newest records are one range of an index. */
  project: string;
  prompt_number: number;
  created_at: number;
}

export interface PromptsTable extends HappeningColumns {
  id: Generated<PromptId>;
  event_key: string;
  /** Null: it was entirely private. */
  text: string | null;
}

export interface ObservationsTable extends HappeningColumns {
  id: Generated<ObservationId>;
  event_key: string;
  tool_name: string;
  cwd: string;
  tool_input: string;
  tool_response: string;
}

export interface SessionSummariesTable extends HappeningColumns {
  id: Generated<SessionSummaryId>;
  content_hash: string;
  /** The run may have been deleted. */
  run_id: RunId | null;
  request: string;
  investigated: string;
  learned: string;
  completed: string;
  next_steps: string;
  notes: string | null;
  /** By field; null for one sent by a client. */
  grounding_json: string | null;
}

/** Records that wait to be indexed, in the order in which they were written. */
interface RecordQueueTable {
  seq: Generated<number>;
  kind: number;
  id: number;
}

/** What an embedding model made of a record. */
interface RecordVectorsTable {
  kind: number;
  id: number;
  session_id: SessionId;
  at: number;
  model: string;
  /** Null: nothing to read, or the model refused the text. */
  vector: unknown;
  /** The signs of its numbers; null if it is. */
  sketch: unknown;
}

/** How far the transcripts of clients have been read. */
interface ImportPlacesTable {
  client: TranscriptClient;
  path: string;
  position: number;
  mark: string;
}

interface ProjectIdentitiesTable {
  /** A repository or folder, or, as `name:…`, the name itself: it is taken. */
  identity: string;
  project: string;
  created_at: number;
}

/** Sums of what came by a client's hooks; they stay when sessions are deleted. */
interface SessionClientsTable {
  client: HookClient;
  prompts: number;
  observations: number;
  summaries: number;
  contexts: number;
  context_tokens: number;
  lost: number;
  last_event_at: number;
}

interface SessionOrdersTable {
  session_id: SessionId;
  prompt_number: number;
  input_hash: string;
  /** The run may have been deleted. */
  run_id: RunId;
  /** Something that the run may have read was removed since. */
  is_void: number;
}

export interface MemoryTables {
  memories: MemoriesTable;
}

export interface MemoriesTable {
  id: Generated<MemoryId>;
  /** Null: all projects. Empty: sessions without a project. */
  project: string | null;
  kind: MemoryKind;
  origin: MemoryOrigin;
  /** Of the text without case, spacing and final marks. */
  text_hash: string;
  /** With the next two: where it comes from. Null: nowhere, or the session was deleted. */
  session_id: SessionId | null;
  source_kind: RecordKind | null;
  source_id: number | null;
  created_at: number;
  changed_at: number;
  /**
   * Since when it does not hold. What waits for a person has it too, so that a query that does not know of proposals never
   * takes one for a memory that holds.
   */
  superseded_at: number | null;
  /** That memory may have been deleted. */
  superseded_by: MemoryId | null;
  /** It can be restored for some minutes. */
  deleted_at: number | null;
  /** Why it waits, or waited, for a person. `unjudged`: the rules of this version have not looked at it yet. */
  asks: ProposalReason | 'unjudged' | null;
  /** The memory that it would widen or end: it is then no memory itself. */
  about_id: MemoryId | null;
  confirmed_at: number | null;
  dismissed_at: number | null;
  announced_at: number | null;
  /** What it replaced when it was typed, until the person was told. */
  untold_id: MemoryId | null;
  anchors_json: string;
  text: string;
}
