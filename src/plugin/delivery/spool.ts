import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJsonObject } from '#schema/parse-json.ts';
import { listSpools, spoolName } from './list-spools.ts';

/** An event that is to be sent to the worker once. */
export interface SpooledEvent {
  /** The id is the same for the same event, so that the worker recognizes duplicates. */
  id: string;
  path: string;
  body: Record<string, unknown>;
  /** The event is held back until this time. */
  notBefore?: number;
  /** Why the event is held back. */
  note?: string;
  /** The prompts whose turns the event covers. */
  promptIds?: string[];
}

/** The file of one process. Its lines say which events were taken and which are done. */
export interface Spool {
  put(event: SpooledEvent): void;
  done(id: string): void;
  /** Replaces the content with these events. If there are none, the file is deleted. */
  rewrite(events: readonly SpooledEvent[]): void;
  bytes(): number;
  /** Waits until everything that was given is on the disk. */
  settle(): Promise<void>;
}

export function openSpool(dir: string, name: string): Spool {
  const file = join(dir, name);
  let bytes = 0;
  let writing: Promise<unknown> = mkdir(dir, { recursive: true, mode: 0o700 }).catch(() => {});

  // A full or read-only disk must not cause failures, because the events are still in memory.
  const write = (step: () => Promise<unknown>): void => {
    writing = writing.then(step).catch(() => {});
  };
  const append = (line: object): void => {
    const text = `${JSON.stringify(line)}\n`;
    bytes += Buffer.byteLength(text);
    write(() => appendFile(file, text, { mode: 0o600 }));
  };

  return {
    put: (event) => append({ put: event }),
    done: (id) => append({ done: id }),
    rewrite(events) {
      const text = events.map((event) => `${JSON.stringify({ put: event })}\n`).join('');
      bytes = Buffer.byteLength(text);
      if (text === '') return write(() => rm(file, { force: true }));
      write(async () => {
        await writeFile(`${file}.new`, text, { mode: 0o600 });
        await rename(`${file}.new`, file);
      });
    },
    bytes: () => bytes,
    settle: async () => void (await writing),
  };
}

export function nameSpool(): string {
  return `spool-${process.pid}-${randomUUID()}.jsonl`;
}

/**
 * Reads the events that are still to be sent, of every process. The file names give the order, as far as they can.
 */
export async function readSpools(dir: string): Promise<SpooledEvent[]> {
  const texts = await Promise.all((await listSpools(dir)).map((name) => readText(join(dir, name))));
  return texts.flatMap(parseSpool);
}

export interface Adopted {
  events: SpooledEvent[];
  /** Deletes the adopted files. It is called when the events are stored elsewhere. */
  remove(): Promise<void>;
}

/**
 * Takes over the files of ended processes. A file is renamed before it is read, so that only one of several starting
 * processes gets it. `open` has the files that this process itself writes.
 */
export async function adoptSpools(dir: string, open: ReadonlySet<string>): Promise<Adopted> {
  const taken: string[] = [];
  for (const name of await listSpools(dir)) {
    const pid = Number(spoolName.exec(name)?.[1]);
    if (open.has(name) || (pid !== process.pid && isRunning(pid))) continue;
    const mine = join(dir, nameSpool());
    if (
      await rename(join(dir, name), mine).then(
        () => true,
        () => false,
      )
    )
      taken.push(mine);
  }
  const texts = await Promise.all(taken.map(readText));
  return {
    events: texts.flatMap(parseSpool),
    remove: async () => void (await Promise.all(taken.map((file) => rm(file, { force: true })))),
  };
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

/** Reads the events of a file. A last line that a crash cut off is not an event. */
function parseSpool(text: string): SpooledEvent[] {
  const events = new Map<string, SpooledEvent>();
  for (const line of text.split('\n')) {
    const entry = parseJsonObject(line) as { put?: SpooledEvent; done?: string } | null;
    if (entry?.put !== undefined) events.set(entry.put.id, entry.put);
    if (entry?.done !== undefined) events.delete(entry.done);
  }
  return [...events.values()];
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
