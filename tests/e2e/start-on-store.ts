import { inject } from 'vitest';
import type { Store } from '#store/store.ts';
import { createDatabase, dropDatabase } from '#tests/setup/start-postgres.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';

/** The program on SQLite, or on a PostgreSQL database that is dropped when the program stops. */
export async function startOnStore(
  dialect: Store['dialect'],
  { env = {} }: { env?: Record<string, string> } = {},
): Promise<RunningPrecis> {
  if (dialect === 'sqlite') return startPrecis({ env });
  const serverUrl = inject('postgresUrl');
  const databaseUrl = await createDatabase(serverUrl, inject('migratedDatabase'));
  const forget = () => dropDatabase(serverUrl, databaseUrl);
  try {
    const precis = await startPrecis({ env: { ...env, DATABASE_URL: databaseUrl } });
    return {
      ...precis,
      async stop() {
        await precis.stop();
        await forget();
      },
    };
  } catch (error) {
    await forget();
    throw error;
  }
}
