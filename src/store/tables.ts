import type { SweepName } from '#engine/ports.ts';
import type { PendingClarification } from '#schema/conversations/conversation.ts';
import type { ConversationId } from '#schema/conversations/conversations-wire.ts';
import type { EntryId } from '#schema/entry.ts';
import type { ErrorCode } from '#schema/error-codes.ts';
import type { FeedId } from '#schema/feed.ts';
import type { IssueId, ModelProfileId, RunId } from '#schema/ids.ts';
import type { CheckTarget } from '#schema/runs/check-wire.ts';
import type { Issue } from '#schema/runs/issue.ts';
import type { Run, RunStatus, SourceRef, TaskType } from '#schema/runs/run.ts';
import type { RecordKind, SessionSummaryId } from '#schema/sessions/session.ts';
import type { ThreadId } from '#schema/spaces/space.ts';
import type { TranslationProblem } from '#schema/translations/translation.ts';
import type { ReaderTables } from '#store/reader/reader-tables.ts';
import type { SpaceTables } from '#store/spaces/space-tables.ts';
import type { TagTables } from '#store/tags/tag-tables.ts';
import type { MemoryTables, SessionTables } from './sessions/session-tables.ts';

/**
 * Times are milliseconds since the Unix epoch and booleans are 0 or 1. `*_json` is text that only this module reads.
 */
export interface Tables
  extends ReaderTables,
    SpaceTables,
    ConversationTables,
    SessionTables,
    MemoryTables,
    CheckTables,
    CounterTables,
    TranslationTables,
    TagTables {
  runs: RunsTable;
  run_inputs: RunInputsTable;
  run_events: RunEventsTable;
  run_prompts: RunPromptsTable;
  slots: SlotsTable;
  summaries: SummariesTable;
  settings: { id: string; body_json: string };
  workers: { id: string; host: string; pid: number; beat_at: number };
  issues: IssuesTable;
  model_profiles: ModelProfilesTable;
  /** The calls that the limits of requests per minute count. They are kept for minutes only. */
  model_calls: { profile_id: ModelProfileId; started_at: number };
  /**
   * The logins of browsers: a hash of the id that only the cookie has, and a mark of the token, salted with the id.
   */
  logins: { id_hash: string; token_mark: string; created_at: number; expires_at: number };
  sweeps: { name: SweepName; swept_at: number };
  idempotency_keys: IdempotencyKeysTable;
}

export interface RunsTable {
  id: RunId;
  task_type: TaskType;
  status: RunStatus;
  source_kind: SourceRef['kind'];
  source_id: string;
  source_title: string | null;
  agent_id: string;
  trigger_kind: Run['trigger'];
  attempt: number;
  template_id: string;
  template_version: string | null;
  provenance_json: string | null;
  parameters_json: string;
  target_language: string | null;
  /** The variant, or null if the run has none. */
  variant_json: string | null;
  /** The run may have been deleted after it ended. */
  after_run_id: RunId | null;
  /** The time until which it waits for that run. If it is null, it waits as long as that run takes. */
  start_by: number | null;
  route_json: string;
  model_profile_id: ModelProfileId | null;
  provider: string | null;
  model: string | null;
  /** The models that failed, or null if none did. */
  model_failures_json: string | null;
  output_language: string | null;
  coverage_json: string | null;
  grounding_json: string | null;
  /** All usage columns are null together when no usage is known. */
  usage_input_tokens: number | null;
  usage_cached_input_tokens: number | null;
  usage_output_tokens: number | null;
  usage_cost_usd: number | null;
  usage_reported: number | null;
  duration_ms: number | null;
  error_code: ErrorCode | null;
  error_message: string | null;
  created_at: number;
  /** The start of the first attempt. */
  started_at: number | null;
  finished_at: number | null;
  updated_at: number;
  worker_id: string | null;
  cancel_requested_at: number | null;
  /**
   * The profile in which a running run has or awaits a place, and since when. Places are given in the order of these
   * times.
   */
  attempt_profile_id: ModelProfileId | null;
  attempt_started_at: number | null;
  /** The hash of requests that may join this run. It is null if none may, or if the run is stopping. */
  join_hash: string | null;
}

export interface IdempotencyKeysTable {
  key: string;
  request_hash: string;
  /** The run that the request starts or joined. */
  run_id: RunId;
  lease_token: string;
  lease_until: number;
  lease_worker_id: string;
  created_at: number;
  answer_json: string | null;
}

export interface RunInputsTable {
  run_id: RunId;
  source_text: string;
  title: string | null;
  content_hash: string;
  system_prompt_override: string | null;
  subject_json: string | null;
}

/** Prompts are separate from the runs, because lists of runs would have to read them. */
interface RunPromptsTable {
  run_id: RunId;
  parameters_json: string;
  max_output_tokens: number;
  temperature: number | null;
  system_prompt_override: string | null;
}

interface RunEventsTable {
  run_id: RunId;
  seq: number;
  at: number;
  body_json: string;
}

/**
 * A slot holds one result per task, source and variant. Its payload is in the task's own table under the same run and
 * is deleted with it.
 */
