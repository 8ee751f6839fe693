import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { recordKinds } from '#schema/sessions/session.ts';
import type { Vector } from '#sources/session/meaning/ports.ts';
import { sketchBits, sketchBytes } from '#store/meaning/vector-index.ts';
import { openStore } from '#store/open-store.ts';
import { describeEachPlace } from '#tests/contract/each-store.ts';
import { createRandom } from '#tests/fixtures/create-random.ts';
import { withRawDatabase } from './with-raw-database.ts';

/** This is more than a search compares exactly. */
const count = 3000;
const rowsAtOnce = 250;
const random = createRandom(7);
const made = Array.from({ length: count }, () => unit(Array.from({ length: 64 }, () => random() - 0.5)));

describeEachPlace('vectors', (current) => {
  test('are found, the nearest of many first', async ({ skip }) => {
    const { place } = current();
    await withRawDatabase(place, (db) => insertVectors(db, place.databaseUrl !== null));
    const store = await openStore(place);
    try {
      expect(await store.meaning.countRead('model-1')).toBe(count + 1);
      if (!(await store.meaning.canCompare())) skip('this PostgreSQL has no pgvector');
      const vector = unit(Array.from(made[1234] ?? [], (number) => number + random() / 20));
      const search = { kinds: recordKinds, model: 'model-1', vector, limit: 5 };
      const found = (await store.meaning.findNearest(search)).map(({ id }) => id);
      expect(found).toEqual(rank(vector).slice(0, 5));
      expect(found[0]).toBe(1234);
    } finally {
      await store.close();
    }
  });
});

function unit(numbers: readonly number[]): Vector {
  const length = Math.hypot(...numbers);
  return Float32Array.from(numbers, (number) => number / length);
}

/** Ranks the vectors by comparing all of them. */
function rank(vector: Vector): number[] {
  const product = (other: Vector | undefined) =>
    vector.reduce((sum, number, at) => sum + number * (other?.[at] ?? 0), 0);
  const products = made.map(product);
  return [...made.keys()].sort((a, b) => (products[b] ?? 0) - (products[a] ?? 0));
}

/** Inserts the vectors, and one record that the model refused. */
async function insertVectors(db: Kysely<unknown>, isPostgres: boolean): Promise<void> {
  await sql`insert into sessions (id, content_session_id, project, status, prompt_count, is_private, prompts,
      observations, summaries, started_at, updated_at)
    values (1, 'oc_1', 'web', 'active', 0, 0, 0, 0, 0, 0, 0)`.execute(db);
  const row = (id: number, vector: unknown, sketch: unknown) =>
    sql`(1, ${id}, 1, ${id}, 'model-1', ${vector}, ${sketch})`;
  const rows = made.map((vector, id) =>
    isPostgres
      ? row(id, Array.from(vector), sql`cast(${sketchBits(vector)} as text)::varbit`)
      : row(id, new Uint8Array(vector.buffer), sketchBytes(vector)),
  );
  rows.push(row(count, null, null));
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await sql`insert into record_vectors (kind, id, session_id, at, model, vector, sketch)
      values ${sql.join(rows.slice(at, at + rowsAtOnce))}`.execute(db);
}
