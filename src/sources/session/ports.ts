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
import type { CheckFiles, MemoryStore } from '#sources/session/memories/ports.ts';
import type { ProjectStore } from '#sources/session/projects/ports.ts';
import type { TimeSpan } from '#text/questions/score-pool.ts';
import type { TermWeight } from '#text/search-levels.ts';
import type { SearchTerm } from '#text/search-terms.ts';

/** Everything below comes without private text: the use cases strip it before they call. */
export interface AddPrompt {
  contentSessionId: string;
  /** Becomes the session's project if it has none yet. */
  project: string;
  /** Null: entirely private. */
  text: string | null;
  /** Unique in its session; the same one again adds nothing. */
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
  /** Of the prompt it belongs to. Null or unknown: the newest prompt. */
  promptKey: string | null;
  at: number;
}

export interface AddSummary {
  contentSessionId: string;
  fields: SummaryFields;
  /** Of the fields; unique with session and prompt number. */
  contentHash: string;
  /** Of the prompt it belongs to. Null or unknown: the newest prompt. */
  promptKey: string | null;
  at: number;
}

/** The summary that a run made of a turn; refused if the session, or part of it, was deleted in the meantime. */
export interface MadeSummary {
  sessionId: SessionId;
  runId: RunId;
  promptNumber: number;
  fields: SummaryFields;
  /** By field. Without passages of the source, which is not kept. */
  grounding: SessionSummary['grounding'];
  at: number;
}

/** A repository or folder that needs a unique name. */
export interface ProjectClaim {
  /** Such as `remote:github.com/acme/api`, `root:<commit>` or `folder:<path>`, most reliable first; at least one. */
  identities: string[];
  /** In the order they are tried; the last one is unique. */
  names: string[];
}

/** Which records, of one kind. */
export interface RecordFilter {
  sessionId?: SessionId | undefined;
  /** Any of these; all if omitted. */
  projects?: string[] | undefined;
  /** Created at this time or later, and at this time or earlier. */
  from?: number | undefined;
  to?: number | undefined;
  /** Of this turn or later ones. */
  fromPrompt?: number | undefined;
}

/** By time, then by number. */
export type RecordOrder = 'newest' | 'oldest';

export interface ListRecords extends RecordFilter {
  order: RecordOrder;
  offset: number;
  limit: number;
}

/** Which records, of several kinds. */
interface KindsFilter extends Omit<RecordFilter, 'fromPrompt'> {
  kinds: readonly RecordKind[];
  terms: readonly SearchTerm[];
}

export interface SearchRecords extends KindsFilter {
  order: RecordOrder;
  limit: number;
}

export interface RankRecords extends KindsFilter {
  /** Some of the terms are enough, even if there are records with all of them; `times` are those that it names. */
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
  /** How many records were not searched because they are not in the index yet. */
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
  /** Nearest first. */
  records: RecordPlace[];
}

export interface SearchByMeaning {
  isOn(): Promise<boolean>;
  /** Never throws, and answers within half a second. */
  find(query: MeaningQuery): Promise<FoundByMeaning>;
}

/** Longer texts are cut at this length before they leave the store: many cards are read to show a few. */
export const cardCharacters = 4000;

/** A record as a search sees it. */
export interface SessionCard {
  kind: RecordKind;
  id: number;
  sessionId: SessionId;
  project: string;
  promptNumber: number;
  createdAt: number;
  /** The tool of an observation, the request of a summary; empty for a prompt. */
  title: string;
  /** The rest, at most `cardCharacters`: tool input and response, or the fields, one per line. */
  text: string;
  /** Of title and text, nothing cut off, in UTF-8. */
  bytes: number;
}

/** A place in what the user has read or discussed. */
export interface LibraryCard {
  kind: 'entry' | 'thread';
  /** E12 for an entry, T and its id for a message. */
  ref: string;
  title: string;
  /** At most `cardCharacters`. */
  text: string;
  createdAt: number;
}

/** What runs make of turns. */
export interface SessionResults {
  saveSessionSummary(tx: Transaction, made: MadeSummary): ReturnType<Save>;
  findSessionSummary(runId: RunId): Promise<SessionSummaryId | null>;
  findOrdered(runId: RunId): Promise<OrderedSummary | null>;
}

/** A summary that a run made. */
export interface OrderedSummary {
  summary: SessionSummary;
  /** Of what the run read; null: some of that was deleted since. */
  inputHash: string | null;
}

