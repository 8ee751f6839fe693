import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { CallRequest, PlaceRequest, RunStore } from '#engine/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { prepareQuery } from '#store/prepared-query.ts';
import type { Tables } from '#store/tables.ts';

/** The places of model profiles. At most `concurrency` runs may use a model at the same time. */
export function createRunPlaces({ transaction, lockProfile }: Database): Pick<RunStore, 'takePlace'> {
  return {
    takePlace: (place) =>
      transaction(async (trx) => {
        await lockProfile(trx, place.profileId);
        const since = await lineUp(trx, place);
        if (since === null) return 'lost';
        if (place.concurrency === null) return 'taken';
        const before = await selectHolders(trx, place)
          .where((eb) =>
            eb.or([
              eb('attempt_started_at', '<', since),
              eb('attempt_started_at', '=', since).and('id', '<', place.runId),
            ]),
          )
          .executeTakeFirstOrThrow();
        return before.count < place.concurrency ? 'taken' : 'wait';
      }),
  };
}

/** The condition that a run that starts now gets a place immediately. Waiting runs count too. */
export function hasRoom(db: Kysely<Tables>, place: Holding): Expression<SqlBool> {
  if (place.concurrency === null) return sql.lit(true);
  const holders = selectHolders(db, place).clearSelect().select(sql<number>`count(*)`.as('count'));
  return sql<SqlBool>`${holders} < ${place.concurrency}`;
}

/** Returns since when the run waits for this profile, or null if the attempt no longer owns the run. */
async function lineUp(
  trx: TablesTransaction,
  place: PlaceRequest & { attempt: number },
): Promise<number | null> {
  const own = await trx
    .selectFrom('runs')
    .select(['attempt_profile_id', 'attempt_started_at'])
    .where('id', '=', place.runId)
    .where('attempt', '=', place.attempt)
    .where('status', '=', 'running')
    .executeTakeFirst();
  if (!own) return null;
  if (own.attempt_profile_id === place.profileId && own.attempt_started_at !== null)
    return own.attempt_started_at;
  const { last } = await selectHolders(trx, place).executeTakeFirstOrThrow();
  // The run gets the place behind all that wait already, whatever the clocks of their machines say.
  const since = Math.max(place.at, (last ?? 0) + 1);
  await trx
    .updateTable('runs')
    .set({ attempt_profile_id: place.profileId, attempt_started_at: since })
    .where('id', '=', place.runId)
    .execute();
  return since;
}

type Holding = Pick<PlaceRequest, 'profileId' | 'aliveSince' | 'concurrency'>;

function selectHolders(db: Kysely<Tables>, { profileId, aliveSince }: Holding) {
  return db
    .selectFrom('runs')
    .select(sql<number>`count(*)`.as('count'))
    .select((eb) => eb.fn.max('attempt_started_at').as('last'))
    .where('status', '=', 'running')
    .where('attempt_profile_id', '=', profileId)
    .where('worker_id', 'in', (eb) =>
      eb.selectFrom('workers').select('id').where('beat_at', '>=', aliveSince),
    );
}

const minuteMs = 60_000;

/** Every call of a model within a minute. The limits of requests per minute count these calls. */
export function createModelCalls({ relaxedTransaction, lockProfile }: Database): Pick<RunStore, 'takeCall'> {
  return {
    takeCall: (call) =>
      relaxedTransaction(async (trx) => {
        if (call.requestsPerMinute !== null) await lockProfile(trx, call.profileId);
        const waitMs = await measureWait(trx, call);
        if (waitMs === 0) await addCall(trx, call);
        return waitMs;
      }),
  };
}

const insertCall = prepareQuery<Tables['model_calls']>((db, row) => db.insertInto('model_calls').values(row));

export async function addCall(trx: TablesTransaction, { profileId, at }: CallRequest): Promise<void> {
  await insertCall.execute(trx, { profile_id: profileId, started_at: at });
}

/**
 * Returns the time until the oldest of the last `requestsPerMinute` calls is a minute old, or 0 if there were fewer.
 */
export async function measureWait(trx: TablesTransaction, call: CallRequest): Promise<number> {
  const { profileId, requestsPerMinute, at } = call;
  if (requestsPerMinute === null) return 0;
  const row = await trx
    .selectFrom('model_calls')
    .select('started_at')
    .where('profile_id', '=', profileId)
    .where('started_at', '>', at - minuteMs)
    // A run must not wait for calls with a future time, which were made before a clock was set back.
    .where('started_at', '<', at + minuteMs)
    .orderBy('started_at', 'desc')
    .limit(1)
    .offset(requestsPerMinute - 1)
    .executeTakeFirst();
  return row ? Math.min(row.started_at + minuteMs - at, minuteMs) : 0;
}
