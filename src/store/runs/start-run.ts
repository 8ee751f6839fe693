import type { RunStore, StartResult } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { Database } from '#store/database.ts';
import { addCall, measureWait } from './model-calls.ts';
import { readLastSeq } from './run-events.ts';
import { readInput } from './run-inputs.ts';
import { hasRoom } from './run-places.ts';
import { toRun } from './run-row.ts';

/** How often a waiting run checks for a free place. */
const placeNapMs = 250;

export function createStartRun({
  transaction,
  forUpdate,
  lockProfile,
}: Database): Pick<RunStore, 'startRun'> {
  return {
    startRun: (start) =>
      transaction(async (trx): Promise<StartResult> => {
        await lockProfile(trx, start.profileId);
        const queued = await forUpdate(
          trx
            .selectFrom('runs')
            .select(['attempt', 'started_at'])
            .where('id', '=', start.runId)
            .where('status', '=', 'queued')
            .where('cancel_requested_at', 'is', null),
        ).executeTakeFirst();
        if (!queued) return { kind: 'gone' };
        if (!(await hasRoom(trx, start))) return { kind: 'wait', ms: placeNapMs };
        const waitMs = await measureWait(trx, start);
        if (waitMs > 0) return { kind: 'wait', ms: waitMs };
        await addCall(trx, start);
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
