import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { NearestRecords, Vector } from '#sources/session/meaning/ports.ts';
import type { RecordPlace } from '#sources/session/ports.ts';
import { kindNumbers, kindOfNumber } from '#store/record-search/record-index.ts';
import type { Tables } from '#store/tables.ts';
import type { Comparisons } from './compare-in-thread.ts';

/**
 * The parts of vector search that differ between the dialects. Each dialect first compares the sketches of all
 * vectors and then exactly compares those with the most similar sketches.
 */
export interface VectorIndex {
  canCompare(): Promise<boolean>;
  /** Converts a vector to the columns for the vector and its sketch. */
  toColumns(vector: Vector): { vector: unknown; sketch: unknown };
  /** An SQL expression for the number of elements in a vector of the table. */
  lengthOf: string;
  findNearest(search: NearestRecords): Promise<RecordPlace[]>;
}

interface Row {
  kind: number;
  id: number;
  at: number;
}

/** The number of vectors that are compared exactly, which is forty times what a search asks for. */
const candidates = 2000;

/** The interval between attempts to find the extension. The server logs each failed attempt to create it. */
const lookEveryMs = 60_000;

/** Records of the same moment have the same order in all searches. */
const ties = 'at desc, kind desc, id desc';

export function createSqliteVectors(comparisons: Comparisons): VectorIndex {
  const lengthOf = 'length(vector) / 4';
  return {
    canCompare: async () => true,
    toColumns: (vector) => ({ vector: toBytes(vector), sketch: sketchBytes(vector) }),
    lengthOf,
    async findNearest(search) {
      const values: (string | number)[] = [];
      const bind = (value: string | number) => `?${values.push(value)}`;
      const list = (of: readonly (string | number)[]) =>
        `(select value from json_each(${bind(JSON.stringify(of))}))`;
      const { vector } = search;
      const sketch = sketchBytes(vector);
      const near = `select kind, id from record_vectors indexed by record_vectors_by_sketch
        where length(sketch) = ${bind(sketch.length)} and ${conditionsOf(search, { bind, list })}
        order by sketch_distance(sketch) limit ${candidates}`;
      const statement = `select kind, id, at from record_vectors
        where (kind, id) in (${near}) and ${lengthOf} = ${bind(vector.length)}
        order by vector_distance(vector), ${ties} limit ${bind(search.limit)}`;
      return (await comparisons.run<Row>({ statement, values, vector, sketch })).map(toPlace);
    },
  };
}

/**
 * Uses pgvector where the server has it. Only its comparison function is used, so the table does not need the
 * extension.
 */
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
    toColumns: (vector) => ({ vector: Array.from(vector), sketch: sketchBits(vector) }),
    lengthOf,
    async findNearest(search) {
      const values: unknown[] = [];
      const bind = (value: unknown) => `$${values.push(value)}`;
      const list = (of: readonly (string | number)[]) =>
        `(select unnest(${bind(of)}::${typeof of[0] === 'number' ? 'int' : 'text'}[]))`;
      const { vector } = search;
      const bits = `${bind(sketchBits(vector))}::varbit`;
      const near = `select kind, id, at, vector from record_vectors
        where length(sketch) = ${bind(vector.length)} and ${conditionsOf(search, { bind, list })}
        order by bit_count(sketch # ${bits}) limit ${candidates}`;
      const statement = `select kind, id, at from (${near}) as near
        order by vector::vector <=> ${bind(JSON.stringify(Array.from(vector)))}::vector, ${ties}
        limit ${bind(search.limit)}`;
      const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(statement, values));
      return rows.map(toPlace);
    },
  };
}

/**
 * Returns whether pgvector is installed, after an attempt to create it. If the user may not create it, an
 * administrator can, and a later look finds it.
 */
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
  bind(value: string | number): string;
  list(values: readonly (string | number)[]): string;
}

function conditionsOf(search: NearestRecords, { bind, list }: Binding): string {
  const { model, kinds, projects, from, to } = search;
  return [
    `model = ${bind(model)}`,
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

/**
 * Stores whether each number of a vector is above zero, as one bit instead of 32. Vectors with similar sketches point
 * in similar directions. The size is a multiple of 32 bits, which are counted fastest.
 */
export function sketchBytes(vector: Vector): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(vector.length / 32) * 4);
  for (const [at, number] of vector.entries()) {
    const byte = at >> 3;
    if (number > 0) bytes[byte] = (bytes[byte] ?? 0) | (1 << (at & 7));
  }
  return bytes;
}

/** Writes the same bits as `sketchBytes` in the format of PostgreSQL. */
export function sketchBits(vector: Vector): string {
  return Array.from(vector, (number) => (number > 0 ? '1' : '0')).join('');
}
