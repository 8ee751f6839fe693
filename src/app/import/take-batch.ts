import { hashText } from '#app/wiring/system-ports.ts';
import type { RecognizedMemories } from '#sources/session/memories/ports.ts';
import { readMemories } from '#sources/session/memories/recognize.ts';
import { notLater } from '#sources/session/records/import-sessions.ts';
import type { Store } from '#store/store.ts';
import type { ReadBatch } from './import-job.ts';

/** Stores what was read of transcripts, with what its prompts say to hold. */
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

/** Times in the future are already those of the import. */
function recognize(
  { contentSessionId, eventKey, text, at }: StoredPrompt,
  now: number,
): RecognizedMemories[] {
  if (text === null) return [];
  const found = readMemories({ hash: hashText }, { contentSessionId, eventKey, text, at });
  return found.map((memories) => ({ ...memories, isFromFuture: at >= now }));
}
