import type { CallRequest, RunStore } from '#engine/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { prepareQuery } from '#store/prepared-query.ts';
import type { Tables } from '#store/tables.ts';

const minuteMs = 60_000;

/** Every call of a model, for a minute: what the limits of requests per minute count. */
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

/** Until the oldest of the last `requestsPerMinute` calls is a minute old; 0 when there were fewer. */
export async function measureWait(trx: TablesTransaction, call: CallRequest): Promise<number> {
  const { profileId, requestsPerMinute, at } = call;
  if (requestsPerMinute === null) return 0;
  const row = await trx
    .selectFrom('model_calls')
    .select('started_at')
    .where('profile_id', '=', profileId)
    .where('started_at', '>', at - minuteMs)
    // Calls from before a clock was set back must not make a run wait until the clock gets there again.
    .where('started_at', '<', at + minuteMs)
    .orderBy('started_at', 'desc')
    .limit(1)
    .offset(requestsPerMinute - 1)
    .executeTakeFirst();
  return row ? Math.min(row.started_at + minuteMs - at, minuteMs) : 0;
}
