import { AsyncLocalStorage } from 'node:async_hooks';
import { StatementSync } from 'node:sqlite';
import pg from 'pg';

interface StatementWatch {
  /**
   * Does not count what this work sends to the database, now or later. It is for timers and the test's own queries.
   */
  aside<T>(work: () => Promise<T>): Promise<T>;
  /** Returns the statements since the last call, in order. */
  take(): string[];
  stop(): void;
}

/** The application name of the store's connections. Those of pg-boss and the listeners have others. */
const storeName = 'precis';

/** Records every statement that this process sends through its store, on either dialect. */
export function watchStatements(): StatementWatch {
  const elsewhere = new AsyncLocalStorage<true>();
  let seen: string[] = [];
  const note = (sql: string) => {
    if (elsewhere.getStore() === undefined) seen.push(sql.replace(/\s+/g, ' ').trim());
  };
  const { all, get, run } = StatementSync.prototype;
  const watched = (method: (...values: never[]) => unknown) =>
    function (this: StatementSync, ...values: never[]) {
      note(this.sourceSQL);
      return method.apply(this, values);
    };
  Object.assign(StatementSync.prototype, { all: watched(all), get: watched(get), run: watched(run) });
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: Connection, ...asked: [string | { text: string }]) {
    const [first] = asked;
    if (this.connectionParameters.application_name === storeName)
      note(typeof first === 'string' ? first : first.text);
    return query.apply(this as never, asked as never);
  } as typeof query;
  return {
    aside: (work) => elsewhere.run(true, work),
    take() {
      const taken = seen;
      seen = [];
      return taken;
    },
    stop() {
      Object.assign(StatementSync.prototype, { all, get, run });
      pg.Client.prototype.query = query;
    },
  };
}

/** The types of the driver leave this property out. */
type Connection = pg.Client & { connectionParameters: { application_name?: string } };
