import type { FileHandle } from 'node:fs/promises';
import { hashText } from '#app/wiring/system-ports.ts';
import { parseJson } from '#schema/parse-json.ts';
import { clientDefinitions } from '#sources/session/clients/clients.ts';
import { createTurns, type LastTurn } from '#sources/session/transcripts/create-turns.ts';
import type { TranscriptReader } from '#sources/session/transcripts/raw-event.ts';
import type { BatchBuilder } from './batch-builder.ts';
import { openTranscript } from './find-transcripts.ts';
import { type ImportJob, type MissedSpan, toldPath } from './import-job.ts';
import { type Line, readLines } from './read-lines.ts';

export type FileJob = Extract<ImportJob, { kind: 'file' }>;

/** A longer line is a picture or the like. Parsed, it can take 25 times as much memory. */
const maxLineBytes = 4 * 1024 * 1024;
/** A transcript begins with the name of its session. */
const headBytes = 1024;

/**
 * Adds what is new in a file. All of it is read: what was private before must be known, and what began before may go on. The
 * records that were stored are not added again. Yields whenever the batch may be sent.
 */
export async function* readFile(
  job: FileJob,
  { builder, now }: { builder: BatchBuilder; now: number },
): AsyncGenerator<void> {
  const handle = await openTranscript(job.path);
  try {
    const from = (await isSameFile(handle, job)) ? job.position : 0;
    const reader = readerOf(job);
    const { missed } = job;
    const toldSince = createToldSince(job);
    const since = missed?.since ?? Number.NEGATIVE_INFINITY;
    const turns = createTurns({
      hash: hashText,
      now,
      emit: missed ? addWithin(builder, missed) : builder.add,
    });
    const mark = createMark(handle);
    let end = 0;
    for await (const lines of readLines(handle, { maxBytes: maxLineBytes, isWhole })) {
      // Before the next block, never after the last one: the end of the file also ends its last turn.
      yield;
      for (const line of lines) {
        const isKnown = line.end <= from;
        const events = readLine(line, reader);
        if (events === null && !isKnown) builder.count({ skipped: 1 });
        for (const event of events ?? []) {
          const isTold = event.at <= since || event.at >= toldSince(event.contentSessionId);
          turns.take(event, { isKnown: isKnown || isTold });
        }
      }
      const last = lines.at(-1);
      if (last === undefined || last.end <= from) continue;
      builder.count({ bytes: last.end - Math.max(from, end) });
      end = last.end;
      // What was passed over is left to an import.
      if (missed) continue;
      builder.note({ client: job.client, path: job.path, position: end, mark: await mark(end) });
    }
    turns.end(missed && ((last) => isOver(last, missed)));
  } finally {
    await handle.close();
  }
}

function addWithin(builder: BatchBuilder, { since, until }: MissedSpan): BatchBuilder['add'] {
  return (session, record) => {
    if (record.at > since && record.at <= until) builder.add(session, record);
  };
}

/** A turn in progress is summarized at its end, and only then. */
function isOver({ contentSessionId, isAnswered }: LastTurn, { openSession }: MissedSpan): boolean {
  return isAnswered && contentSessionId !== openSession;
}

function readerOf({ client, isHistory }: FileJob): TranscriptReader {
  const { transcripts } = clientDefinitions[client];
  return ((isHistory && transcripts.history) || transcripts).createReader();
}

/** Since when a session is known from elsewhere. */
function createToldSince({ told }: FileJob): (contentSessionId: string) => number {
  const known = new Map(Object.entries(told ?? {}));
  const times = new Map<string, number>();
  return (id) => {
    const at = times.get(id) ?? known.get(toldPath(id)) ?? Number.POSITIVE_INFINITY;
    times.set(id, at);
    return at;
  };
}

/** Null: it cannot be read. */
function readLine({ text }: Line, reader: TranscriptReader) {
  if (text === null) return null;
  if (text.trim() === '') return [];
  const parsed = parseJson(text);
  return parsed === undefined ? null : reader.read(parsed);
}

/** The beginning of an object is never an object. */
function isWhole(text: string): boolean {
  return text.startsWith('{') && parseJson(text) !== undefined;
}

/** Not truncated and not replaced by another. */
async function isSameFile(handle: FileHandle, { position, mark }: FileJob): Promise<boolean> {
  if (position === 0) return false;
  const { size } = await handle.stat();
  return size >= position && (await createMark(handle)(position)) === mark;
}

/** A hash of the beginning of a file, as far as it has been read. */
function createMark(handle: FileHandle): (position: number) => Promise<string> {
  let whole: string | undefined;
  return async (position) => {
    if (position >= headBytes && whole !== undefined) return whole;
    const head = Buffer.alloc(Math.min(headBytes, position));
    await handle.read(head, 0, head.length, 0);
    const hash = hashText(head);
    if (position >= headBytes) whole = hash;
    return hash;
  };
}
