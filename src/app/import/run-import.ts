import { createLog } from '#app/create-log.ts';
import { readConfig } from '#app/read-config.ts';
import type { TranscriptClient } from '#schema/sessions/transcript-client.ts';
import { openStore } from '#store/open-store.ts';
import { peekPlaces } from '#store/sqlite/peek-store.ts';
import { type ClientImport, type ImportProgress, importTranscripts } from './import-transcripts.ts';

interface RunImport {
  env: Readonly<Record<string, string | undefined>>;
  clients: readonly TranscriptClient[];
  isDry: boolean;
  signal: AbortSignal;
  onProgress(progress: ImportProgress): void;
}

/** Opens the database, beside a running server or alone, and imports. The server or the next start indexes what is new. */
export async function runImport({ env, isDry, ...options }: RunImport): Promise<ClientImport[]> {
  const { home, databaseUrl, logLevel } = readConfig(env);
  const wanted = { ...options, env, now: Date.now() };
  // Opening the embedded database would create or upgrade it.
  if (isDry && databaseUrl === null)
    return importTranscripts({ ...wanted, store: null, listPlaces: (client) => peekPlaces(home, client) });
  const log = createLog({ level: logLevel ?? 'fatal' });
  const store = await openStore({ home, databaseUrl, log });
  const { sessions } = store;
  try {
    const { listPlaces } = sessions;
    return await importTranscripts({ ...wanted, store: isDry ? null : sessions, listPlaces });
  } finally {
    await store.close();
  }
}
