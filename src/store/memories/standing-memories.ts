import type { Selectable, SelectQueryBuilder } from 'kysely';
import type { MemoryId } from '#schema/sessions/memory.ts';
import type { TablesTransaction } from '#store/database.ts';
import type { MemoriesTable } from '#store/sessions/session-tables.ts';
import type { Tables } from '#store/tables.ts';
import { findContradicted } from '#text/memories/compare-memories.ts';

export type MemoryRow = Selectable<MemoriesTable>;
export type Place = Pick<MemoryRow, 'session_id' | 'source_kind' | 'source_id'>;
export type NewRow = Pick<MemoryRow, 'project' | 'kind' | 'origin' | 'text_hash' | 'anchors_json' | 'text'> &
  Place;

export const nowhere: Place = { session_id: null, source_kind: null, source_id: null };
/** A statement is compared with this many of the newest memories that hold. */
const maxCompared = 500;

/** Leaves out deleted memories. */
export function alive<O>(query: SelectQueryBuilder<Tables, 'memories', O>) {
  return query.where('deleted_at', 'is', null);
}

export function inProject<O>(query: SelectQueryBuilder<Tables, 'memories', O>, project: string | null) {
  return project === null ? query.where('project', 'is', null) : query.where('project', '=', project);
}

/** Finds a memory that holds and says the same. A memory saved by an agent does not stand for one of a user. */
export async function findSame(
  trx: TablesTransaction,
  { project, text_hash, origin }: Pick<MemoryRow, 'project' | 'text_hash' | 'origin'>,
): Promise<MemoryId | null> {
  let select = inProject(alive(trx.selectFrom('memories').select('id')), project)
    .where('superseded_at', 'is', null)
    .where('text_hash', '=', text_hash);
  if (origin !== 'agent') select = select.where('origin', '<>', 'agent');
  const row = await select.executeTakeFirst();
  return row?.id ?? null;
}

/** Finds a memory that says the same, in the project of this one or for all projects. */
export async function findHeld(
  trx: TablesTransaction,
  row: Pick<MemoryRow, 'project' | 'text_hash' | 'origin'>,
): Promise<{ id: MemoryId; project: string | null } | null> {
  for (const project of new Set([row.project, null])) {
    const id = await findSame(trx, { ...row, project });
    if (id !== null) return { id, project };
  }
  return null;
}

type Standing = Pick<MemoryRow, 'id' | 'text' | 'text_hash' | 'changed_at' | 'origin'>;

/** The memories that hold in each project, read once for each transaction. */
export function createStanding(trx: TablesTransaction) {
  const known = new Map<string | null, Standing[]>();
  return {
    async of(project: string | null): Promise<Standing[]> {
      const columns = ['id', 'text', 'text_hash', 'changed_at', 'origin'] as const;
      const read =
        known.get(project) ??
        (await inProject(alive(trx.selectFrom('memories').select(columns)), project)
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
  /** The time at which the statement was made or last changed. */
  at: number;
  standing: StandingMemories;
  /** Whether the time is unreliable, so that the memory gives way to all that hold. */
  givesWay?: boolean | undefined;
}

/** Adds the row before anything else, so that a deletion of its session waits here and nowhere else. */
export async function addMemory(
  trx: TablesTransaction,
  { row, ...adding }: Adding,
): Promise<{ id: MemoryId; isNew: boolean; project: string | null; replaces: MemoryId | null }> {
  const { at } = adding;
  const held = await findHeld(trx, row);
  if (held !== null) return { ...held, isNew: false, replaces: null };
  const { id } = await trx
    .insertInto('memories')
    .values({ ...row, created_at: at, changed_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const replaces = await settleMemory(trx, { id, row, ...adding });
  return { id, isNew: true, project: row.project, replaces };
}

/**
 * Lets a memory replace those of its project that it contradicts, or give way to a newer one. A memory of an agent
 * never replaces one of another origin, while a memory of a user replaces the same one of an agent. Returns the
 * newest memory that it contradicted and replaced.
 */
export async function settleMemory(
  trx: TablesTransaction,
  { id, row, at, standing, givesWay = false }: Adding & { id: MemoryId },
): Promise<MemoryId | null> {
  const others = (await standing.of(row.project)).filter((other) => other.id !== id);
  const isRival = (other: Standing) => row.origin !== 'agent' || other.origin === 'agent';
  const contradicted = findContradicted(row.text, others).filter(isRival);
  // A memory that was imported or judged again may be older than one that holds.
  const newer = contradicted.find(
    ({ changed_at, origin }) =>
      (givesWay || changed_at > at) && (origin !== 'agent' || row.origin === 'agent'),
  );
  if (newer !== undefined) {
    await standing.supersede([id], row.project, { id: newer.id, at: Math.max(at, newer.changed_at) });
    return null;
  }
  const repeated = others.filter((other) => isRival(other) && other.text_hash === row.text_hash);
  const older = [...contradicted, ...repeated].filter(({ changed_at }) => changed_at <= at);
  const ids = [...new Set(older.map((memory) => memory.id))];
  await standing.supersede(ids, row.project, { id, at });
  const { text, text_hash, origin } = row;
  if (!others.some((other) => other.id === id))
    standing.add(row.project, { id, text, text_hash, changed_at: at, origin });
  return contradicted.find((memory) => ids.includes(memory.id))?.id ?? null;
}
