import { sql } from 'kysely';
import type { StorePlace } from '#tests/contract/each-store.ts';
import { withRawDatabase } from './with-raw-database.ts';

interface Refused {
  /** The kind of write, such as `insert` or `update of error_code`. */
  what: string;
  table: string;
  when?: string;
}

/** Does the work while the database refuses such writes for good. */
export async function whileRefused<T>(
  place: StorePlace,
  { what, table, when }: Refused,
  work: () => Promise<T>,
): Promise<T> {
  const isPostgres = place.databaseUrl !== null;
  const event = sql.raw(`before ${what} on ${table}`);
  const condition = sql.raw(when === undefined ? '' : `when (${when})`);
  await withRawDatabase(place, async (db) => {
    if (isPostgres) {
      await sql`create function refuse_it() returns trigger language plpgsql as $$
        begin raise exception 'out of range' using errcode = '22003'; end $$`.execute(db);
      await sql`create trigger refuse_it ${event} for each row ${condition} execute function refuse_it()`.execute(
        db,
      );
    } else {
      await sql`create trigger refuse_it ${event} ${condition} begin select raise(abort, 'out of range'); end`.execute(
        db,
      );
    }
  });
  try {
    return await work();
  } finally {
    await withRawDatabase(place, async (db) => {
      await sql`drop trigger refuse_it ${sql.raw(isPostgres ? `on ${table}` : '')}`.execute(db);
      if (isPostgres) await sql`drop function refuse_it()`.execute(db);
    });
  }
}
