import type { Clock, Log, PreparedRun, Save, Transaction } from '#engine/ports.ts';
import type { RunId } from '#schema/ids.ts';
import type { ExportLine } from '#schema/sessions/export-wire.ts';
import type { SearchMeaning } from '#schema/sessions/meaning-wire.ts';
import type {
  Observation,
  Prompt,
  RecordKind,
  RecordOf,
  Session,
  SessionEvent,
  SessionId,
  SessionInput,
  SessionSummary,
  SessionSummaryId,
  SummaryFields,
} from '#schema/sessions/session.ts';
import type { ActivityDay, ActivityQuery, Project, SessionCounts } from '#schema/sessions/sessions-wire.ts';
import type { DeliveryStore } from '#sources/session/context/ports.ts';
import type { CheckFiles, MemoryStore, ReadGuides } from '#sources/session/memories/ports.ts';
import type { ProjectStore } from '#sources/session/projects/ports.ts';
import type { TimeSpan } from '#text/questions/score-pool.ts';
import type { TermWeight } from '#text/search-levels.ts';
import type { SearchTerm } from '#text/search-terms.ts';

/** All input below has no private text, because the use cases strip it first. */
export interface AddPrompt {
  contentSessionId: string;
  /** Becomes the session's project if it has none yet. */
  project: string;
  /** Null if the prompt is entirely private. */
  text: string | null;
  /** Unique in its session. Adding the same key again changes nothing. */
  eventKey: string;
  at: number;
}

export interface AddObservation {
  contentSessionId: string;
  toolName: string;
  toolInput: string;
  toolResponse: string;
  cwd: string;
  eventKey: string;
  /** Event key of its prompt. If null or unknown, the newest prompt is used. */
  promptKey: string | null;
  at: number;
}

export interface AddSummary {
  contentSessionId: string;
  fields: SummaryFields;
  /** Hash of the fields, unique with session and prompt number. */
  contentHash: string;
  /** Event key of its prompt. If null or unknown, the newest prompt is used. */
  promptKey: string | null;
  at: number;
}

/** The summary of a turn by a run. Refused if the session or part of it was deleted in the meantime. */
export interface MadeSummary {
  sessionId: SessionId;
  runId: RunId;
  promptNumber: number;
  fields: SummaryFields;
  /** The verdicts by field, without passages of the source, which is not stored. */
  grounding: SessionSummary['grounding'];
  at: number;
}

/** A repository or folder that needs a unique name. */
export interface ProjectClaim {
  /** At least one, such as `remote:github.com/acme/api`, `root:<commit>` or `folder:<path>`, most reliable first. */
  identities: string[];
  /** Names in the order they are tried. The last one is unique. */
  names: string[];
}

/** Selects records of one kind. */
export interface RecordFilter {
  sessionId?: SessionId | undefined;
  /** Records of any of these projects, or of all if omitted. */
  projects?: string[] | undefined;
  /** Limits of the creation time, both inclusive. */
  from?: number | undefined;
  to?: number | undefined;
  /** Records of this turn or later ones. */
  fromPrompt?: number | undefined;
}

/** Sorted by time, then by id. */
export type RecordOrder = 'newest' | 'oldest';

export interface ListRecords extends RecordFilter {
  order: RecordOrder;
  offset: number;
  limit: number;
}

/** Selects records of several kinds. */
interface KindsFilter extends Omit<RecordFilter, 'fromPrompt'> {
  /** Leaves out the records of this session. */
  exceptSessionId?: SessionId | undefined;
  kinds: readonly RecordKind[];
  terms: readonly SearchTerm[];
}

export interface SearchRecords extends KindsFilter {
  order: RecordOrder;
  limit: number;
}

export interface RankRecords extends KindsFilter {
  /** If set, records with only some of the terms are found too. `times` are the ones that the question names. */
  question?: { times: readonly TimeSpan[] } | undefined;
  now: number;
  limit: number;
}

export interface RecordPlace {
  kind: RecordKind;
  id: number;
  at: number;
}

export interface RankedRecord extends RecordPlace {
  score: number;
}

export interface FoundRecords<R extends RecordPlace = RecordPlace> {
  records: R[];
  /** Number of records that were not searched because they are not in the index yet. */
  unindexed: number;
}

