import { AppError } from '#schema/app-error.ts';
import type { Folder, FolderId } from '#schema/feed.ts';
import type { FeedStore } from '#sources/entry/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';

type Folders = Pick<FeedStore, 'createFolder' | 'patchFolder' | 'deleteFolder'>;

export function createFolders({ db, transaction }: Database): Folders {
  return {
    async createFolder({ name, autoSummary, autoTag }) {
      const row = await db
        .insertInto('folders')
        .values({ name, auto_summary: autoSummary, auto_tag: autoTag })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning('id')
        .executeTakeFirst();
      return row ? { id: row.id, name, autoSummary, autoTag } : null;
    },

    patchFolder: (id, { name, autoSummary, autoTag }) =>
      transaction(async (trx) => {
        if (name !== undefined) await refuseTwin(trx, id, name);
        if (name !== undefined || autoSummary !== undefined || autoTag !== undefined) {
          await trx
            .updateTable('folders')
            .set({
              ...(name === undefined ? {} : { name }),
              ...(autoSummary === undefined ? {} : { auto_summary: autoSummary }),
              ...(autoTag === undefined ? {} : { auto_tag: autoTag }),
            })
            .where('id', '=', id)
            .execute();
        }
        return readFolder(trx, id);
      }),

    deleteFolder: (id) =>
      transaction(async (trx) => {
        await trx.updateTable('entries').set({ folder_id: null }).where('folder_id', '=', id).execute();
        const { numDeletedRows } = await trx.deleteFrom('folders').where('id', '=', id).executeTakeFirst();
        return numDeletedRows > 0n;
      }),
  };
}

async function readFolder(trx: TablesTransaction, id: FolderId): Promise<Folder | null> {
  const row = await trx.selectFrom('folders').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? { id, name: row.name, autoSummary: row.auto_summary, autoTag: row.auto_tag } : null;
}

async function refuseTwin(trx: TablesTransaction, id: FolderId, name: string): Promise<void> {
  const twin = await trx
    .selectFrom('folders')
    .select('id')
    .where('name', '=', name)
    .where('id', '!=', id)
    .executeTakeFirst();
  if (twin) throw new AppError('conflict', `A folder named “${name}” already exists. Choose another name.`);
}
