import type { RunStore, StartResult } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { Database, TablesTransaction } from './database.ts';
import { readLastSeq } from './run-events.ts';
import { readInput } from './run-inputs.ts';
import { toRun } from './run-row.ts';

type Start = Parameters<RunStore['startRun']>[0];

const minuteMs = 60_000;

export function createStartRun({
  transaction,
  forUpdate,
  lockProfile,
}: Database): Pick<RunStore, 'startRun'> {
  return {
    startRun: (start) =>
      transaction(async (trx): Promise<StartResult> => {
        if (start.requestsPerMinute !== null) await lockProfile(trx, start.profileId);
        const queued = await forUpdate(
          trx
            .selectFrom('runs')
            .select(['attempt', 'started_at'])
            .where('id', '=', start.runId)
            .where('status', '=', 'queued')
            .where('cancel_requested_at', 'is', null),
        ).executeTakeFirst();
        if (!queued) return { kind: 'gone' };
        const waitMs = await measureWait(trx, start);
        if (waitMs > 0) return { kind: 'wait', ms: waitMs };
        const row = await trx
          .updateTable('runs')
          .set({
            status: 'running',
            attempt: queued.attempt + 1,
            worker_id: start.workerId,
            started_at: queued.started_at ?? start.at,
            attempt_profile_id: start.profileId,
            attempt_started_at: start.at,
            updated_at: start.at,
          })
          .where('id', '=', start.runId)
          .returningAll()
          .executeTakeFirstOrThrow();
        const input = await readInput(trx, start.runId);
        if (!input)
          throw new AppError('internal', `The input of the unfinished run ${start.runId} is missing.`);
        return { kind: 'started', run: toRun(row), input, lastSeq: await readLastSeq(trx, start.runId) };
      }),
  };
}

/** Until the oldest of the last `requestsPerMinute` starts is a minute old; 0 when fewer started. */
async function measureWait(trx: TablesTransaction, start: Start): Promise<number> {
  if (start.requestsPerMinute === null) return 0;
  const row = await trx
    .selectFrom('runs')
    .select('attempt_started_at')
    .where('attempt_profile_id', '=', start.profileId)
    .where('attempt_started_at', '>', start.at - minuteMs)
    .orderBy('attempt_started_at', 'desc')
    .limit(1)
    .offset(start.requestsPerMinute - 1)
    .executeTakeFirst();
  if (!row || row.attempt_started_at === null) return 0;
  // A start by a machine whose clock is ahead must not make anybody wait longer than the minute.
  return Math.min(row.attempt_started_at + minuteMs - start.at, minuteMs);
}
