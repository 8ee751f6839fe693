import type { FileHandle } from 'node:fs/promises';
import { hashText } from '#app/wiring/system-ports.ts';
import { parseJson } from '#schema/parse-json.ts';
import { clientDefinitions } from '#sources/session/clients/clients.ts';
import { createTurns, type LastTurn } from '#sources/session/transcripts/create-turns.ts';
import type { TranscriptReader } from '#sources/session/transcripts/raw-event.ts';
import type { BatchBuilder } from './batch-builder.ts';
import { openTranscript } from './find-transcripts.ts';
import { type ImportJob, type MissedSpan, toldPath } from './import-job.ts';

export type FileJob = Extract<ImportJob, { kind: 'file' }>;

/**
 * The limit for a line. A longer one contains a picture or similar data, and parsing can take 25 times its size in
 * memory.
 */
const maxLineBytes = 4 * 1024 * 1024;
/** The bytes that identify a file. A transcript begins with the name of its session. */
const headBytes = 1024;

/**
 * Adds what is new in a file. The whole file is read, because earlier parts say what is private and which turns
 * continue. Records that were stored are not added again. Yields whenever the batch may be sent.
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
      // The batch may be sent before the next block but not after the last one. The end of the file also ends its
      // last turn.
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
      // An import reads later what was skipped here, so no place is noted.
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

/** Whether the last turn is over. A turn in progress is summarized only at its end. */
function isOver({ contentSessionId, isAnswered }: LastTurn, { openSession }: MissedSpan): boolean {
  return isAnswered && contentSessionId !== openSession;
}

function readerOf({ client, isHistory }: FileJob): TranscriptReader {
  const { transcripts } = clientDefinitions[client];
  return ((isHistory && transcripts.history) || transcripts).createReader();
}

/** Returns a function that gives the time since when a session is known from elsewhere. */
function createToldSince({ told }: FileJob): (contentSessionId: string) => number {
  const known = new Map(Object.entries(told ?? {}));
  const times = new Map<string, number>();
  return (id) => {
    const at = times.get(id) ?? known.get(toldPath(id)) ?? Number.POSITIVE_INFINITY;
    times.set(id, at);
    return at;
  };
}

/** Returns null if the line cannot be read. */
function readLine({ text }: Line, reader: TranscriptReader) {
  if (text === null) return null;
  if (text.trim() === '') return [];
  const parsed = parseJson(text);
  return parsed === undefined ? null : reader.read(parsed);
}

/** Whether a text is a whole object. The beginning of an object never parses as one. */
function isWhole(text: string): boolean {
  return text.startsWith('{') && parseJson(text) !== undefined;
}

/** Whether the file was neither truncated nor replaced by another. */
async function isSameFile(handle: FileHandle, { position, mark }: FileJob): Promise<boolean> {
  if (position === 0) return false;
  const { size } = await handle.stat();
  return size >= position && (await createMark(handle)(position)) === mark;
}

/** Hashes the beginning of a file, as far as it has been read. */
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

export interface Line {
  /** The text, or null if the line is too long to be read. */
  text: string | null;
  /** The position where the next line begins. */
  end: number;
}

const blockBytes = 1024 * 1024;
const lineFeed = 0x0a;

/**
 * Reads the lines of a file in blocks. A line longer than `maxBytes` has no text. A last line without a line feed
 * counts only if `isWhole` says so, because a program may still be writing it.
 */
export async function* readLines(
  handle: FileHandle,
  { maxBytes, isWhole }: { maxBytes: number; isWhole(text: string): boolean },
): AsyncGenerator<Line[]> {
  let parts: Buffer[] = [];
  let partBytes = 0;
  let isTooLong = false;
  let position = 0;

  const take = (part: Buffer): void => {
    partBytes += part.length;
    isTooLong ||= partBytes > maxBytes;
    if (isTooLong) parts = [];
    else parts.push(part);
  };
  const finish = (): string | null => {
    const [first] = parts;
    const whole = parts.length === 1 && first !== undefined ? first : Buffer.concat(parts);
    const text = isTooLong ? null : whole.toString('utf8');
    parts = [];
    partBytes = 0;
    isTooLong = false;
    return text;
  };

  const buffer = Buffer.allocUnsafe(blockBytes);
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, blockBytes, position);
    if (bytesRead === 0) break;
    const block = buffer.subarray(0, bytesRead);
    const lines: Line[] = [];
    let from = 0;
    for (let at = block.indexOf(lineFeed); at !== -1; at = block.indexOf(lineFeed, from)) {
      take(block.subarray(from, at));
      from = at + 1;
      lines.push({ text: finish(), end: position + from });
    }
    // The part is copied, because the rest of the line is read into the same buffer.
    take(Buffer.from(block.subarray(from)));
    position += bytesRead;
    yield lines;
  }
  if (partBytes === 0 || isTooLong) return;
  const text = finish() ?? '';
  if (isWhole(text)) yield [{ text, end: position }];
}
