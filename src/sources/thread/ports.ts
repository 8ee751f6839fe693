import type { Engine } from '#engine/create-engine.ts';
import type { Bus, Clock, Log, PreparedRun, Save, TextWork, Transaction } from '#engine/ports.ts';
import type { Entry, EntryId } from '#schema/entry.ts';
import type { ModelProfileId, RunId } from '#schema/ids.ts';
import type { Agent, AgentId, AgentPart } from '#schema/models/agent.ts';
import type { ModelProfile } from '#schema/models/model-profile.ts';
import type { Said } from '#schema/runs/opinions.ts';
import type { Run } from '#schema/runs/run.ts';
import type {
  Message,
  MessageId,
  Passage,
  ReplyRead,
  Segment,
  Space,
  SpaceId,
  SummaryVersion,
  Thread,
  ThreadId,
} from '#schema/spaces/space.ts';
import type { QueuedMessage, SpacePatch, ThreadHitPage, ThreadPage } from '#schema/spaces/spaces-wire.ts';
import type { NumberedPassage } from '#text/article/article-passages.ts';
import type { SearchTerm } from '#text/search-terms.ts';

/** A thread with the fields that only the server needs. */
export interface StoredThread extends Thread {
  /** Increases with each change of the messages. A planned turn names the revision it is based on. */
  revision: number;
  /** The thread revision for whose next message a fold was planned ahead. */
  foldRevision: number;
  segments: Segment[];
}

export interface StoredVersion extends SummaryVersion {
  segments: Segment[];
}

export interface StartTurn {
  threadId: ThreadId;
  /** The revisions the turn was planned from. The summary's is checked only if the turn contains a fold. */
  revision: number;
  summaryRevision: number;
  /** The user's new message, or null to answer the newest one again. */
  message: (Omit<Message, 'seq'> & { role: 'user' }) | null;
  /** The user's newest message, which the new one replaces together with everything after it. */
  replaces: MessageId | null;
  /** True if the message is in the queue. Starting the turn removes it. */
  isQueued: boolean;
  /** A fold, the answer and a title, in the order in which they wait for each other. */
  runs: PreparedRun[];
  at: number;
}

/**
 * `stale`: the thread has changed since planning. `busy`: an answer is in progress, messages are queued, or the
 * message is already stored. `missing`: the thread was deleted. Nothing is written in these cases.
 */
export type StartTurnResult =
  | { kind: 'started'; message: Message; runs: Run[] }
  | { kind: 'stale' | 'busy' | 'missing' };

/** A fold that the next message makes due, planned while the answer before it is stored. */
export interface FoldAhead {
  prepared: PreparedRun;
  /** Revisions of the thread's messages and of its summary before the answer. */
  revision: number;
  summaryRevision: number;
}

/** Becomes the thread's summary. Refused if the summary's revision has changed. */
export interface MadeFold {
  threadId: ThreadId;
  runId: RunId;
  reason: Exclude<SummaryVersion['reason'], 'edit' | 'repair'>;
  summaryRevision: number;
  throughSeq: number;
  text: string;
  tokens: number;
  segments: Segment[];
  model: string;
  at: number;
}

/** Becomes the message after its question. Refused if that is no longer the thread's newest question. */
export interface MadeReply {
  threadId: ThreadId;
  runId: RunId;
  messageId: MessageId;
  /** The id of the new message. */
  newMessageId: MessageId;
  text: string;
  tokens: number;
  provider: string | null;
  model: string | null;
  /** Null if the answer was stopped, because what it read is unknown then. */
  read: ReplyRead | null;
  stoppedBy: Message['stoppedBy'] | null;
  at: number;
  /** Started with the answer, if the thread has not changed since it was planned. */
  foldAhead: FoldAhead | null;
}

export interface ThreadStore {
  /** Sorted by name. */
  listSpaces(): Promise<Space[]>;
  getSpace(id: SpaceId): Promise<Space | null>;
  createSpace(space: Space): Promise<void>;
  patchSpace(id: SpaceId, patch: SpacePatch, at: number): Promise<Space | null>;
  /** Also deletes its threads. False if it did not exist. */
  deleteSpace(id: SpaceId): Promise<boolean>;

  /** Sorted by last change, newest first. */
  listThreads(query: {
    spaceId?: SpaceId | undefined;
    entryId?: EntryId | undefined;
    limit: number;
    cursor?: string | undefined;
  }): Promise<ThreadPage>;
  getThread(id: ThreadId): Promise<StoredThread | null>;
  getThreadInSpace(id: ThreadId): Promise<{ thread: StoredThread; space: Space } | null>;
  /** Null if the Space does not exist. */
  createThread(thread: {
    id: ThreadId;
    spaceId: SpaceId;
    article: Thread['article'];
    at: number;
  }): Promise<Thread | null>;
  patchThread(id: ThreadId, patch: { title: string }, at: number): Promise<Thread | null>;
  deleteThread(id: ThreadId): Promise<boolean>;