export interface RecordRanking extends FoundRecords<RankedRecord> {
  /** How informative each term is. */
  weights: TermWeight[];
}

export interface MeaningQuery extends Pick<RecordFilter, 'projects' | 'from' | 'to'> {
  text: string;
  kinds: readonly RecordKind[];
}

export interface FoundByMeaning {
  meaning: SearchMeaning;
  /** Sorted nearest first. */
  records: RecordPlace[];
}

export interface SearchByMeaning {
  isOn(): Promise<boolean>;
  /** Never throws, and answers within half a second. */
  find(query: MeaningQuery): Promise<FoundByMeaning>;
}

/** Longer texts are cut in the store, because many cards are read to show a few. */
export const cardCharacters = 4000;

export interface SessionCard {
  kind: RecordKind;
  id: number;
  sessionId: SessionId;
  project: string;
  promptNumber: number;
  createdAt: number;
  /** The tool of an observation or the request of a summary. Empty for a prompt. */
  title: string;
  /** The rest, at most `cardCharacters`: tool input and response, or the fields, one per line. */
  text: string;
  /** Size of the uncut title and text in UTF-8. */
  bytes: number;
}

/** A passage of what the user has read or discussed. */
export interface LibraryCard {
  kind: 'entry' | 'thread';
  /** E and the id of an entry, such as E12, or T and the id of a message. */
  ref: string;
  title: string;
  /** At most `cardCharacters`. */
  text: string;
  createdAt: number;
}

/** Stores the summaries that runs make of turns. */
export interface SessionResults {
  saveSessionSummary(tx: Transaction, made: MadeSummary): ReturnType<Save>;
  findSessionSummary(runId: RunId): Promise<SessionSummaryId | null>;
  findOrdered(runId: RunId): Promise<OrderedSummary | null>;
}

export interface OrderedSummary {
  summary: SessionSummary;
  /** Hash of the run's input, or null if part of the input was deleted since. */
  inputHash: string | null;
}

export interface SessionStore {
  /**
   * Stores a prompt in one transaction with its session, which is created or reactivated if needed. For a repeated
   * event, `isNew` is false and the prompt is the existing one.
   */
  addPrompt(
    add: AddPrompt,
  ): Promise<{ session: Session; prompt: Prompt; isNew: boolean; isNewSession: boolean }>;
  /** Returns the project's name. If it has none, it gets the first free one. */
  claimProject(claim: ProjectClaim & { at: number }): Promise<string>;
  /** Finds the name without claiming one. Null if another project has the first name and this one is unknown. */
  findProject(claim: ProjectClaim): Promise<string | null>;
  /** Creates the session if needed. `private`: its prompt is private, and nothing was written. */
  addObservation(
    add: AddObservation,
  ): Promise<
    | { kind: 'stored'; session: Session; observation: Observation; isNew: boolean; isNewSession: boolean }
    | { kind: 'private'; session: Session }
  >;
  /**
   * Adding the same session, prompt number and hash again returns the existing summary. If a run has summarized the
   * named prompt's turn since, its summary is returned.
   */
  addSummary(
    add: AddSummary,
  ): Promise<
    | { kind: 'stored'; session: Session; summary: SessionSummary; isNew: boolean; isNewSession: boolean }
    | { kind: 'private'; session: Session }
  >;
  /** Returns the session, and creates it if needed. */
  openSession(contentSessionId: string, at: number): Promise<{ session: Session; isNewSession: boolean }>;
  /** Completes an active session. Null if it was not active or does not exist. */
  completeSession(contentSessionId: string, at: number): Promise<Session | null>;
  /**
   * Queues the run and records the turn and input that it summarizes, in one transaction. `known`: the same was
   * queued before and has not failed or been cancelled, so nothing is written.
   */
  startSummary(start: {
    sessionId: SessionId;
    promptNumber: number;
    inputHash: string;
    run: PreparedRun;
  }): Promise<'queued' | 'known'>;

  /**
   * Ids of active sessions, last used in this span, whose newest prompt is public and never had a summary requested.
   */
  listUnsummarized(span: { from: number; to: number; limit: number }): Promise<string[]>;
  /** Finds a prompt by the key of its event. */
  findPrompt(sessionId: SessionId, eventKey: string): Promise<Prompt | null>;