interface SlotsTable {
  run_id: RunId;
  task_type: TaskType;
  source_kind: SourceRef['kind'];
  source_id: string;
  /** The variant as JSON with sorted keys. */
  variant: string;
  content_hash: string;
  template_hash: string | null;
  grounding_json: string | null;
  created_at: number;
  updated_at: number;
  /** This and the next column are set when the slot was cleared. This id can undo the clear for some minutes. */
  undo_id: string | null;
  cleared_at: number | null;
}

/** The payload of the task `summary`. */
interface SummariesTable {
  run_id: RunId;
  text: string;
  output_language: string | null;
}

export interface IssuesTable {
  id: IssueId;
  kind: Issue['kind'];
  code: ErrorCode;
  message: string;
  run_id: RunId | null;
  details_json: string;
  last_events_json: string;
  created_at: number;
}

interface ModelProfilesTable {
  id: ModelProfileId;
  name: string;
  body_json: string;
  created_at: number;
  updated_at: number;
}

interface TranslationTables {
  translated_paragraphs: TranslatedParagraphsTable;
}

/** A paragraph has two rows while it is translated again. `translated-rows.ts` says which one counts. */
interface TranslatedParagraphsTable {
  entry_id: EntryId;
  target_language: string;
  /** The hash of the paragraph's markup. */
  key: string;
  /** The run may have been deleted. */
  run_id: RunId;
  /** The translation, or null if there is none for the reason in `problem`. */
  text: string | null;
  problem: TranslationProblem | null;
  marks_json: string;
  created_at: number;
  /**
   * This and the next column are set when the translation was cleared. This id can undo the clear for some minutes.
   */
  undo_id: string | null;
  cleared_at: number | null;
}

/** Triggers maintain these sums (counted.ts). A key may have one row for each shard, and only their sum counts. */
interface CounterTables {
  /** The parts are the kinds of issues, and the tasks of slots that are not cleared. */
  row_counts: { name: string; part: string; shard: number; count: number };
  /** The entries of each feed. Feed 0 stands for saved pages. */
  entry_counts: { feed_id: FeedId; shard: number; entries: number; unread: number; starred: number };
  project_counts: {
    project: string;
    shard: number;
    sessions: number;
    active: number;
    prompts: number;
    observations: number;
    summaries: number;
  };
  /** The records of coding sessions, by the quarter of an hour in which they happened. */
  record_counts: { quarter: number; kind: RecordKind; project: string; shard: number; count: number };
  /** The sums of runs with known usage, by the quarter of an hour of their creation. */
  spending: {
    quarter: number;
    task_type: TaskType;
    /** The provider is empty if there is none. */
    provider: string;
    model: string;
    shard: number;
    runs: number;
    priced: number;
    input_tokens: number;
    cached_input_tokens: number;
    output_tokens: number;
    cost: number;
  };
}

interface CheckTables {
  checks: ChecksTable;
  repairs: RepairsTable;
}

/**
 * The summary that a row is about. One of the last four columns is set, and the row is deleted with what it names.
 */
export interface OwnerColumns {
  target_kind: CheckTarget['kind'];
  target_id: string;
  slot_run_id: RunId | null;
  thread_id: ThreadId | null;
  conversation_id: ConversationId | null;
  session_summary_id: SessionSummaryId | null;
}

/** What a model and a person say about one summary. It is valid while the text of the summary has this hash. */
interface ChecksTable extends OwnerColumns {
  text_hash: string;
  opinions_json: string;
  check_json: string;
}

/** A summary before a run corrected it, with the opinions on it. */
interface RepairsTable extends OwnerColumns {
  run_id: RunId;
  new_text_hash: string;
  text: string;
  edits_json: string;
  grounding_json: string;
  opinions_json: string | null;
  check_json: string | null;
  provider: string | null;
  model: string | null;
  created_at: number;
}

interface ConversationTables {
  conversations: ConversationsTable;
  conversation_turns: ConversationTurnsTable;
}

export interface ConversationsTable {
  id: ConversationId;
  revision: number;
  /** The number of turns. A conversation with 0 was created for the lease of its first turn and is not listed. */
  turn_count: number;
  /** The holder of the lease, who may add the next turn, and the end of the lease. */
  lease_token: string | null;
  lease_until: number | null;
  /** The worker that holds the lease. The lease ends if the worker dies. */
  lease_worker_id: string | null;
  /** The beginning of the last message, for lists. */
  last_user_message: string;
  pending: PendingClarification['type'] | null;
  created_at: number;
  /** The time of the last turn. */
  updated_at: number;
  /** The state, or null as long as there is no turn. */
  state_json: string | null;
}

export interface ConversationTurnsTable {
  conversation_id: ConversationId;
  number: number;
  idempotency_key: string | null;
  request_hash: string;
  run_ids_json: string;
  issues_json: string;
  created_at: number;
  assistant_summary: string | null;
  ledger_json: string;
  user_message: string;
  assistant: string;
  /** The state after this turn, for repeated requests with its key. It is null without a key and for old turns. */
  state_json: string | null;
}
