import type {
  ListMemoriesQuery,
  Memory,
  MemoryAnchor,
  MemoryId,
  MemoryKind,
  MemoryLine,
  MemoryOrigin,
  ProposalReason,
} from '#schema/sessions/memory.ts';
import type { RecordKind } from '#schema/sessions/session.ts';

/** The content of a memory, without private text. */
export interface MemoryText {
  kind: MemoryKind;
  text: string;
  /** Hash of the text without case, spacing and final punctuation, so that a statement is stored only once. */
  textHash: string;
  anchors: MemoryAnchor[];
}

export interface RecognizedMemories {
  /** The session of their prompt, which `eventKey` identifies. */
  contentSessionId: string;
  eventKey: string;
  memories: (MemoryText & {
    isForAllProjects: boolean;
    /** Why a person must confirm it, or null if it applies at once. */
    asks: ProposalReason | null;
  })[];
  /** Sentences that withdraw earlier statements. Each becomes a proposal. */
  withdrawals: { text: string; textHash: string }[];
  at: number;
  /** True if a file gave it a time in the future. It then replaces no active memory. */
  isFromFuture?: boolean;
}

export interface SaveMemory extends MemoryText {
  /** Null for all projects. */
  project: string | null;
  origin: Exclude<MemoryOrigin, 'recognized'>;
  source: { kind: RecordKind; id: number } | null;
  /** Why a person must confirm it, or null if it applies at once. */
  asks: ProposalReason | null;
  at: number;
}

export interface EditMemory extends Partial<MemoryText> {
  project?: string | null;
}

/** A memory from a line of an export, without private text. */
export interface ImportedMemory
  extends MemoryText,
    Pick<MemoryLine, 'project' | 'origin' | 'source' | 'createdAt' | 'changedAt' | 'supersededAt'> {
  /** Text hash of the memory that replaced it. */
  supersededByHash: string | null;
  /** Why a person must confirm it, unless it was superseded. */
  asks: ProposalReason;
}

/** A memory of an earlier version, with what is known about its source. */
export interface UnjudgedMemory extends Pick<Memory, 'id' | 'project' | 'origin' | 'text'> {
  textHash: string;
  /** The project of its session, or null if it has no session or the session was deleted. */
  sessionProject: string | null;
  /** The text of its prompt, or null if it has another source or the prompt was deleted. */
  promptText: string | null;
}

export interface JudgedMemory {
  id: MemoryId;
  /** The project where it applies, or would apply once confirmed. */
  project: string | null;
  /** Null if it applies. */
  asks: ProposalReason | null;
  /** True if it would apply in all projects. */
  isForAllProjects: boolean;
}

/** The texts of an active memory and of the one that it replaced. */
export interface Replacement {
  text: string;
  replaced: string;
}

export interface MemoryFilter extends Pick<ListMemoriesQuery, 'state' | 'offset' | 'limit'> {
  /** Includes memories of all projects. If omitted, everything. */
  projects?: string[] | undefined;
  ids?: readonly MemoryId[] | undefined;
}

export interface MemoryStore {
  /**
   * Adds the memories of several prompts in one transaction. Of two contradicting memories of a project, the newer
   * supersedes the older. Withdrawals, and statements for all projects, become proposals. Adding the same prompt
   * again changes nothing. Returns how many were added.
   */
  addRecognized(recognized: readonly RecognizedMemories[]): Promise<number>;
  /** A repeated statement returns the known memory. An agent's replaces none. Null if its source does not exist. */
  saveMemory(save: SaveMemory): Promise<Memory | null>;
  /** Makes the memory active and the user's. Null if it does not exist. `taken`: another one says the same. */
  editMemory(id: MemoryId, edit: EditMemory, at: number): Promise<Memory | 'taken' | null>;
  /** False if the memory did not exist. */
  removeMemory(id: MemoryId, at: number): Promise<boolean>;
  /** Null if it was not removed, or too long ago. `taken`: another one says the same by now. */
  restoreMemory(id: MemoryId): Promise<Memory | 'taken' | null>;
  /** Confirms or dismisses a proposal for a person. Null if it is not pending. `taken`: another one says the same. */
  decideMemory(id: MemoryId, decision: 'confirm' | 'dismiss', at: number): Promise<Memory | 'taken' | null>;
  /**
   * Undoes a decision on a proposal, or a replacement: the earlier memory applies again and the later one does not.
   * Null if it does not exist. `nothing`: there is nothing to undo. `taken`: another one says the same by now.
   */
  undoMemory(id: MemoryId, at: number): Promise<Memory | 'nothing' | 'taken' | null>;
  /** Pending proposals of a project that were not announced yet. Marks them as announced. */
  takeUnannounced(project: string, at: number): Promise<Memory[]>;
  /** Statements that a person typed and what they replaced, oldest first. Marks them as reported. */
  takeUntold(project: string): Promise<Replacement[]>;
  /** Sorted by id. */
  listUnjudged(limit: number): Promise<UnjudgedMemory[]>;
  /** Saves judgements. If a memory is rejected, those it had replaced apply or are judged again. Safe to repeat. */
  settleJudged(judged: readonly JudgedMemory[], at: number): Promise<void>;
  /** Sorted by last change, newest first. */
  listMemories(filter: MemoryFilter): Promise<Memory[]>;
  /** Sorted by number. `after` is the last number of the previous page. `project` limits it to what was said there. */
  exportMemories(page: {
    after: number;
    limit: number;
    project?: string | undefined;
  }): Promise<{ number: number; line: MemoryLine }[]>;
  /** Imports in one transaction. Known memories are unchanged. Active ones of the file need confirmation here. */
  importMemories(memories: readonly ImportedMemory[]): Promise<{ added: number; known: number }>;
  /** Deletes memories that were removed before this time. */
  purgeMemories(before: number): Promise<void>;
  /** Folders of the project on the machine of its sessions, sorted newest first. */
  listFolders(project: string): Promise<string[]>;
}

/** `unknown`: the folder is not on this machine, or the path leads out of it. */
export type FileState = 'present' | 'missing' | 'unknown';

/** Checks files of a project, and nothing outside its folder. Never throws. */
export type CheckFiles = (folders: readonly string[], paths: readonly string[]) => Promise<FileState[]>;

/** A file that agents read in each session of a project. */
export interface Guide {
  name: string;
  text: string;
}

/** Reads such files in the folder of a project, if it is on this machine. Never throws. */
export type ReadGuides = (folders: readonly string[]) => Promise<Guide[]>;
