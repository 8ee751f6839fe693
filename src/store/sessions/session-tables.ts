import type { Generated } from 'kysely';
import type { RunId } from '#schema/ids.ts';
import type { DeliveryOccasion } from '#schema/sessions/delivery.ts';
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

/** The dialects' own search tables are missing here, because only the files of the record index know them. */
export interface SessionTables {
  sessions: SessionsTable;
  prompts: PromptsTable;
  observations: ObservationsTable;
  session_summaries: SessionSummariesTable;
  session_orders: SessionOrdersTable;
  project_identities: ProjectIdentitiesTable;
  /** The language in which the summaries of a project are written. */
  project_languages: { project: string; language: string };
  excluded_projects: { project: string; created_at: number };
  /** The key is a hash of the session's name. Nothing else about the session is recorded. */
  excluded_sessions: { key: string; project: string; used_at: number };
  record_queue: RecordQueueTable;
  import_places: ImportPlacesTable;
  session_clients: SessionClientsTable;
  record_vectors: RecordVectorsTable;
  deliveries: DeliveriesTable;
  /** The projects whose prompts get nothing from memory. */
  quiet_projects: { project: string; created_at: number };
  /** Pairs of sessions of which the newer does not replace what the older decided, as a person said. */
  compatible_sessions: { older_id: SessionId; newer_id: SessionId };
}

export const recordTables = {
  prompt: 'prompts',
  observation: 'observations',
  summary: 'session_summaries',
} as const satisfies Record<RecordKind, keyof SessionTables>;

/** The parts of a record that a search covers: an expression for its title, and the columns of its text. */
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
  /** The number of the session's newest prompt. */
  prompt_count: number;
  /** Whether the newest prompt is private. It stays so when that prompt is removed. */
  is_private: number;
  /** The number of records of each kind. Each change updates it, so that no list has to count them. */
  prompts: number;
  observations: number;
  summaries: number;
  started_at: number;
  updated_at: number;
  completed_at: number | null;
}

interface HappeningColumns {
  session_id: SessionId;
  /** The project of the session, so that a project's newest records are one range of an index. */
  project: string;
  prompt_number: number;
  created_at: number;
}

export interface PromptsTable extends HappeningColumns {
  id: Generated<PromptId>;
  event_key: string;
  /** The text is null when it was entirely private. */
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
  /** The verdicts by field. It is null for a summary sent by a client. */
  grounding_json: string | null;
}

/** Records that wait to be indexed, in the order in which they were written. */
interface RecordQueueTable {
  seq: Generated<number>;
  kind: number;
  id: number;
}

/** The vector that an embedding model made of a record. */
interface RecordVectorsTable {
  kind: number;
  id: number;
  session_id: SessionId;
  at: number;
  model: string;
  /** The vector is null when there is nothing to read or the model refused the text. */
  vector: unknown;
  /** The signs of the vector's numbers, or null if the vector is null. */
  sketch: unknown;
}

/** How far the transcripts of clients have been read. */
interface ImportPlacesTable {
  client: TranscriptClient;
  path: string;
  position: number;
  mark: string;
}

/** What a session was given from memory. */
interface DeliveriesTable {
  id: Generated<number>;
  content_session_id: string;
  occasion: DeliveryOccasion;
  kind: RecordKind | 'memory';
  record_id: number;
  tokens: number;
  at: number;
  /** When the client compacted the context that it was part of. */
  dropped_at: number | null;
}

interface ProjectIdentitiesTable {
  /** A repository or folder. An identity like `name:…` marks the name itself as taken. */
  identity: string;
  project: string;
  created_at: number;
}

/** Sums of what the hooks of a client sent. They stay when sessions are deleted. */
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
  /** Whether something that the run may have read was removed since. */
  is_void: number;
}

export interface MemoryTables {
  memories: MemoriesTable;
}

export interface MemoriesTable {
  id: Generated<MemoryId>;
  /** The project is null for all projects, and empty for sessions without a project. */
  project: string | null;
  kind: MemoryKind;
  origin: MemoryOrigin;
  /** The hash of the text without case, spacing and final marks. */
  text_hash: string;
  /** This and the next two columns name the source. They are null if there is none or its session was deleted. */
  session_id: SessionId | null;
  source_kind: RecordKind | null;
  source_id: number | null;
  created_at: number;
  changed_at: number;
  /**
   * The time since when the memory does not hold. A proposal that waits has it too, so that queries that ignore
   * proposals never treat one as a memory that holds.
   */
  superseded_at: number | null;
  /** That memory may have been deleted. */
  superseded_by: MemoryId | null;
  /** A deleted memory can be restored for some minutes. */
  deleted_at: number | null;
  /**
   * The reason why it waits, or waited, for a person. With `unjudged`, the rules of this version have not judged it
   * yet.
   */
  asks: ProposalReason | 'unjudged' | null;
  /** The memory that this proposal would widen or end. A row with it is not a memory itself. */
  about_id: MemoryId | null;
  confirmed_at: number | null;
  dismissed_at: number | null;
  announced_at: number | null;
  /** The memory that this one replaced, until the person is told. */
  untold_id: MemoryId | null;
  anchors_json: string;
  text: string;
}
