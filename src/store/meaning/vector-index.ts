import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { NearestRecords, Vector } from '#sources/session/meaning/ports.ts';
import type { RecordPlace } from '#sources/session/ports.ts';
import { kindNumbers, kindOfNumber } from '#store/record-search/record-index.ts';
import type { Tables } from '#store/tables.ts';
import type { Comparisons } from './compare-in-thread.ts';

/** What differs between the dialects. Each reads all vectors that may be near: the answer is exact. */
export interface VectorIndex {
  canCompare(): Promise<boolean>;
  /** As the table of vectors has it. */
  toColumn(vector: Vector): unknown;
  /** How many numbers a vector of the table has, as SQL. */
  lengthOf: string;
  findNearest(search: NearestRecords): Promise<RecordPlace[]>;
}

interface Row {
  kind: number;
  id: number;
  at: number;
}

/** The server logs each attempt to create an extension that fails. */
const lookEveryMs = 60_000;

/** What happened at the same moment has the same order in all searches. */
const ties = 'at desc, kind desc, id desc';

export function createSqliteVectors(comparisons: Comparisons): VectorIndex {
  const lengthOf = 'length(vector) / 4';
  return {
    canCompare: async () => true,
    toColumn: toBytes,
    lengthOf,
    async findNearest(search) {
      const values: (string | number)[] = [];
      const bind = (value: string | number) => `?${values.push(value)}`;
      const list = (of: readonly (string | number)[]) =>
        `(select value from json_each(${bind(JSON.stringify(of))}))`;
      const statement = `select kind, id, at from record_vectors
        where ${conditionsOf(search, { lengthOf, bind, list })}
        order by vector_distance(vector), ${ties} limit ${bind(search.limit)}`;
      return (await comparisons.run<Row>({ statement, values, vector: search.vector })).map(toPlace);
    },
  };
}

/** With pgvector, where the server has it: only its function compares, so that the table needs no extension. */
export function createPostgresVectors(db: Kysely<Tables>): VectorIndex {
  const lengthOf = 'cardinality(vector)';
  let isThere = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return {
    async canCompare() {
      if (isThere || performance.now() - lookedAt < lookEveryMs) return isThere;
      isThere = await findExtension(db);
      lookedAt = performance.now();
      return isThere;
    },
    toColumn: (vector) => Array.from(vector),
    lengthOf,
    async findNearest(search) {
      const values: unknown[] = [];
      const bind = (value: unknown) => `$${values.push(value)}`;
      const list = (of: readonly (string | number)[]) =>
        `(select unnest(${bind(of)}::${typeof of[0] === 'number' ? 'int' : 'text'}[]))`;
      const statement = `select kind, id, at from record_vectors
        where ${conditionsOf(search, { lengthOf, bind, list })}
        order by vector::vector <=> ${bind(JSON.stringify(Array.from(search.vector)))}::vector, ${ties}
        limit ${bind(search.limit)}`;
      const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(statement, values));
      return rows.map(toPlace);
    },
  };
}

/** Whoever may not create it asks whoever may; the next look finds it. */
async function findExtension(db: Kysely<Tables>): Promise<boolean> {
  const isInstalled = async () => {
    const { rows } = await sql`select 1 from pg_extension where extname = 'vector'`.execute(db);
    return rows.length > 0;
  };
  if (await isInstalled()) return true;
  const { rows } = await sql`select 1 from pg_available_extensions where name = 'vector'`.execute(db);
  if (rows.length === 0) return false;
  // Two processes may create it at the same moment; one of them fails.
  await sql`create extension if not exists vector`.execute(db).catch(() => {});
  return isInstalled();
}

interface Binding {
  lengthOf: string;
  bind(value: string | number): string;
  list(values: readonly (string | number)[]): string;
}

function conditionsOf(search: NearestRecords, { lengthOf, bind, list }: Binding): string {
  const { model, vector, kinds, projects, from, to } = search;
  return [
    `model = ${bind(model)}`,
    // Those of another length cannot be compared, and a null has none.
    `${lengthOf} = ${bind(vector.length)}`,
    `kind in ${list(kinds.map((kind) => kindNumbers[kind]))}`,
    ...(projects === undefined
      ? []
      : [`session_id in (select id from sessions where project in ${list(projects)})`]),
    ...(from === undefined ? [] : [`at >= ${bind(from)}`]),
    ...(to === undefined ? [] : [`at <= ${bind(to)}`]),
  ].join(' and ');
}

function toBytes({ buffer, byteOffset, byteLength }: Vector): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function toPlace({ kind, id, at }: Row): RecordPlace {
  return { kind: kindOfNumber[kind] ?? 'prompt', id, at };
}
