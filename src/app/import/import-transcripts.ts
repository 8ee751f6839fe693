import type { TranscriptClient } from '#schema/sessions/transcript-client.ts';
import type { Store } from '#store/store.ts';
import type { ImportJob, ReadBatch } from './import-job.ts';
import { createProjectNames } from './name-projects.ts';
import { planJobs } from './plan-jobs.ts';
import type { Unreadable } from './read-error.ts';
import { readInThread } from './read-in-thread.ts';
import { takeBatch } from './take-batch.ts';

type Sessions = Store['sessions'];

export interface ClientImport {
  client: TranscriptClient;
  isFound: boolean;
  /** Files and databases with something new. */
  files: number;
  bytes: number;
  sessions: number;
  prompts: number;
  observations: number;
  summaries: number;
  /** Of these records, how many were stored, and how many were there before. Both are 0 if nothing is written. */
  added: number;
  known: number;
  /** Lines that could not be read. */
  skipped: number;
  failed: Unreadable[];
}

export interface ImportProgress {
  client: TranscriptClient;
  bytes: number;
  totalBytes: number;
}

interface ImportOptions {
  /** Null: everything is read, and nothing is written. */
  store: Sessions | null;
  listPlaces: Sessions['listPlaces'];
  env: Readonly<Record<string, string | undefined>>;
  clients: readonly TranscriptClient[];
  now: number;
  signal?: AbortSignal;
  onProgress?(progress: ImportProgress): void;
}

/** Imports what clients have on disk. Continues where the last import ended, however that was. */
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
