import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { MemoryId, ProposalReason } from '#schema/sessions/memory.ts';
import type { TablesTransaction } from '#store/database.ts';
import type { Tables } from '#store/tables.ts';
import {
  alive,
  createStanding,
  findHeld,
  findSame,
  inProject,
  type MemoryRow,
  type NewRow,
  settleMemory,
} from './standing-memories.ts';

/**
 * Selects proposals that wait for a person and can be decided, because the memory that they are about still holds.
 */
export function waiting<O>(query: SelectQueryBuilder<Tables, 'memories', O>) {
  return alive(query)
    .where('asks', 'is not', null)
    .where('asks', '<>', 'unjudged')
    .where('confirmed_at', 'is', null)
    .where('dismissed_at', 'is', null)
    .where((eb) => eb.or([eb('about_id', 'is', null), isAboutHolding(eb)]));
}

function isAboutHolding(eb: ExpressionBuilder<Tables, 'memories'>) {
  return eb.exists(
    eb
      .selectFrom('memories as other')
      .select('other.id')
      .whereRef('other.id', '=', 'memories.about_id')
      .where('other.deleted_at', 'is', null)
      .where('other.superseded_at', 'is', null)
      .where((inner) =>
        inner.or([
          inner('other.project', 'is not', null),
          sql<boolean>`${sql.ref('memories.asks')} <> 'all-projects'`,
        ]),
      ),
  );
}

interface Proposing {
  row: NewRow & { asks: ProposalReason; about_id: MemoryId | null };
  at: number;
  createdAt?: number;
}

/** A proposal that was dismissed this many times is not made again. */
const maxDismissed = 2;