  /** In reading order: the oldest after `afterSeq`, or the newest before `beforeSeq`. */
  listMessages(query: {
    threadId: ThreadId;
    afterSeq?: number | undefined;
    beforeSeq?: number | undefined;
    limit: number;
  }): Promise<Message[]>;
  getMessage(id: MessageId): Promise<Message | null>;
  /** Writes the message and its runs in one transaction. Once this resolves, neither is lost. */
  startTurn(turn: StartTurn): Promise<StartTurnResult>;
  /**
   * Queues a message behind the answer in progress. `queued`: also if it was queued before. `full`: too many are
   * waiting. `taken`: another message has this id. `missing`: the thread was deleted.
   */
  queueMessage(queued: {
    threadId: ThreadId;
    id: MessageId;
    text: string;
    at: number;
  }): Promise<'queued' | 'full' | 'taken' | 'missing'>;
  /** In the order in which they will be sent. */
  listQueued(threadId: ThreadId): Promise<QueuedMessage[]>;
  /** False if the message is not in the queue. */
  removeQueued(queued: { threadId: ThreadId; id: MessageId }): Promise<boolean>;
  /** Threads with queued messages although no answer is in progress. */
  listUnsent(): Promise<ThreadId[]>;
  /** Null if the summary's revision has changed or another fold is in progress. Nothing is written then. */
  startFold(fold: {
    threadId: ThreadId;
    summaryRevision: number;
    prepared: PreparedRun;
  }): Promise<Run | null>;
  /** The current summary and its earlier versions, sorted newest first. */
  listVersions(threadId: ThreadId): Promise<StoredVersion[]>;
  /** Restores a version that covers the same messages. False if the summary's revision has changed. */
  restoreVersion(restore: {
    threadId: ThreadId;
    summaryRevision: number;
    version: StoredVersion;
    at: number;
  }): Promise<boolean>;
  /** Saves an edit by a person; the summary still covers the same messages. False if the revision has changed. */
  editSummary(edit: {
    threadId: ThreadId;
    summaryRevision: number;
    text: string;
    tokens: number;
    at: number;
  }): Promise<boolean>;
  /** Sorted newest first. */
  searchMessages(search: {
    terms: SearchTerm[];
    limit: number;
    cursor?: string | undefined;
  }): Promise<{ items: { thread: Thread; message: Message }[]; nextCursor: ThreadHitPage['nextCursor'] }>;
  /** Unfinished runs, sorted oldest first. */
  listThreadRuns(of: { threadId: ThreadId } | { spaceId: SpaceId }): Promise<Run[]>;
  /** The newest run that has ended of each kind: fold and reply. */
  listLastRuns(threadId: ThreadId): Promise<Run[]>;

  saveFold(tx: Transaction, fold: MadeFold): ReturnType<Save>;
  saveReply(tx: Transaction, reply: MadeReply): ReturnType<Save>;
  /** A title that a person set in the meantime is kept. */
  saveTitle(tx: Transaction, named: { threadId: ThreadId; title: string }): ReturnType<Save>;
}

/** The fields of an entry that a thread reads. */
export type Article = Pick<Entry, 'id' | 'title' | 'text' | 'contentHash' | 'language'>;

/** What a model and a person say about the summary whose text has this hash. */
interface SummaryOpinions extends Said {
  textHash: string;
}

export interface SpacesPorts {
  store: ThreadStore;
  engine: Pick<Engine, 'prepare' | 'cancel'>;
  /** Throws AppError `not_found`. */
  getAgent(id: AgentId): Promise<Agent>;
  /** The model profiles for the two parts of an agent. */
  routeOf(agentId: AgentId): Promise<{
    llm: ModelProfileId;
    summarizer: ModelProfileId;
    /** True if the built-in model answers, which only quotes. */
    quotes: boolean;
    /** The size of the chat model's context, and how much of it one prompt may take. */
    contextTokens: number;
    inputTokens: number;
  }>;
  /** Null for a part whose model has no prices. */
  pricesOf(agentId: AgentId): Promise<Record<AgentPart, ModelProfile['prices']>>;
  /** Null if the entry was deleted. */
  getArticle(id: EntryId): Promise<Article | null>;
  /** The passages that answers about the article cite, in order. */
  passagesOf(article: Article): Promise<readonly NumberedPassage[]>;
  /** The most relevant passages of what the user has read, discussed and built. */
  searchLibrary(query: { text: string; limit: number; exceptThread: ThreadId }): Promise<Passage[]>;
  getRun(id: RunId): Promise<Run | null>;
  /** The opinions of a model on the summary, or on an earlier version of it. */
  getOpinions(id: ThreadId): Promise<SummaryOpinions | null>;
  /** Has a model check the summary that this run wrote, if the settings say so. Returns at once. */
  checkSummary(id: ThreadId, runId: RunId): void;
  textWork: TextWork;
  bus: Pick<Bus, 'publish'>;
  clock: Clock;
  log: Log;
  newId(): string;
  /** SHA-256 in hex. */
  hash(text: string): string;
}
