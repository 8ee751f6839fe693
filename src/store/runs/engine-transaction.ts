import { CompiledQuery } from 'kysely';
import type { Transaction } from '#engine/ports.ts';
import type { TablesTransaction } from '#store/database.ts';

/** Lets a queue write its job into a transaction of the store. */
export function toEngineTransaction(trx: TablesTransaction): Transaction {
  return {
    executeSql: async (text, values = []) => {
      const { rows } = await trx.executeQuery(CompiledQuery.raw(text, values));
      return { rows };
    },
  };
}