  getSession(id: SessionId): Promise<Session | null>;
  /** Finds a session by the id that its client uses. */
  findSession(contentSessionId: string): Promise<Session | null>;
  /** Sorted by last use, newest first. */
  listSessions(query: { project?: string | undefined; offset: number; limit: number }): Promise<Session[]>;
  getRecord<K extends RecordKind>(kind: K, id: number): Promise<RecordOf[K] | null>;
  /** In this order. Records that no longer exist are omitted. */
  readRecords<K extends RecordKind>(kind: K, ids: readonly number[]): Promise<RecordOf[K][]>;
  /** The prompts of these turns, unsorted. */
  readTurnPrompts(turns: readonly Pick<Prompt, 'sessionId' | 'promptNumber'>[]): Promise<Prompt[]>;
  listRecords<K extends RecordKind>(kind: K, query: ListRecords): Promise<RecordOf[K][]>;
  /** Records with all of the terms, sorted by time. */
  searchRecords(search: SearchRecords): Promise<FoundRecords>;
  /** Records with all of the terms, sorted best first. If there are none, records with some of them. */
  rankRecords(search: RankRecords): Promise<RecordRanking>;
  /** In this order. Records that no longer exist are omitted. */
  readCards(places: readonly RecordPlace[]): Promise<SessionCard[]>;
  listCards(kind: RecordKind, query: ListRecords): Promise<SessionCard[]>;
  /** Sorted by last use, newest first. */
  listProjects(): Promise<Project[]>;
  /** Sorted oldest first. Days without records are omitted. Time zones are rounded to quarters of an hour. */
  listActivity(query: ActivityQuery & { now: number }): Promise<ActivityDay[]>;
  countSessions(): Promise<SessionCounts>;

  /** Also deletes its texts in runs. False if it did not exist. */
  deleteRecord(kind: RecordKind, id: number): Promise<boolean>;
  /** Deletes sessions with everything in them, and returns how many. `before`: not used since then. */
  deleteSessions(which: { id: SessionId } | { project: string } | { before: number }): Promise<number>;
  /** Unfinished runs of these sessions. */
  listSessionRuns(of: { id: SessionId } | { project: string }): Promise<RunId[]>;

  /** Records for an export, sorted by number, oldest first. `after` is the last number of the previous page. */
  exportLines(
    type: ExportLine['type'],
    page: { after: number; limit: number; project?: string | undefined },
  ): Promise<{ number: number; line: ExportLine }[]>;
  /** Imports in one transaction, and creates sessions as needed. `contentHash` is null except for summaries. */
  importLines(
    lines: { line: ExportLine; contentHash: string | null }[],
  ): Promise<{ added: number; known: number }>;
  /** Throws AppError `database_unavailable` if the database does not answer. */
  ping(): Promise<void>;
}

/** Notifications between processes. */
export interface SessionEvents {
  publish(event: SessionEvent): Promise<void>;
  subscribe(handler: (event: SessionEvent) => void): () => void;
}

/** A turn that a model has to summarize. */
export interface SummaryOrder {
  session: Session;
  input: SessionInput;
  /** The input as text. */
  sourceText: string;
}

export interface SessionPorts {
  store: SessionStore;
  memories: MemoryStore;
  checkFiles: CheckFiles;
  readGuides: ReadGuides;
  projects: ProjectStore;
  events: SessionEvents;
  /** Prepares the run of a summary without writing it. */
  prepareSummary(order: SummaryOrder): Promise<PreparedRun>;
  cancelRun(id: RunId): Promise<unknown>;
  /** The best passages of what the user has read and discussed, for a search over everything. */
  searchLibrary(query: { text: string; limit: number }): Promise<LibraryCard[]>;
  searchMeaning: SearchByMeaning;
  deliveries: DeliveryStore;
  getSettings(): Promise<{ contextTokens: number; recallTokens: number; retentionDays: number | null }>;
  clock: Pick<Clock, 'now'>;
  timer: Pick<Clock, 'after'>;
  log: Log;
  newId(): string;
  /** SHA-256 in hex. */
  hash(text: string): string;
}
