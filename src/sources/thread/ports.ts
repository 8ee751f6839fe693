import type { Engine } from '#engine/create-engine.ts';
import type { Bus, Clock, Log, PreparedRun, Save, TextWork, Transaction } from '#engine/ports.ts';
import type { Entry, EntryId } from '#schema/entry.ts';
import type { ModelProfileId, RunId } from '#schema/ids.ts';
import type { Agent, AgentId, AgentPart } from '#schema/models/agent.ts';
import type { ModelProfile } from '#schema/models/model-profile.ts';
import type { ModelCheck } from '#schema/runs/grounding.ts';
import type { SentenceOpinion } from '#schema/runs/opinions.ts';
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

/** A thread with what only the server needs of it. */
export interface StoredThread extends Thread {
  /** Grows with each change of the messages: a planned turn names the revision it is based on. */
  revision: number;
  /** The revision for whose next message a fold was planned ahead. */
  foldRevision: number;
  segments: Segment[];
}

export interface StoredVersion extends SummaryVersion {
  segments: Segment[];
}

export interface StartTurn {
  threadId: ThreadId;
  /** What the turn was planned from; the summary counts only where the turn brings a fold. */
  revision: number;
  summaryRevision: number;
  /** The new message of the user; null: the newest one is answered again. */
  message: (Omit<Message, 'seq'> & { role: 'user' }) | null;
  /** The user's newest message, which the new one replaces together with all after it. */
  replaces: MessageId | null;
  /** The message waits in the queue, and leaves it with this. */
  isQueued: boolean;
  /** A fold, the answer and a title, in the order in which they wait for each other. */
  runs: PreparedRun[];
  at: number;
}

/**
 * `stale`: the thread has changed since the turn was planned. `busy`: an answer is in progress, messages are queued, or
 * the message is already stored. `missing`: the thread was deleted. Nothing is written then.
 */
export type StartTurnResult =
  | { kind: 'started'; message: Message; runs: Run[] }
  | { kind: 'stale' | 'busy' | 'missing' };

/** The fold that the next message of a thread would make due, planned while the answer before it is stored. */
export interface FoldAhead {
  prepared: PreparedRun;
  /** Of the thread's messages and its summary, before the answer. */
  revision: number;
  summaryRevision: number;
}

/** Becomes the summary of its thread; refused when `summaryRevision` is no longer the thread's. */
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

/** Becomes the message after the one it answers; refused when that is no longer the thread's newest question. */
export interface MadeReply {
  threadId: ThreadId;
  runId: RunId;
  messageId: MessageId;
  /** For the new message. */
  newMessageId: MessageId;
  text: string;
  tokens: number;
  provider: string | null;
  model: string | null;
  /** Null: the answer was stopped, and what it read is not known. */
  read: ReplyRead | null;
  stoppedBy: Message['stoppedBy'] | null;
  at: number;
  /** Started with it, if the thread is still what it was planned from. */
  foldAhead: FoldAhead | null;
}

export interface ThreadStore {
  /** By name. */
  listSpaces(): Promise<Space[]>;
  getSpace(id: SpaceId): Promise<Space | null>;
  createSpace(space: Space): Promise<void>;
  patchSpace(id: SpaceId, patch: SpacePatch, at: number): Promise<Space | null>;
  /** With its threads. False if it did not exist. */
  deleteSpace(id: SpaceId): Promise<boolean>;

  /** Newest change first. */
  listThreads(query: {
    spaceId?: SpaceId | undefined;
    entryId?: EntryId | undefined;
    limit: number;
    cursor?: string | undefined;
  }): Promise<ThreadPage>;
  getThread(id: ThreadId): Promise<StoredThread | null>;
  getThreadInSpace(id: ThreadId): Promise<{ thread: StoredThread; space: Space } | null>;
  /** Null: the Space does not exist. */
  createThread(thread: {
    id: ThreadId;
    spaceId: SpaceId;
    article: Thread['article'];
    at: number;
  }): Promise<Thread | null>;
  patchThread(id: ThreadId, patch: { title: string }, at: number): Promise<Thread | null>;
  deleteThread(id: ThreadId): Promise<boolean>;

