import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ThreadStore } from '#sources/thread/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { forgetThreads } from '#store/sessions/forget-texts.ts';

export function createDeleteThreads(database: Database): Pick<ThreadStore, 'deleteSpace' | 'deleteThread'> {
  const { transaction } = database;
  return {
    deleteThread: (id) => transaction((trx) => deleteWhere(database, trx, sql`id = ${id}`)),

    deleteSpace: (id) =>
      transaction(async (trx) => {
        // Before anything else, so that a thread that is about to be made either comes first or finds no Space.
        const space = await trx
          .selectFrom('spaces')
          .select('id')
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (!space) return false;
        await deleteWhere(database, trx, sql`space_id = ${id}`);
        await trx.deleteFrom('spaces').where('id', '=', id).execute();
        return true;
      }),
  };
}

/** `which` is a condition on `threads`. False if there were none. */
async function deleteWhere(
  { search }: Database,
  trx: TablesTransaction,
  which: RawBuilder<SqlBool>,
): Promise<boolean> {
  const threads = trx.selectFrom('threads').select('id').where(which);
  const locked = await threads.orderBy('id').forUpdate().execute();
  if (locked.length === 0) return false;
  await forgetThreads(trx, which);
  await search.messages.remove(trx, sql`thread_id in (${threads})`);
  // Messages are deleted with their thread.
  await trx.deleteFrom('threads').where(which).execute();
  return true;
}
