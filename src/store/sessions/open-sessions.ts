import type { Database } from '#store/database.ts';
import type { Store } from '#store/store.ts';
import { createSessionClients } from './session-clients.ts';
import { createSessionDeletes } from './session-deletes.ts';
import { createSessionFiles } from './session-files.ts';
import { createSessionLists } from './session-lists.ts';
import { createSessionOrders } from './session-orders.ts';
import { createSessionProjects } from './session-projects.ts';
import { createSessionRecords } from './session-records.ts';
import { createSessionTranscripts } from './session-transcripts.ts';
import { createSessionWrites } from './session-writes.ts';

export function openSessions(database: Database): Store['sessions'] {
  return {
    ...createSessionWrites(database),
    ...createSessionOrders(database),
    ...createSessionProjects(database),
    ...createSessionRecords(database),
    ...createSessionLists(database),
    ...createSessionDeletes(database),
    ...createSessionFiles(database),
    ...createSessionTranscripts(database),
    ...createSessionClients(database),
  };
}
