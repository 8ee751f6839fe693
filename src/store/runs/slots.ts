import { type Insertable, type Kysely, sql } from 'kysely';
import type { NewSlot, SlotKey } from '#engine/ports.ts';
import type { RunId } from '#schema/ids.ts';
import type { TaskType, Variant } from '#schema/runs/run.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { prepareQuery } from '#store/prepared-query.ts';
import { toStoredJson } from '#store/stored-text.ts';
import type { Tables } from '#store/tables.ts';

/** The time for which a clear can be undone. The result is then deleted permanently. */
export const keptMs = 600_000;

/** The slots of one source, or one slot of it. */
export type SlotsOf = Omit<SlotKey, 'variant'> & { variant: Variant | null };

/**
 * Replaces what the slot held and evicts the oldest results over the cap. Returns the source ids of the evicted ones.
 */
export async function replaceSlot(
  { joinsWrites }: Pick<Database, 'joinsWrites'>,
  trx: TablesTransaction,
  { runId, slot, at }: { runId: RunId; slot: NewSlot; at: number },
): Promise<string[]> {
  const key: KeyColumns = {
    task_type: slot.taskType,
    source_kind: slot.source.kind,
    source_id: slot.source.id,
    variant: toVariantKey(slot.variant),
  };
  const count = joinsWrites ? await deleteCounting(trx, key) : null;
  if (count === null) await deleteKept.execute(trx, key);
  await insertSlot.execute(trx, {
    ...key,
    run_id: runId,
    content_hash: slot.contentHash,
    template_hash: slot.templateHash,
    grounding_json: slot.grounding === null ? null : toStoredJson(slot.grounding),
    created_at: at,
    updated_at: at,
  });
  const { taskType, cap } = slot;
  return evictOldest(trx, {
    taskType,
    newest: runId,
    cap,
    count: count === null ? await countKept(trx, taskType) : count + 1,
  });
}

const kept = sql<number>`cast(coalesce(sum(count), 0) as bigint)`.as('count');

type KeyColumns = Pick<Insertable<Tables['slots']>, 'task_type' | 'source_kind' | 'source_id' | 'variant'>;

const deleteKept = prepareQuery<KeyColumns>(deleteOf);

function deleteOf(db: Kysely<Tables>, key: KeyColumns) {
  return db
    .deleteFrom('slots')
    .where((eb) => eb.and(key))
    .where('cleared_at', 'is', null);
}

const deleteAndCount = prepareQuery<KeyColumns, { count: number; deleted: number }>((db, key) =>
  db
    .with('gone', () => deleteOf(db, key).returning('run_id'))
    .selectFrom('row_counts')
    .select(kept)
    .select((eb) => eb.selectFrom('gone').select(sql<number>`count(*)`.as('count')).as('deleted'))
    .where('name', '=', 'slots')
    .where('part', '=', key.task_type),
);

/** Deletes rows and returns how many are left. The statement counts the rows that existed before it. */
async function deleteCounting(trx: TablesTransaction, key: KeyColumns): Promise<number> {
  const { rows } = await deleteAndCount.execute(trx, key);
  return (rows[0]?.count ?? 0) - (rows[0]?.deleted ?? 0);
}

const insertSlot = prepareQuery<Insertable<Tables['slots']>>((db, row) => db.insertInto('slots').values(row));

const countSlots = prepareQuery<{ taskType: TaskType }, { count: number }>((db, { taskType }) =>
  db.selectFrom('row_counts').select(kept).where('name', '=', 'slots').where('part', '=', taskType),
);

async function countKept(trx: TablesTransaction, taskType: TaskType): Promise<number> {
  const { rows } = await countSlots.execute(trx, { taskType });
  return rows[0]?.count ?? 0;
}

/** Deletes slots with their payloads. Returns the number of slots. */
export async function deleteSlots(trx: TablesTransaction, which: SlotsOf): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('slots')
    .where((eb) => eb.and(toColumns(which)))
    .where('cleared_at', 'is', null)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Clears slots, which can be restored for some minutes. Returns the number of slots. */
export async function clearSlots(
  trx: TablesTransaction,
  { undoId, at, ...which }: SlotsOf & { undoId: string; at: number },
): Promise<number> {
  await deleteExpired(trx, at);
  const { numUpdatedRows } = await trx
    .updateTable('slots')
    .set({ undo_id: undoId, cleared_at: at })
    .where((eb) => eb.and(toColumns(which)))
    .where('cleared_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

interface Restore extends Omit<SlotsOf, 'variant'> {
  undoId: string;
  at: number;
  cap: number;
}

/**
 * Restores cleared slots, but keeps results made in the meantime. Returns how many had been cleared, and what was
 * evicted.
 */
export async function restoreSlots(
  trx: TablesTransaction,
  { taskType, source, undoId, at, cap }: Restore,
): Promise<{ cleared: number; evicted: string[] }> {
  await deleteExpired(trx, at);
  const cleared = await trx
    .selectFrom('slots')
    .select(['run_id', 'variant'])
    .where((eb) => eb.and(toColumns({ taskType, source, variant: null })))
    .where('undo_id', '=', undoId)
    .execute();
  const evicted: string[] = [];
  for (const { run_id, variant } of cleared) {
    const newer = await trx
      .selectFrom('slots')
      .select('run_id')
      .where((eb) => eb.and({ ...toColumns({ taskType, source, variant: null }), variant }))
      .where('cleared_at', 'is', null)
      .executeTakeFirst();
    if (newer) {
      await trx.deleteFrom('slots').where('run_id', '=', run_id).execute();
      continue;
    }
    await trx
      .updateTable('slots')
      .set({ undo_id: null, cleared_at: null })
      .where('run_id', '=', run_id)
      .execute();
    const count = await countKept(trx, taskType);
    evicted.push(...(await evictOldest(trx, { taskType, newest: run_id, cap, count })));
  }
  return { cleared: cleared.length, evicted };
}

/** Returns the key of a variant. The same values in any order give the same key. */
export function toVariantKey(variant: Variant): string {
  return toStoredJson(Object.fromEntries(Object.entries(variant).toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

interface Eviction {
  taskType: TaskType;
  newest: RunId;
  cap: number;
  count: number;
}

async function evictOldest(
  trx: TablesTransaction,
  { taskType, newest, cap, count }: Eviction,
): Promise<string[]> {
  if (count <= cap) return [];
  const evicted = await trx
    .deleteFrom('slots')
    .where('run_id', 'in', (eb) =>
      eb
        .selectFrom('slots')
        .select('run_id')
        .where('task_type', '=', taskType)
        .where('cleared_at', 'is', null)
        // The result that was just made is never evicted, even when a clock was set back.
        .where('run_id', '!=', newest)
        .orderBy('updated_at')
        .orderBy('created_at')
        .orderBy('run_id')
        .limit(count - cap),
    )
    .returning('source_id')
    .execute();
  return evicted.map(({ source_id }) => source_id);
}

async function deleteExpired(trx: TablesTransaction, at: number): Promise<void> {
  await trx
    .deleteFrom('slots')
    .where('cleared_at', '<', at - keptMs)
    .execute();
}

function toColumns({ taskType, source, variant }: SlotsOf) {
  return {
    task_type: taskType,
    source_kind: source.kind,
    source_id: source.id,
    ...(variant !== null && { variant: toVariantKey(variant) }),
  };
}
