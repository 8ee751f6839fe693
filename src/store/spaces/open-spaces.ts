import type { Database } from '#store/database.ts';
import type { Store } from '#store/store.ts';
import { createDeleteThreads } from './delete-threads.ts';
import { createMessages } from './messages.ts';
import { createQueuedMessages } from './queued-messages.ts';
import { createSaveResults } from './save-results.ts';
import { createSpaces } from './spaces.ts';
import { createStartFold } from './start-fold.ts';
import { createStartTurn } from './start-turn.ts';
import { createSummaryVersions } from './summary-versions.ts';
import { createThreadRuns } from './thread-runs.ts';
import { createThreads } from './threads.ts';

export function openSpaces(database: Database): Store['spaces'] {
  return {
    ...createSpaces(database),
    ...createThreads(database),
    ...createMessages(database),
    ...createQueuedMessages(database),
    ...createStartTurn(database),
    ...createStartFold(database),
    ...createSummaryVersions(database),
    ...createThreadRuns(database),
    ...createSaveResults(database),
    ...createDeleteThreads(database),
  };
}
