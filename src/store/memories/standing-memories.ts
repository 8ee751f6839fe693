import type { Selectable, SelectQueryBuilder } from 'kysely';
import type { MemoryId } from '#schema/sessions/memory.ts';
import type { TablesTransaction } from '#store/database.ts';
import type { Tables } from '#store/tables.ts';
import { findContradicted } from '#text/memories/compare-memories.ts';
import type { MemoriesTable } from './memory-tables.ts';

export type MemoryRow = Selectable<MemoriesTable>;
export type Place = Pick<MemoryRow, 'session_id' | 'source_kind' | 'source_id'>;
export type NewRow = Pick<MemoryRow, 'project' | 'kind' | 'origin' | 'text_hash' | 'anchors_json' | 'text'> &
  Place;

export const nowhere: Place = { session_id: null, source_kind: null, source_id: null };
/** A statement is compared with so many of the newest that hold. */
const maxCompared = 500;

/** Not removed. */
export function alive<O>(query: SelectQueryBuilder<Tables, 'memories', O>) {
  return query.where('deleted_at', 'is', null);
}

export function inProject<O>(query: SelectQueryBuilder<Tables, 'memories', O>, project: string | null) {
  return project === null ? query.where('project', 'is', null) : query.where('project', '=', project);
}

/** One that holds and says the same. */
export async function findSame(
  trx: TablesTransaction,
  { project, text_hash }: Pick<MemoryRow, 'project' | 'text_hash'>,
): Promise<MemoryId | null> {
  const row = await inProject(alive(trx.selectFrom('memories').select('id')), project)
    .where('superseded_at', 'is', null)
    .where('text_hash', '=', text_hash)
    .executeTakeFirst();
  return row?.id ?? null;
}

type Standing = Pick<MemoryRow, 'id' | 'text' | 'changed_at'>;

/** What holds in each project, read once for a transaction. */
export function createStanding(trx: TablesTransaction) {
  const known = new Map<string | null, Standing[]>();
  return {
    async of(project: string | null): Promise<Standing[]> {
      const read =
        known.get(project) ??
        (await inProject(alive(trx.selectFrom('memories').select(['id', 'text', 'changed_at'])), project)
          .where('superseded_at', 'is', null)
          .orderBy('changed_at', 'desc')
          .limit(maxCompared)
          .execute());
      known.set(project, read);
      return read;
    },
    async supersede(
      ids: readonly MemoryId[],
      project: string | null,
      by: { id: MemoryId | null; at: number },
    ) {
      if (ids.length === 0) return;
      await trx
        .updateTable('memories')
        .set({ superseded_at: by.at, superseded_by: by.id })
        .where('id', 'in', ids)
        .execute();
      known.set(
        project,
        (known.get(project) ?? []).filter(({ id }) => !ids.includes(id)),
      );
    },
    add(project: string | null, memory: Standing): void {
      known.get(project)?.push(memory);
    },
  };
}

export type StandingMemories = ReturnType<typeof createStanding>;

interface Adding {
  row: NewRow;
  /** When it was said or last changed. */
  at: number;
  createdAt?: number;
  standing: StandingMemories;
}

/** The new row comes first: whoever deletes its session waits here, and for nothing else. */
export async function addMemory(
  trx: TablesTransaction,
  { row, at, createdAt = at, standing }: Adding,
): Promise<{ id: MemoryId; isNew: boolean }> {
  const same = await findSame(trx, row);
  if (same !== null) return { id: same, isNew: false };
  const contradicted = findContradicted(row.text, await standing.of(row.project));
  // What was imported may be older than what holds.
  const newer = contradicted.find(({ changed_at }) => changed_at > at);
  const { id } = await trx
    .insertInto('memories')
    .values({
      ...row,
      created_at: createdAt,
      changed_at: at,
      superseded_at: newer?.changed_at ?? null,
      superseded_by: newer?.id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (newer !== undefined) return { id, isNew: true };
  const ids = contradicted.map((memory) => memory.id);
  await standing.supersede(ids, row.project, { id, at });
  standing.add(row.project, { id, text: row.text, changed_at: at });
  return { id, isNew: true };
}
