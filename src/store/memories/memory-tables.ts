import type { Generated } from 'kysely';
import type { MemoryId, MemoryKind, MemoryOrigin } from '#schema/sessions/memory.ts';
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
  superseded_at: number | null;
  /** That memory may have been deleted. */
  superseded_by: MemoryId | null;
  /** It can be restored for some minutes. */
  deleted_at: number | null;
  anchors_json: string;
  text: string;
}