/** Adds a proposal unless the same one waits already, was made in this session before, or was dismissed too often. */
export async function addProposal(
  trx: TablesTransaction,
  { row, at, createdAt = at }: Proposing,
): Promise<{ id: MemoryId; isNew: boolean }> {
  const { asks, about_id, session_id, text_hash, project } = row;
  const isSame = <O>(query: SelectQueryBuilder<Tables, 'memories', O>) =>
    about_id === null
      ? query.where('about_id', 'is', null).where('text_hash', '=', text_hash)
      : query.where('about_id', '=', about_id).where('asks', '=', asks);
  const select = () => isSame(trx.selectFrom('memories').select('id').where('asks', 'is not', null));
  const known =
    (await inProject(waiting(select()), project).executeTakeFirst()) ??
    (session_id === null
      ? undefined
      : await select().where('session_id', '=', session_id).executeTakeFirst()) ??
    (await inProject(select(), project)
      .where('dismissed_at', 'is not', null)
      .orderBy('id')
      .offset(maxDismissed - 1)
      .limit(1)
      .executeTakeFirst());
  if (known !== undefined) return { id: known.id, isNew: false };
  const { id } = await trx
    .insertInto('memories')
    .values({ ...row, created_at: createdAt, changed_at: at, superseded_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, isNew: true };
}

type Outcome = 'done' | 'taken' | 'nothing' | null;

/** Confirms a proposal, even one that was dismissed before. */
export async function confirmProposal(trx: TablesTransaction, id: MemoryId, at: number): Promise<Outcome> {
  const row = await readRow(trx, id);
  if (row === null || row.asks === null || row.asks === 'unjudged' || row.confirmed_at !== null) return null;
  const decided = { confirmed_at: at, dismissed_at: null };
  if (row.about_id === null) {
    if ((await findHeld(trx, row)) !== null) return 'taken';
    await change(trx, id, { ...decided, changed_at: at, superseded_at: null, superseded_by: null });
    await settleMemory(trx, { id, row, at, standing: createStanding(trx) });
    return 'done';
  }
  const about = await readRow(trx, row.about_id);
  if (about === null || about.superseded_at !== null) return null;
  if (row.asks === 'removal') {
    await change(trx, about.id, { superseded_at: at, superseded_by: id });
    await change(trx, id, decided);
    return 'done';
  }
  if ((await findSame(trx, { ...about, project: null })) !== null) return 'taken';
  await change(trx, about.id, { project: null, changed_at: at });
  await settleMemory(trx, {
    id: about.id,
    row: { ...about, project: null },
    at,
    standing: createStanding(trx),
  });
  // The row keeps the project in which the memory held before, so that the decision can be undone.
  await change(trx, id, { ...decided, project: about.project });
  return 'done';
}

export async function dismissProposal(trx: TablesTransaction, id: MemoryId, at: number): Promise<Outcome> {
  const row = await waiting(trx.selectFrom('memories').select('id')).where('id', '=', id).executeTakeFirst();
  if (row === undefined) return null;
  await change(trx, id, { dismissed_at: at });
  return 'done';
}

/** Takes back a decision or a replacement. */
export async function undoMemory(trx: TablesTransaction, id: MemoryId, at: number): Promise<Outcome> {
  const row = await readRow(trx, id);
  if (row === null) return null;
  if (row.dismissed_at !== null) {
    await change(trx, id, { dismissed_at: null });
    return 'done';
  }
  if (row.confirmed_at !== null && (row.about_id !== null || row.superseded_at === null))
    return undoConfirmation(trx, row, at);
  if (row.asks !== null && row.confirmed_at === null) return 'nothing';
  if (row.superseded_at !== null) return putBack(trx, row, at);
  const replaced = await listReplaced(trx, id);
  const [first] = replaced;
  if (first === undefined) return 'nothing';
  await change(trx, id, { superseded_at: at, superseded_by: first.id });
  for (const one of replaced) await holdAgain(trx, one);
  return 'done';
}

async function undoConfirmation(trx: TablesTransaction, row: MemoryRow, at: number): Promise<Outcome> {
  const { id, about_id, confirmed_at } = row;
  const isWidened = row.asks === 'all-projects' && about_id !== null;
  const replaced = isWidened
    ? (await listReplaced(trx, about_id)).filter((one) => one.superseded_at === confirmed_at)
    : await listReplaced(trx, id);
  if (isWidened) await change(trx, about_id, { project: row.project });
  await change(trx, id, { confirmed_at: null, superseded_at: row.superseded_at ?? at });
  for (const one of replaced) await holdAgain(trx, one);
  return 'done';
}

/**
 * Ends the memory that replaced this one and lets this one hold again. If a removal ended it, the removal waits
 * again.
 */
async function putBack(trx: TablesTransaction, row: MemoryRow, at: number): Promise<Outcome> {
  const by = row.superseded_by === null ? null : await readRow(trx, row.superseded_by);
  if (by !== null && by.about_id === row.id) return undoConfirmation(trx, by, at);
  if (by?.superseded_at === null) await change(trx, by.id, { superseded_at: at, superseded_by: row.id });
  return (await holdAgain(trx, row)) ? 'done' : 'taken';
}

/** Returns false if another memory says the same by now. */
export async function holdAgain(trx: TablesTransaction, row: MemoryRow): Promise<boolean> {
  if ((await findSame(trx, row)) !== null) return false;
  await change(trx, row.id, { superseded_at: null, superseded_by: null });
  return true;
}

/** Lists the memories that this memory replaced or ended. */
export function listReplaced(trx: TablesTransaction, by: MemoryId): Promise<MemoryRow[]> {
  return alive(trx.selectFrom('memories').selectAll())
    .where('superseded_by', '=', by)
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

async function readRow(trx: TablesTransaction, id: MemoryId): Promise<MemoryRow | null> {
  const row = await alive(trx.selectFrom('memories').selectAll()).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

export async function change(
  trx: TablesTransaction,
  id: MemoryId,
  changes: Partial<Omit<MemoryRow, 'id'>>,
): Promise<void> {
  await trx.updateTable('memories').set(changes).where('id', '=', id).execute();
}
