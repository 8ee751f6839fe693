import { hashText } from '#app/wiring/system-ports.ts';
import type { RecognizedMemories } from '#sources/session/memories/ports.ts';
import { readMemories } from '#sources/session/memories/recognize.ts';
import type { Store } from '#store/store.ts';
import type { ReadBatch } from './import-job.ts';

/** Stores what was read of transcripts, with what its prompts say to hold. */
export async function takeBatch(
  store: Pick<Store['sessions'], 'takeIn'>,
  { sessions, lines, places }: Pick<ReadBatch, 'sessions' | 'lines' | 'places'>,
  nameOf: (cwd: string) => Promise<string>,
): Promise<{ added: number; known: number }> {
  const named = [];
  for (const { contentSessionId, cwd, records } of sessions)
    named.push({ contentSessionId, project: await nameOf(cwd), records });
  const recognized = [
    ...sessions.flatMap(({ contentSessionId, records }) =>
      records.flatMap((record) =>
        record.kind === 'prompt' ? recognize({ ...record, contentSessionId }) : [],
      ),
    ),
    ...lines.flatMap(({ line }) =>
      line.type === 'prompt' ? recognize({ ...line, at: line.createdAt }) : [],
    ),
  ];
  return store.takeIn({ sessions: named, lines, recognized, places });
}

interface StoredPrompt {
  contentSessionId: string;
  eventKey: string;
  text: string | null;
  at: number;
}

function recognize({ contentSessionId, eventKey, text, at }: StoredPrompt): RecognizedMemories[] {
  return text === null ? [] : readMemories({ hash: hashText }, { contentSessionId, eventKey, text, at });
}
