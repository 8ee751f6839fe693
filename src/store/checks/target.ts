import type { RunId } from '#schema/ids.ts';
import type { Grounding } from '#schema/runs/grounding.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import type { Edit } from '#text/second-opinion/edits.ts';
import type { OwnerColumns } from './check-tables.ts';

/** A summary that is locked until the transaction ends. */
export interface LockedTarget {
  text: string;
  /** What the rows about it go with. */
  owner: Partial<OwnerColumns>;
  /** Whether other work is about to replace it, which would then fail. */
  isBusy: boolean;
  /** Replaces its text, in place and with everything that depends on it. */
  write(changed: ChangedText): Promise<void>;
}

export interface ChangedText {
  edits: Edit[];
  text: string;
  tokens: number;
  /** By rules. */
  grounding: Grounding;
  /** The run that changed it; null: a person brought back the text before. */
  runId: RunId | null;
  model: string | null;
  at: number;
}

/** Null: there is no such summary, or it was cleared. */
export type LockTarget = (
  database: Database,
  trx: TablesTransaction,
  locking: { id: string; at: number },
) => Promise<LockedTarget | null>;
