import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Vector } from '#sources/session/meaning/ports.ts';
import { sketchBits, sketchBytes } from '#store/meaning/vector-sketch.ts';
import { isPostgres } from '#store/migrations/parts/numbered.ts';

interface Row {
  kind: number;
  id: number;
  vector: Uint8Array | number[];
}

const batch = 500;

/** A search compares the small sketches of all vectors, and only the vectors whose sketches are most alike. */
export const vectorSketches: Migration = {
  async up(db: Kysely<unknown>) {
    const isBits = isPostgres(db);
    await sql`alter table record_vectors add column sketch ${sql.raw(isBits ? 'bit varying' : 'blob')}`.execute(
      db,
    );
    const write = isBits ? writeBits : writeBytes;
    for (let last: Row | undefined, isOver = false; !isOver; ) {
      const rows = await listAfter(db, last);
      if (rows.length > 0) await write(db, rows);
      last = rows.at(-1);
      isOver = rows.length < batch;
    }
    // SQLite reads sketches from the index alone; PostgreSQL keeps long vectors apart from the row anyway.
    if (!isBits)
      await sql`create index record_vectors_by_sketch
        on record_vectors (model, kind, at, session_id, id, sketch)`.execute(db);
  },
};

async function listAfter(db: Kysely<unknown>, last: Row | undefined): Promise<Row[]> {
  const after = last === undefined ? sql`true` : sql`(kind, id) > (${last.kind}, ${last.id})`;
  const { rows } = await sql<Row>`
    select kind, id, vector from record_vectors where vector is not null and ${after}
    order by kind, id limit ${batch}
  `.execute(db);
  return rows;
}

async function writeBytes(db: Kysely<unknown>, rows: readonly Row[]): Promise<void> {
  for (const { kind, id, vector } of rows)
    await sql`update record_vectors set sketch = ${sketchBytes(toVector(vector))}
      where kind = ${kind} and id = ${id}`.execute(db);
}

/** In one statement: each waits for the server. */
async function writeBits(db: Kysely<unknown>, rows: readonly Row[]): Promise<void> {
  const columns = [
    rows.map(({ kind }) => kind),
    rows.map(({ id }) => id),
    rows.map(({ vector }) => sketchBits(toVector(vector))),
  ];
  await sql`update record_vectors as v set sketch = made.sketch::varbit
    from unnest(${columns[0]}::int[], ${columns[1]}::bigint[], ${columns[2]}::text[]) as made (kind, id, sketch)
    where v.kind = made.kind and v.id = made.id`.execute(db);
}

/** A blob may begin anywhere in its buffer, numbers may not. */
function toVector(column: Row['vector']): Vector {
  return Array.isArray(column) ? Float32Array.from(column) : new Float32Array(Uint8Array.from(column).buffer);
}
