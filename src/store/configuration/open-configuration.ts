import type { Database } from '#store/database.ts';
import type { Store } from '#store/store.ts';
import { createAgents } from './agents.ts';
import { createLogins } from './logins.ts';
import { createProfiles } from './profiles.ts';
import { createSettings } from './settings.ts';

export function openConfiguration(database: Database, onChange: () => void): Store['configuration'] {
  return {
    ...createSettings(database, onChange),
    ...createProfiles(database, onChange),
    ...createAgents(database, onChange),
    ...createLogins(database),
  };
}
