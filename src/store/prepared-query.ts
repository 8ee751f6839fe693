import type { Compilable, CompiledQuery, Kysely, QueryResult, SelectQueryBuilder } from 'kysely';
import type { Database, TablesTransaction } from './database.ts';
import type { Tables } from './tables.ts';

/** Stands in the compiled query for a value of each execution. */
class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Longer texts are rare, and each differs from the others: many rows in one statement. */
const maxNamedLetters = 2000;
const names = new Map<string, string>();

/** The server may keep the plan of a statement with this text under a name; undefined: it is planned each time. */
export function nameOfText(text: string): string | undefined {
  return names.get(text);
}

/** A text that is sent often, with other values. */
export function nameText(text: string): void {
  if (!names.has(text)) names.set(text, `precis_${names.size}`);
}

export interface PreparedQuery<P, R> {
  execute(db: Kysely<Tables>, values: P): Promise<QueryResult<R>>;
  /** To be executed elsewhere. */
  fill(db: Kysely<Tables>, values: P): CompiledQuery<R>;
}

/**
 * A query that is built and compiled once for each database: Kysely needs longer for it than SQLite for the work itself,
 * and PostgreSQL longer for its plan.
 * `build` gets places instead of values, which it may only hand on to Kysely. All executions give the same names.
 */
export function prepareQuery<P extends object, R = unknown>(
  build: (db: Kysely<Tables>, places: P) => Compilable<R>,
): PreparedQuery<P, R> {
  // Transactions have the same adapter as their database.
  const compiled = new WeakMap<object, CompiledQuery<R>>();

  function compile(db: Kysely<Tables>, values: P): CompiledQuery<R> {
    const { adapter } = db.getExecutor();
    const known = compiled.get(adapter);
    if (known !== undefined) return known;
    const places = Object.fromEntries(Object.keys(values).map((name) => [name, new Place(name)]));
    const query = build(db, places as P).compile();
    if (query.sql.length <= maxNamedLetters) nameText(query.sql);
    compiled.set(adapter, query);
    return query;
  }

  function fill(db: Kysely<Tables>, values: P): CompiledQuery<R> {
    const query = compile(db, values);
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Place ? values[parameter.name as keyof P] : parameter,
    );
    return { ...query, parameters };
  }

  return { fill, execute: (db, values) => db.executeQuery(fill(db, values)) };
}

/** The same for rows that nobody else changes until the transaction ends. */
export function prepareLocked<P extends object, T extends keyof Tables, R>(
  build: (db: Kysely<Tables>, places: P) => SelectQueryBuilder<Tables, T, R>,
): (database: Pick<Database, 'forUpdate'>, trx: TablesTransaction, values: P) => Promise<R[]> {
  const prepared = new WeakMap<Database['forUpdate'], PreparedQuery<P, R>>();
  return async ({ forUpdate }, trx, values) => {
    const query = prepared.get(forUpdate) ?? prepareQuery((db, places: P) => forUpdate(build(db, places)));
    prepared.set(forUpdate, query);
    return (await query.execute(trx, values)).rows;
  };
}
