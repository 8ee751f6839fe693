import { createLog } from '#app/create-log.ts';
import { readConfig } from '#app/read-config.ts';
import type { TranscriptClient } from '#schema/sessions/hook-client.ts';
import { openStore } from '#store/open-store.ts';
import { peekPlaces } from '#store/sqlite/peek-store.ts';
import type { Store } from '#store/store.ts';
import { createProjectNames, readInThread, takeBatch } from './import-batches.ts';
import type { ImportJob, ReadBatch, Unreadable } from './import-job.ts';
import { planJobs } from './plan-jobs.ts';

type Sessions = Store['sessions'];

export interface ClientImport {
  client: TranscriptClient;
  isFound: boolean;
  /** The number of files and databases with something new. */
  files: number;
  bytes: number;
  sessions: number;
  prompts: number;
  observations: number;
  summaries: number;
  /** How many of these records were stored, and how many existed before. Both are 0 if nothing is written. */
  added: number;
  known: number;
  /** The number of lines that could not be read. */
  skipped: number;
  failed: Unreadable[];
}

interface ImportProgress {
  client: TranscriptClient;
  bytes: number;
  totalBytes: number;
}

interface ImportOptions {
  /** The store, or null to read everything and write nothing. */
  store: Sessions | null;
  listPlaces: Sessions['listPlaces'];
  env: Readonly<Record<string, string | undefined>>;
  clients: readonly TranscriptClient[];
  now: number;
  signal?: AbortSignal;
  onProgress?(progress: ImportProgress): void;
}

/** Imports what clients have on disk. It continues where the last import ended, even if that one was interrupted. */
export async function importTranscripts(options: ImportOptions): Promise<ClientImport[]> {
  const { store, env, clients, listPlaces } = options;
  async function work(): Promise<ClientImport[]> {
    const done: ClientImport[] = [];
    for (const client of clients) {
      const places = await listPlaces(client);
      const { isFound, jobs, bytes, unreadable } = await planJobs(client, { env, places });
      const taken = await takeJobs(jobs, { ...options, client, totalBytes: bytes });
      done.push({ ...taken, isFound, failed: [...unreadable, ...taken.failed] });
    }
    return done;
  }
  return store === null ? work() : store.withoutIndexing(work);
}

interface TakeOptions extends Omit<ImportOptions, 'clients' | 'env' | 'listPlaces'> {
  client: TranscriptClient;
  totalBytes: number;
}

async function takeJobs(jobs: readonly ImportJob[], options: TakeOptions): Promise<ClientImport> {
  const { store, client, now, signal, totalBytes, onProgress } = options;
  const report: ClientImport = {
    client,
    isFound: true,
    files: jobs.length,
    bytes: 0,
    sessions: 0,
    prompts: 0,
    observations: 0,
    summaries: 0,
    added: 0,
    known: 0,
    skipped: 0,
    failed: [],
  };
  if (jobs.length === 0) return report;
  const nameOf = store && createProjectNames(store, now);
  const counted = new Set<string>();
  for await (const message of readInThread(jobs, { now, signal })) {
    if ('failed' in message) {
      report.failed.push({ path: message.path, reason: message.failed });
      continue;
    }
    const { batch } = message;
    if (store !== null && nameOf !== null) {
      const { added, known } = await takeBatch(store, batch, { nameOf, now });
      report.added += added;
      report.known += known;
    }
    count(report, batch, counted);
    onProgress?.({ client, bytes: report.bytes, totalBytes });
  }
  report.sessions = counted.size;
  await store?.settleImport(client);
  return report;
}

function count(
  report: ClientImport,
  { sessions, lines, bytes, skipped }: ReadBatch,
  counted: Set<string>,
): void {
  report.bytes += bytes;
  report.skipped += skipped;
  for (const { contentSessionId, records } of sessions) {
    counted.add(contentSessionId);
    for (const { kind } of records) report[counts[kind]] += 1;
  }
  for (const { line } of lines) {
    counted.add(line.contentSessionId);
    if (line.type !== 'session') report[counts[line.type]] += 1;
  }
}

const counts = { prompt: 'prompts', observation: 'observations', summary: 'summaries' } as const;

interface RunImport {
  env: Readonly<Record<string, string | undefined>>;
  clients: readonly TranscriptClient[];
  isDry: boolean;
  signal: AbortSignal;
  onProgress(progress: ImportProgress): void;
}

/**
 * Opens the database, alone or while a server runs, and imports. The server or the next start indexes what is new.
 */
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
