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

/** What a memory says. It comes without private text. */
export interface MemoryText {
  kind: MemoryKind;
  text: string;
  /** Of the text without case, spacing and final marks: the same statement is kept once. */
  textHash: string;
  anchors: MemoryAnchor[];
}

export interface RecognizedMemories {
  /** The prompt they are from. */
  contentSessionId: string;
  eventKey: string;
  memories: (MemoryText & {
    isForAllProjects: boolean;
    /** Why it waits for a person; null: it holds at once. */
    asks: ProposalReason | null;
  })[];
  /** Sentences that take earlier statements back; each becomes a proposal. */
  withdrawals: { text: string; textHash: string }[];
  at: number;
  /** A file says that it was said later than now: it replaces nothing that holds. */
  isFromFuture?: boolean;
}

export interface SaveMemory extends MemoryText {
  /** Null: all projects. */
  project: string | null;
  origin: Exclude<MemoryOrigin, 'recognized'>;
  source: { kind: RecordKind; id: number } | null;
  /** Why it waits for a person; null: it holds at once. */
  asks: ProposalReason | null;
  at: number;
}

export interface EditMemory extends Partial<MemoryText> {
  project?: string | null;
}

/** A line of an export, without private text. */
export interface ImportedMemory
  extends MemoryText,
    Pick<MemoryLine, 'project' | 'origin' | 'source' | 'createdAt' | 'changedAt' | 'supersededAt'> {
  /** Of the memory that replaced it. */
  supersededByHash: string | null;
  /** Why it waits for a person, unless it was superseded. */
  asks: ProposalReason;
}

/** A memory of an earlier version, with what is known of its source. */
export interface UnjudgedMemory extends Pick<Memory, 'id' | 'project' | 'origin' | 'text'> {
  textHash: string;
  /** Of its session; null: that is gone, or it never had one. */
  sessionProject: string | null;
  /** The prompt it comes from; null: it comes from elsewhere, or that was deleted. */
  promptText: string | null;
}

export interface JudgedMemory {
  id: MemoryId;
  /** Where it holds, or would. */
  project: string | null;
  /** Null: it holds. */
  asks: ProposalReason | null;
  /** It would hold in all projects. */
  isForAllProjects: boolean;
}

/** The texts of a memory that holds and of the one that it replaced. */
export interface Replacement {
  text: string;
  replaced: string;
}

export interface MemoryFilter extends Pick<ListMemoriesQuery, 'state' | 'offset' | 'limit'> {
  /** With those of all projects. Left out: everything. */
  projects?: string[] | undefined;
}

export interface MemoryStore {
  /**
   * Of several prompts in one transaction. What they contradict in the same project is superseded; where that is newer,
   * they are. What they take back, and what would hold in all projects, becomes a proposal. Repeated for the same prompt,
   * it adds nothing. Returns how many were added.
   */
  addRecognized(recognized: readonly RecognizedMemories[]): Promise<number>;
  /** The same statement again returns the known one. An agent's replaces no other. Null: its source does not exist. */
  saveMemory(save: SaveMemory): Promise<Memory | null>;
  /** It is the user's from now on, and holds. Null: it does not exist. `taken`: another one says the same. */
  editMemory(id: MemoryId, edit: EditMemory, at: number): Promise<Memory | 'taken' | null>;
  /** False if it did not exist. */
  removeMemory(id: MemoryId, at: number): Promise<boolean>;
  /** Null: it was not removed, or too long ago. `taken`: another one says the same by now. */
  restoreMemory(id: MemoryId): Promise<Memory | 'taken' | null>;
  /** A person confirms or dismisses a proposal. Null: it does not wait. `taken`: another one says the same. */
  decideMemory(id: MemoryId, decision: 'confirm' | 'dismiss', at: number): Promise<Memory | 'taken' | null>;
  /**
   * Takes back a decision on a proposal, or a replacement: the earlier memory holds again and the later one does not.
   * Null: it does not exist. `nothing`: there is nothing to take back. `taken`: another one says the same by now.
   */
  undoMemory(id: MemoryId, at: number): Promise<Memory | 'nothing' | 'taken' | null>;
  /** What waits in a project and was not announced before; from now on, it was. */
  takeUnannounced(project: string, at: number): Promise<Memory[]>;
  /** What a person typed in a project and what it replaced, oldest first; from now on, the person was told. */
  takeUntold(project: string): Promise<Replacement[]>;
  /** In the order of their numbers. */
  listUnjudged(limit: number): Promise<UnjudgedMemory[]>;
  /** What one that does not hold had replaced is judged too, or holds again. Repeated, it changes nothing. */
  settleJudged(judged: readonly JudgedMemory[], at: number): Promise<void>;
  /** Last changed first. */
  listMemories(filter: MemoryFilter): Promise<Memory[]>;
  /** In the order of their numbers; `after` is the last number of the page before. With a project: what was said in it. */
  exportMemories(page: {
    after: number;
    limit: number;
    project?: string | undefined;
  }): Promise<{ number: number; line: MemoryLine }[]>;
  /** In one transaction. What is known is unchanged; what holds in the file waits for a person here. */
  importMemories(memories: readonly ImportedMemory[]): Promise<{ added: number; known: number }>;
  /** Those that were removed before this time are gone. */
  purgeMemories(before: number): Promise<void>;
  /** Where the project's files are, on the machine of its sessions; newest first. */
  listFolders(project: string): Promise<string[]>;
}

/** `unknown`: the folder is not on this machine, or the path leads out of it. */
export type FileState = 'present' | 'missing' | 'unknown';

/** Looks at files of a project, and at nothing outside its folder. Never throws. */
export type CheckFiles = (folders: readonly string[], paths: readonly string[]) => Promise<FileState[]>;
