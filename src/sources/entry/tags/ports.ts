import type { Engine } from '#engine/create-engine.ts';
import type { Bus, Clock, Log, Models } from '#engine/ports.ts';
import type { Settings } from '#schema/settings.ts';
import type { ListRunsQuery, RunPage } from '#schema/wire.ts';
import type { EntryStore, TagStore } from '#sources/entry/ports.ts';

export interface TagPorts {
  store: TagStore;
  entries: Pick<EntryStore, 'getEntry' | 'listEntries' | 'listActiveRuns'>;
  runs: { listRuns(query: ListRunsQuery): Promise<RunPage> };
  engine: Pick<Engine, 'submit' | 'prepare' | 'cancel'>;
  models: Models;
  getSettings(): Promise<Settings>;
  bus: Pick<Bus, 'publish'>;
  clock: Clock;
  log: Log;
  newId(): string;
}
