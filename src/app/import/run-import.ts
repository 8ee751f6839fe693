import { createLog } from '#app/create-log.ts';
import { holdYoungSpace } from '#app/hold-young-space.ts';
import { readConfig } from '#app/read-config.ts';
import type { TranscriptClient } from '#schema/sessions/transcript-client.ts';
import { openStore } from '#store/open-store.ts';
import { type ClientImport, type ImportProgress, importTranscripts } from './import-transcripts.ts';

interface RunImport {
  env: Readonly<Record<string, string | undefined>>;
  clients: readonly TranscriptClient[];
  isDry: boolean;
  signal: AbortSignal;
  onProgress(progress: ImportProgress): void;
}

/** Opens the database, beside a running server or alone, and imports. The server or the next start indexes what is new. */
export async function runImport({ env, ...options }: RunImport): Promise<ClientImport[]> {
  const config = readConfig(env);
  const log = createLog({ level: config.logLevel ?? 'fatal' });
  const store = await openStore({ home: config.home, databaseUrl: config.databaseUrl, log });
  const letGrow = holdYoungSpace();
  try {
    return await importTranscripts({ store: store.sessions, env, now: Date.now(), ...options });
  } finally {
    await letGrow();
    await store.close();
  }
}
