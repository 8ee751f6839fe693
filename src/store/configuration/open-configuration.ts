import type { Database } from '#store/database.ts';
import type { Store } from '#store/store.ts';
import { createAgents } from './agents.ts';
import { createLogins } from './logins.ts';
import { createProfiles } from './profiles.ts';
import { createSettings } from './settings.ts';

export function openConfiguration(database: Database): Store['configuration'] {
  return {
    ...createSettings(database),
    ...createProfiles(database),
    ...createAgents(database),
    ...createLogins(database),
  };
}