export interface SessionStore {
  /**
   * One transaction: the session, created if needed and reactivated if completed, and its next
   * prompt. `isNew` is false for a repeated event; the prompt is then the one it created.
   */
  addPrompt(
    add: AddPrompt,
  ): Promise<{ session: Session; prompt: Prompt; isNew: boolean; isNewSession: boolean }>;
  /** The project's name, or from now on the first one that is free. */
  claimProject(claim: ProjectClaim & { at: number }): Promise<string>;
  /** The same without taking a name; null: another project has the first one, and this one is not known. */
  findProject(claim: ProjectClaim): Promise<string | null>;
  /** `private`: its prompt is private, and nothing was written. Creates the session if needed. */
  addObservation(
    add: AddObservation,
  ): Promise<
    | { kind: 'stored'; session: Session; observation: Observation; isNew: boolean; isNewSession: boolean }
    | { kind: 'private'; session: Session }
  >;
  /**
   * The same session, prompt number and hash again returns the existing summary. So does, for a summary that
   * names its prompt, one that a run has since made of that turn.
   */
  addSummary(
    add: AddSummary,
  ): Promise<
    | { kind: 'stored'; session: Session; summary: SessionSummary; isNew: boolean; isNewSession: boolean }
    | { kind: 'private'; session: Session }
  >;
  /** The session, created if needed. */
  openSession(contentSessionId: string, at: number): Promise<{ session: Session; isNewSession: boolean }>;
  /** Active → completed. Null: it was not active, or does not exist. */
  completeSession(contentSessionId: string, at: number): Promise<Session | null>;
  /**
   * The run in one transaction with the note that this turn is being summarized from this input. `known`: the same was
   * queued before and has neither failed nor been cancelled; nothing is written then.
   */
  startSummary(start: {
    sessionId: SessionId;
    promptNumber: number;
    inputHash: string;
    run: PreparedRun;
  }): Promise<'queued' | 'known'>;

  /**
   * Names of active sessions, last used in this span, whose newest prompt is public, has no summary and was never
   * ordered one: its sender is gone.
   */
  listUnsummarized(span: { from: number; to: number; limit: number }): Promise<string[]>;
  /** By the key of its event. */
  findPrompt(sessionId: SessionId, eventKey: string): Promise<Prompt | null>;

  getSession(id: SessionId): Promise<Session | null>;
  /** Last used first. */
  listSessions(query: { project?: string | undefined; offset: number; limit: number }): Promise<Session[]>;
  getRecord<K extends RecordKind>(kind: K, id: number): Promise<RecordOf[K] | null>;
  /** In this order, without those that no longer exist. */
  readRecords<K extends RecordKind>(kind: K, ids: readonly number[]): Promise<RecordOf[K][]>;
  /** The prompts of turns, in no order. */
  readTurnPrompts(turns: readonly Pick<Prompt, 'sessionId' | 'promptNumber'>[]): Promise<Prompt[]>;
  listRecords<K extends RecordKind>(kind: K, query: ListRecords): Promise<RecordOf[K][]>;
  /** In the order of their time: records with all of the terms. */
  searchRecords(search: SearchRecords): Promise<FoundRecords>;
  /** Best first, of all records with all of the terms; where there are none, of those with some. */
  rankRecords(search: RankRecords): Promise<RecordRanking>;
  /** In this order, without those that no longer exist. */
  readCards(places: readonly RecordPlace[]): Promise<SessionCard[]>;
  listCards(kind: RecordKind, query: ListRecords): Promise<SessionCard[]>;
  /** Last used first. */
  listProjects(): Promise<Project[]>;
  /** Oldest first; days without records are omitted. Time zones are rounded to whole quarters of an hour. */
  listActivity(query: ActivityQuery & { now: number }): Promise<ActivityDay[]>;
  countSessions(): Promise<SessionCounts>;

  /** With its texts in runs. False if it did not exist. */
  deleteRecord(kind: RecordKind, id: number): Promise<boolean>;
  /** Sessions with everything in them; returns how many. `before`: not used since. */
  deleteSessions(which: { id: SessionId } | { project: string } | { before: number }): Promise<number>;
  /** Unfinished runs of these sessions. */
  listSessionRuns(of: { id: SessionId } | { project: string }): Promise<RunId[]>;

  /** Oldest first by number, with what an export needs beside the record; `after` is the last number of the page before. */
  exportLines(
    type: ExportLine['type'],
    page: { after: number; limit: number; project?: string | undefined },
  ): Promise<{ number: number; line: ExportLine }[]>;
  /** In one transaction; sessions are created as needed. `contentHash` is for summaries, null for the others. */
  importLines(
    lines: { line: ExportLine; contentHash: string | null }[],
  ): Promise<{ added: number; known: number }>;
  /** Throws AppError `database_unavailable` when the database does not answer. */
  ping(): Promise<void>;
}

/** Wake-up calls between processes, as over the bus. */
export interface SessionEvents {
  publish(event: SessionEvent): Promise<void>;
  subscribe(handler: (event: SessionEvent) => void): () => void;
}

/** A turn that is to be summarized by a model. */
export interface SummaryOrder {
  session: Session;
  input: SessionInput;
  /** The same as a text. */
  sourceText: string;
}

export interface SessionPorts {
  store: SessionStore;
  memories: MemoryStore;
  checkFiles: CheckFiles;
  projects: ProjectStore;
  events: SessionEvents;
  /** Everything about the run of a summary except writing it. */
  prepareSummary(order: SummaryOrder): Promise<PreparedRun>;
  cancelRun(id: RunId): Promise<unknown>;
  /** The best of what the user has read and discussed, for a search over everything. */
  searchLibrary(query: { text: string; limit: number }): Promise<LibraryCard[]>;
  searchMeaning: SearchByMeaning;
  getSettings(): Promise<{ contextTokens: number; retentionDays: number | null }>;
  clock: Pick<Clock, 'now'>;
  log: Log;
  newId(): string;
  /** SHA-256 in hex. */
  hash(text: string): string;
}
