import { CompiledQuery } from 'kysely';
import type { Transaction } from '#engine/ports.ts';
import type { TablesTransaction } from '#store/database.ts';
import { nameText } from '#store/prepared-query.ts';

const open = new WeakMap<Transaction, TablesTransaction>();

/** Lets a queue write its job, and a task its result, into a transaction of the store. */
export function toEngineTransaction(trx: TablesTransaction): Transaction {
  const tx: Transaction = {
    executeSql: async (text, values = []) => {
      if (values.length > 0) nameText(text);
      const { rows } = await trx.executeQuery(CompiledQuery.raw(text, values));
      return { rows };
    },
  };
  open.set(tx, trx);
  return tx;
}

/** Returns the store's own view of a transaction that it handed out. */
export function fromEngineTransaction(tx: Transaction): TablesTransaction {
  const trx = open.get(tx);
  if (trx === undefined) throw new TypeError('a transaction of another store');
  return trx;
}