  /** In reading order: those after `afterSeq` from the oldest on, those before `beforeSeq` from the newest on. */
  listMessages(query: {
    threadId: ThreadId;
    afterSeq?: number | undefined;
    beforeSeq?: number | undefined;
    limit: number;
  }): Promise<Message[]>;
  getMessage(id: MessageId): Promise<Message | null>;
  /** Writes the message and its runs in one transaction: once this resolves, neither is lost. */
  startTurn(turn: StartTurn): Promise<StartTurnResult>;
  /**
   * Stores a message that waits for the answer in progress. `queued`, also if it is there already; `full`: too many wait;
   * `taken`: another message has this id; `missing`: the thread was deleted.
   */
  queueMessage(queued: {
    threadId: ThreadId;
    id: MessageId;
    text: string;
    at: number;
  }): Promise<'queued' | 'full' | 'taken' | 'missing'>;
  /** In the order in which they will be sent. */
  listQueued(threadId: ThreadId): Promise<QueuedMessage[]>;
  /** False if it is not in the queue, or no longer. */
  removeQueued(queued: { threadId: ThreadId; id: MessageId }): Promise<boolean>;
  /** Threads in which messages wait although no answer is in progress. */
  listUnsent(): Promise<ThreadId[]>;
  /** Null, with nothing written, when the summary has another revision by now or another fold is in progress. */
  startFold(fold: {
    threadId: ThreadId;
    summaryRevision: number;
    prepared: PreparedRun;
  }): Promise<Run | null>;
  /** Newest first: the current summary and its earlier versions. */
  listVersions(threadId: ThreadId): Promise<StoredVersion[]>;
  /** Restores a version that covers the same messages. False if the summary's revision has changed. */
  restoreVersion(restore: {
    threadId: ThreadId;
    summaryRevision: number;
    version: StoredVersion;
    at: number;
  }): Promise<boolean>;
  /** A manual edit: the boundary stays. False if the revision has changed. */
  editSummary(edit: {
    threadId: ThreadId;
    summaryRevision: number;
    text: string;
    tokens: number;
    at: number;
  }): Promise<boolean>;
  /** Newest first. */
  searchMessages(search: {
    terms: SearchTerm[];
    limit: number;
    cursor?: string | undefined;
  }): Promise<{ items: { thread: Thread; message: Message }[]; nextCursor: ThreadHitPage['nextCursor'] }>;
  /** Unfinished runs, oldest first. */
  listThreadRuns(of: { threadId: ThreadId } | { spaceId: SpaceId }): Promise<Run[]>;
  /** The newest ended run of each kind: fold and reply. */
  listLastRuns(threadId: ThreadId): Promise<Run[]>;

  saveFold(tx: Transaction, fold: MadeFold): ReturnType<Save>;
  saveReply(tx: Transaction, reply: MadeReply): ReturnType<Save>;
  /** A title that a person set in the meantime is kept. */
  saveTitle(tx: Transaction, named: { threadId: ThreadId; title: string }): ReturnType<Save>;
}

/** What a thread reads of an entry. */
export type Article = Pick<Entry, 'id' | 'title' | 'text' | 'contentHash' | 'language'>;

/** The opinions of a model on the text with this hash. */
interface SummaryOpinions {
  textHash: string;
  opinions: SentenceOpinion[];
  check: ModelCheck;
}

export interface SpacesPorts {
  store: ThreadStore;
  engine: Pick<Engine, 'prepare' | 'cancel'>;
  /** Throws AppError `not_found`. */
  getAgent(id: AgentId): Promise<Agent>;
  /** The profiles that answer for an agent's two parts, and whether the model can write or only quotes. */
  routeOf(agentId: AgentId): Promise<{
    llm: ModelProfileId;
    summarizer: ModelProfileId;
    /** The answers come from the built-in model, which quotes. */
    quotes: boolean;
    /** What the chat model reads and writes at most, and how much of that one prompt may take. */
    contextTokens: number;
    inputTokens: number;
  }>;
  /** Null where a part's model has no prices. */
  pricesOf(agentId: AgentId): Promise<Record<AgentPart, ModelProfile['prices']>>;
  /** Null: it was deleted. */
  getArticle(id: EntryId): Promise<Article | null>;
  /** The passages that its answers cite, in order. */
  passagesOf(article: Article): Promise<readonly NumberedPassage[]>;
  /** The most relevant passages of what the user has read, discussed and built. */
  searchLibrary(query: { text: string; limit: number; exceptThread: ThreadId }): Promise<Passage[]>;
  getRun(id: RunId): Promise<Run | null>;
  /** What a model said of the summary, or of an earlier version of it. */
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
