import { sql } from 'kysely';
import { allCounters } from '#store/counters/counted.ts';
import { toCorrection } from '#store/counters/counter-triggers.ts';
import type { Database } from '#store/database.ts';

/** Recounts everything and corrects the counters that differ. Returns which they are. */
export async function correctCounters({ db }: Pick<Database, 'db'>): Promise<string | null> {
  const wrong = new Set<string>();
  for (const counter of allCounters) {
    const { rows } = await sql.raw<Record<string, unknown>>(toCorrection(counter)).execute(db);
    if (rows.length > 0) wrong.add(counter.into === 'spending' ? counter.into : counter.of);
  }
  if (wrong.size === 0) return null;
  return `Some counts were wrong and have been corrected: ${[...wrong].join(', ')}.`;
}

/** Adds up the shards of each counter, and removes counters of nothing. */
export async function foldCounters({ db, dialect }: Pick<Database, 'db' | 'dialect'>): Promise<void> {
  const counters = new Map(allCounters.map((counter) => [counter.into, counter]));
  for (const { into, keys, sums } of counters.values()) {
    const names = Object.keys(keys).join(', ');
    const totals = Object.keys(sums);
    const isNothing = totals.map((name) => `${name} = 0`).join(' and ');
    await sql.raw(`delete from ${into} where ${isNothing}`).execute(db);
    if (dialect === 'sqlite') continue;
    // Those that a transaction is writing wait for the next time.
    await sql
      .raw(`with gone as (
        delete from ${into} where shard <> 0 and ctid = any(array(
          select ctid from ${into} where shard <> 0 for update skip locked)) returning *
      )
      insert into ${into} (${names}, shard, ${totals.join(', ')})
      select ${names}, 0, ${totals.map((name) => `cast(sum(${name}) as bigint)`).join(', ')} from gone
      group by ${names} order by ${names}
      on conflict (${names}, shard) do update
      set ${totals.map((name) => `${name} = ${into}.${name} + excluded.${name}`).join(', ')}`)
      .execute(db);
  }
}
