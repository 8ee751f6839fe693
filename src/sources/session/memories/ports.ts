import type {
  ListMemoriesQuery,
  Memory,
  MemoryAnchor,
  MemoryId,
  MemoryKind,
  MemoryLine,
  MemoryOrigin,
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
  memories: (MemoryText & { isForAllProjects: boolean })[];
  /** Sentences that take earlier statements back. */
  withdrawals: string[];
  at: number;
}

export interface SaveMemory extends MemoryText {
  /** Null: all projects. */
  project: string | null;
  origin: Exclude<MemoryOrigin, 'recognized'>;
  source: { kind: RecordKind; id: number } | null;
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
}

export interface MemoryFilter extends Pick<ListMemoriesQuery, 'state' | 'offset' | 'limit'> {
  /** With those of all projects. Left out: everything. */
  projects?: string[] | undefined;
}

export interface MemoryStore {
  /**
   * Of several prompts in one transaction. What they contradict or take back in the same project is superseded; where
   * that is newer, they are. Repeated for the same prompt, it adds nothing. Returns how many were added.
   */
  addRecognized(recognized: readonly RecognizedMemories[]): Promise<number>;
  /** The same statement again returns the known one. Null: its source does not exist. */
  saveMemory(save: SaveMemory): Promise<Memory | null>;
  /** It is the user's from now on, and holds. Null: it does not exist. `taken`: another one says the same. */
  editMemory(id: MemoryId, edit: EditMemory, at: number): Promise<Memory | 'taken' | null>;
  /** False if it did not exist. */
  removeMemory(id: MemoryId, at: number): Promise<boolean>;
  /** Null: it was not removed, or too long ago. `taken`: another one says the same by now. */
  restoreMemory(id: MemoryId): Promise<Memory | 'taken' | null>;
  /** Last changed first. */
  listMemories(filter: MemoryFilter): Promise<Memory[]>;
  /** In the order of their numbers; `after` is the last number of the page before. With a project: what was said in it. */
  exportMemories(page: {
    after: number;
    limit: number;
    project?: string | undefined;
  }): Promise<{ number: number; line: MemoryLine }[]>;
  /** In one transaction. What is known is unchanged; what contradicts a newer one that was here before is superseded. */
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
