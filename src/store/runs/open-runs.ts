import type { Database } from '#store/database.ts';
import type { Store } from '#store/store.ts';
import { createFinishRun } from './finish-run.ts';
import { createIdempotencyKeys } from './idempotency-keys.ts';
import { createIssues } from './issues.ts';
import { createModelCalls } from './model-calls.ts';
import { createRunEvents } from './run-events.ts';
import { createRunPlaces } from './run-places.ts';
import { createRuns } from './runs.ts';
import { createSpending } from './spending.ts';
import { createStartRun } from './start-run.ts';
import { createSweep } from './sweep.ts';
import { createWorkers } from './workers.ts';

export function openRuns(database: Database): Store['runs'] {
  return {
    ...createRuns(database),
    ...createStartRun(database),
    ...createRunPlaces(database),
    ...createModelCalls(database),
    ...createRunEvents(database),
    ...createFinishRun(database),
    ...createWorkers(database),
    ...createSweep(database),
    ...createIdempotencyKeys(database),
    ...createIssues(database),
    ...createSpending(database),
  };
}
