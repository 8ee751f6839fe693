import type { Compilable, CompiledQuery, Kysely, QueryResult, SelectQueryBuilder } from 'kysely';
import type { Database, TablesTransaction } from './database.ts';
import type { Tables } from './tables.ts';

/** Stands in the compiled query for a value of each execution. */
class Place {
  readonly name: string;
  readonly row: number;

  constructor(name: string, row = 0) {
    this.name = name;
    this.row = row;
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
    const query = build(db, placesOf(values)).compile();
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

/**
 * The same for many rows in one statement, built once for each number of rows, which should be small. All rows of all
 * executions have the same names.
 */
export function prepareRows<P extends object, R = unknown>(
  build: (db: Kysely<Tables>, rows: P[]) => Compilable<R>,
): (db: Kysely<Tables>, rows: readonly P[]) => Promise<QueryResult<R>> {
  const compiled = new WeakMap<object, Map<number, CompiledQuery<R>>>();

  function compile(db: Kysely<Tables>, rows: readonly P[]): CompiledQuery<R> {
    const { adapter } = db.getExecutor();
    const byNumber = compiled.get(adapter) ?? new Map<number, CompiledQuery<R>>();
    compiled.set(adapter, byNumber);
    const query = byNumber.get(rows.length) ?? build(db, rows.map(placesOf)).compile();
    byNumber.set(rows.length, query);
    return query;
  }

  return (db, rows) => {
    const query = compile(db, rows);
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Place ? rows[parameter.row]?.[parameter.name as keyof P] : parameter,
    );
    return db.executeQuery({ ...query, parameters });
  };
}

function placesOf<P extends object>(values: P, row = 0): P {
  return Object.fromEntries(Object.keys(values).map((name) => [name, new Place(name, row)])) as P;
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
