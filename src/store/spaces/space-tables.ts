import type { Generated } from 'kysely';
import type { EntryId } from '#schema/entry.ts';
import type { RunId } from '#schema/ids.ts';
import type { AgentId } from '#schema/models/agent.ts';
import type { Message, MessageId, SpaceId, SummaryVersion, ThreadId } from '#schema/spaces/space.ts';

/**
 * The dialect's own table `message_search` is missing here, because only the files of the term index know its
 * columns.
 */
export interface SpaceTables {
  spaces: SpacesTable;
  threads: ThreadsTable;
  messages: MessagesTable;
  queued_messages: QueuedMessagesTable;
  summary_versions: SummaryVersionsTable;
  agents: AgentsTable;
}

export interface SpacesTable {
  id: SpaceId;
  name: string;
  instructions: string;
  /** The agent may have been deleted. */
  agent_id: AgentId;
  created_at: number;
  updated_at: number;
}

export interface ThreadsTable {
  id: ThreadId;
  space_id: SpaceId;
  title: string | null;
  /** The article may have been deleted. Both columns are null for a thread without an article. */
  entry_id: EntryId | null;
  entry_title: string | null;
  revision: number;
  /** The revision for whose next message a fold was planned ahead, or -1 if there is none yet. */
  fold_revision: Generated<number>;
  /** This and the sums below change together with the messages, so that no list has to count them. */
  message_count: number;
  last_seq: number;
  total_tokens: number;
  live_tokens: number;
  summary_through_seq: number;
  summary_revision: number;
  summary_tokens: number;
  summary_updated_at: number | null;
  /** The run may have been deleted. */
  summary_run_id: RunId | null;
  summary_model: string | null;
  created_at: number;
  updated_at: number;
  summary: string | null;
  segments_json: string;
}

export interface SummaryVersionsTable {
  thread_id: ThreadId;
  revision: number;
  reason: SummaryVersion['reason'];
  /** The run may have been deleted. */
  run_id: RunId | null;
  model: string | null;
  through_seq: number;
  tokens: number;
  created_at: number;
  segments_json: string;
  text: string;
}

/** A number that grows with each message stored in any thread. It is never reused. */
export type MessageNumber = number;

export interface MessagesTable {
  number: Generated<MessageNumber>;
  id: MessageId;
  thread_id: ThreadId;
  seq: number;
  role: Message['role'];
  tokens: number;
  /** The run may have been deleted, so what is shown of it is stored here. */
  run_id: RunId | null;
  provider: string | null;
  model: string | null;
  created_at: number;
  /** What an answer was made from. It is null for questions, and for answers written before this was recorded. */
  read_json: string | null;
  /** Who stopped the answer before its end, if anyone did. */
  stopped_by: 'user' | null;
  text: string;
}

export interface QueuedMessagesTable {
  id: MessageId;
  thread_id: ThreadId;
  /** The place in the order in which the queued messages of the thread are sent. */
  position: number;
  created_at: number;
  text: string;
}

interface AgentsTable {
  id: AgentId;
  name: string;
  body_json: string;
  created_at: number;
  updated_at: number;
}
