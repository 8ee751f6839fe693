import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Tables } from './tables.ts';

/** A query built with Kysely or written with its `sql`. */
interface Statement<R> {
  compile(db: Kysely<Tables>): CompiledQuery<R>;
}

/** A placeholder in the compiled query for a value of each execution. */
class Place {
  readonly name: string;
  readonly row: number;

  constructor(name: string, row: number) {
    this.name = name;
    this.row = row;
  }
}

const maxKeptRows = 64;
/** Longer statements have many rows. They are rare, and each differs from the others. */
const maxNamedLetters = 2000;
const names = new Map<string, string>();

/** The name under which the server may keep the plan of this statement. Without a name, it is planned each time. */
export function nameOfText(text: string): string | undefined {
  return names.get(text);
}

/** Names a statement that is sent often with different values. */
export function nameText(text: string): void {
  if (!names.has(text)) names.set(text, `precis_${names.size}`);
}

export interface PreparedQuery<P, R> {
  execute(db: Kysely<Tables>, values: P): Promise<QueryResult<R>>;
  /** Returns the same statement for the caller to execute. */
  fill(db: Kysely<Tables>, values: P): CompiledQuery<R>;
}

/**
 * Builds and compiles a query once for each database. Compiling takes longer than the work itself on SQLite, and so
 * does planning on PostgreSQL. `build` gets placeholders instead of values, which it may only pass on to Kysely. All
 * executions have the same value names. A list of rows is compiled once for each length, unless it is long.
 */
export function prepareQuery<P extends object, R = unknown>(
  build: (db: Kysely<Tables>, places: P) => Statement<R>,
): PreparedQuery<P, R> {
  // A transaction has the same adapter as its database, so both share the compiled queries.
  const compiled = new WeakMap<object, Map<number, CompiledQuery<R>>>();

  function compile(db: Kysely<Tables>, values: P): CompiledQuery<R> {
    const { adapter } = db.getExecutor();
    const bySize = compiled.get(adapter) ?? new Map<number, CompiledQuery<R>>();
    compiled.set(adapter, bySize);
    const size = Array.isArray(values) ? values.length : 0;
    const known = bySize.get(size);
    if (known !== undefined) return known;
    const query = build(db, placesOf(values)).compile(db);
    if (size <= maxKeptRows && query.sql.length <= maxNamedLetters) nameText(query.sql);
    if (size <= maxKeptRows) bySize.set(size, query);
    return query;
  }

  function fill(db: Kysely<Tables>, values: P): CompiledQuery<R> {
    const query = compile(db, values);
    const rows: readonly P[] = Array.isArray(values) ? values : [values];
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Place ? rows[parameter.row]?.[parameter.name as keyof P] : parameter,
    );
    return { ...query, parameters };
  }

  return { fill, execute: (db, values) => db.executeQuery(fill(db, values)) };
}

function placesOf<P extends object>(values: P): P {
  return (Array.isArray(values) ? values.map(placesOfRow) : placesOfRow(values, 0)) as P;
}

function placesOfRow(values: object, row: number): object {
  return Object.fromEntries(Object.keys(values).map((name) => [name, new Place(name, row)]));
}
