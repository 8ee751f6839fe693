import { sql } from 'kysely';
import { runStatuses } from '#schema/run.ts';
import type { Database } from './database.ts';
import { unfinished } from './run-row.ts';

const ended = runStatuses.filter((status) => status !== 'queued' && status !== 'running');

/** Null when the engine finds no damage and the rows do not contradict each other. */
export async function checkIntegrity(database: Database): Promise<string | null> {
  return (
    (await database.findDamage()) ?? (await findContradiction(database)) ?? (await findUnsearchable(database))
  );
}

async function findContradiction({ db }: Database): Promise<string | null> {
  const unearned = await db
    .selectFrom('summaries')
    .innerJoin('runs', 'runs.id', 'summaries.run_id')
    .select('runs.id')
    .where('runs.status', '!=', 'succeeded')
    .executeTakeFirst();
  if (unearned) return `the run ${unearned.id} has a summary and did not succeed`;

  const untimely = await db
    .selectFrom('runs')
    .select('id')
    .where((eb) =>
      eb.or([
        eb.and([eb('status', 'in', ended), eb('finished_at', 'is', null)]),
        eb.and([eb('status', 'in', unfinished), eb('finished_at', 'is not', null)]),
      ]),
    )
    .executeTakeFirst();
  if (untimely) return `status and end of the run ${untimely.id} contradict each other`;

  const unreadable = await db
    .selectFrom('runs')
    .leftJoin('run_inputs', 'run_inputs.run_id', 'runs.id')
    .select('runs.id')
    .where('runs.status', 'in', unfinished)
    .where('run_inputs.run_id', 'is', null)
    .executeTakeFirst();
  if (unreadable) return `the unfinished run ${unreadable.id} has no input`;
  return null;
}

/** Every entry has its terms in the index of search, and nothing else has. */
async function findUnsearchable({ db }: Database): Promise<string | null> {
  const { rows } = await sql<{ entries: number; indexed: number }>`
    select (select count(*) from entries) as entries, (select count(*) from entry_search) as indexed
  `.execute(db);
  const [found] = rows;
  if (found === undefined || found.entries === found.indexed) return null;
  return `${found.entries} entries are stored and ${found.indexed} are in the index of search`;
}
