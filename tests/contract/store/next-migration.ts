import { sql } from 'kysely';
import { migrations } from '#store/migrate.ts';

/** A migration that a later version might have. */
export const nextName = '0003-next';

type Migrate = (typeof migrations)[string];

export const next: Migrate = async (db, dialect) => {
  await sql`alter table runs add column rating integer`.execute(db);
  const rating = dialect === 'sqlite' ? sql`length(id)` : sql`char_length(id)`;
  await sql`update runs set rating = ${rating}`.execute(db);
  await sql`create index runs_by_rating on runs (rating)`.execute(db);
};

/** Does the work with a program that has this migration too. */
export async function withNext<T>(work: () => Promise<T>, migrate = next): Promise<T> {
  migrations[nextName] = migrate;
  try {
    return await work();
  } finally {
    delete migrations[nextName];
  }
}

/** Does the work with the program of the baseline, which has no later migration. */
export async function withBaseline<T>(work: () => Promise<T>): Promise<T> {
  const [, ...later] = Object.entries(migrations);
  for (const [name] of later) delete migrations[name];
  try {
    return await work();
  } finally {
    Object.assign(migrations, Object.fromEntries(later));
  }
}
