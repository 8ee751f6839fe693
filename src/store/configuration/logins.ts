import type { Database } from '#store/database.ts';
import type { LoginStore } from '#store/store.ts';

export function createLogins({ db, transaction }: Database): LoginStore {
  return {
    addLogin: ({ idHash, tokenMark, createdAt, expiresAt }) =>
      transaction(async (trx) => {
        await trx.deleteFrom('logins').where('expires_at', '<=', createdAt).execute();
        await trx
          .insertInto('logins')
          .values({ id_hash: idHash, token_mark: tokenMark, created_at: createdAt, expires_at: expiresAt })
          .execute();
      }),

    async findLogin(idHash) {
      const row = await db.selectFrom('logins').selectAll().where('id_hash', '=', idHash).executeTakeFirst();
      return row ? { tokenMark: row.token_mark, expiresAt: row.expires_at } : null;
    },

    async deleteLogin(idHash) {
      await db.deleteFrom('logins').where('id_hash', '=', idHash).execute();
    },

    async deleteLogins() {
      await db.deleteFrom('logins').execute();
    },
  };
}
