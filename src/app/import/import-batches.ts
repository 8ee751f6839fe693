import { on } from 'node:events';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';
import { findShipped } from '#app/package-root.ts';
import { hashText } from '#app/wiring/system-ports.ts';
import { identifyProject } from '#plugin/project-identity.ts';
import type { RecognizedMemories } from '#sources/session/memories/ports.ts';
import { readMemories } from '#sources/session/memories/recognize.ts';
import type { SessionStore } from '#sources/session/ports.ts';
import { nameProject } from '#sources/session/project-scope.ts';
import { notLater } from '#sources/session/records/import-sessions.ts';
import type { Store } from '#store/store.ts';
import type { FromThread, ImportJob, ReadBatch } from './import-job.ts';

/** Stores what was read from transcripts, with the standing statements in its prompts. */
export async function takeBatch(
  store: Pick<Store['sessions'], 'takeIn'>,
  { sessions, lines, places }: Pick<ReadBatch, 'sessions' | 'lines' | 'places'>,
  { nameOf, now }: { nameOf: (cwd: string) => Promise<string>; now: number },
): Promise<{ added: number; known: number }> {
  const named = [];
  for (const { contentSessionId, cwd, records } of sessions)
    named.push({ contentSessionId, project: await nameOf(cwd), records });
  const dated = lines.map(({ line, ...rest }) => ({ ...rest, line: notLater(line, now) }));
  const recognized = [
    ...sessions.flatMap(({ contentSessionId, records }) =>
      records.flatMap((record) =>
        record.kind === 'prompt' ? recognize({ ...record, contentSessionId }, now) : [],
      ),
    ),
    ...dated.flatMap(({ line }) =>
      line.type === 'prompt' ? recognize({ ...line, at: line.createdAt }, now) : [],
    ),
  ];
  return store.takeIn({ sessions: named, lines: dated, recognized, places });
}

interface StoredPrompt {
  contentSessionId: string;
  eventKey: string;
  text: string | null;
  at: number;
}

/** Finds standing statements in a prompt. A time in the future was already replaced by the time of the import. */
function recognize(
  { contentSessionId, eventKey, text, at }: StoredPrompt,
  now: number,
): RecognizedMemories[] {
  if (text === null) return [];
  const found = readMemories({ hash: hashText }, { contentSessionId, eventKey, text, at });
  return found.map((memories) => ({ ...memories, isFromFuture: at >= now }));
}

/** Names the project of a folder like a live session in that folder. */
export function createProjectNames(store: SessionStore, now: number): (cwd: string) => Promise<string> {
  const names = new Map<string, Promise<string>>();

  async function name(cwd: string): Promise<string> {
    const project = basename(cwd) || cwd;
    const isThere = await stat(cwd).then(
      (stats) => stats.isDirectory(),
      () => false,
    );
    // If the folder is gone, a folder above it says nothing about the project.
    const found = isThere
      ? await identifyProject(cwd, project)
      : { name: project, identities: [`folder:${cwd}`] };
    const named = { project: found.name, projectIdentities: found.identities };
    return nameProject({ store, hash: hashText }, named, now);
  }

  return (cwd) => {
    if (cwd.trim() === '') return Promise.resolve('');
    const known = names.get(cwd) ?? name(cwd);
    names.set(cwd, known);
    return known;
  };
}

/** Reading a line of 4 MB can take 100 MB. */
const heapMb = 144;
const youngMb = 8;

/** Yields what the thread reads, one message at a time. The thread waits when nobody takes its messages. */
export async function* readInThread(
  jobs: readonly ImportJob[],
  { now, signal }: { now: number; signal?: AbortSignal | undefined },
): AsyncGenerator<Exclude<FromThread, { isDone: true }>> {
  const worker = new Worker(findThread(), {
    workerData: { jobs, now },
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb },
  });
  try {
    const messages = on(worker, 'message', { close: ['exit'], ...(signal === undefined ? {} : { signal }) });
    for await (const [message] of messages as AsyncIterable<[FromThread]>) {
      if ('isDone' in message) return;
      yield message;
      worker.postMessage('more', []);
    }
    throw new Error('the import thread ended early');
  } finally {
    await worker.terminate();
  }
}

function findThread(): string {
  const path = findShipped('src/app/import/import-thread.ts', 'dist/import-thread.js');
  if (path === null) throw new Error('the import thread is missing from this installation');
  return path;
}
