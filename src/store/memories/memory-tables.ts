import type { Generated } from 'kysely';
import type { MemoryId, MemoryKind, MemoryOrigin, ProposalReason } from '#schema/sessions/memory.ts';
import type { RecordKind, SessionId } from '#schema/sessions/session.ts';

export interface MemoryTables {
  memories: MemoriesTable;
}

export interface MemoriesTable {
  id: Generated<MemoryId>;
  /** Null: all projects. Empty: sessions without a project. */
  project: string | null;
  kind: MemoryKind;
  origin: MemoryOrigin;
  /** Of the text without case, spacing and final marks. */
  text_hash: string;
  /** With the next two: where it comes from. Null: nowhere, or the session was deleted. */
  session_id: SessionId | null;
  source_kind: RecordKind | null;
  source_id: number | null;
  created_at: number;
  changed_at: number;
  /**
   * Since when it does not hold. What waits for a person has it too, so that a query that does not know of proposals never
   * takes one for a memory that holds.
   */
  superseded_at: number | null;
  /** That memory may have been deleted. */
  superseded_by: MemoryId | null;
  /** It can be restored for some minutes. */
  deleted_at: number | null;
  /** Why it waits, or waited, for a person. `unjudged`: the rules of this version have not looked at it yet. */
  asks: ProposalReason | 'unjudged' | null;
  /** The memory that it would widen or end: it is then no memory itself. */
  about_id: MemoryId | null;
  confirmed_at: number | null;
  dismissed_at: number | null;
  announced_at: number | null;
  /** What it replaced when it was typed, until the person was told. */
  untold_id: MemoryId | null;
  anchors_json: string;
  text: string;
}
