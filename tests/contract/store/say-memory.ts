import type { MemoryFilter, RecognizedMemories, SaveMemory } from '#sources/session/memories/ports.ts';
import type { Store } from '#store/store.ts';
import { startTime } from './make-run.ts';
import { makePrompt } from './make-session.ts';

interface Said {
  session?: string;
  project?: string;
  text?: string;
  at?: number;
  isForAllProjects?: boolean;
  asks?: RecognizedMemories['memories'][number]['asks'];
  withdrawals?: string[];
}

/** Stores a prompt with one statement. */
export async function say(store: Store, said: Said = {}): Promise<number> {
  const { session = 'oc_1', project = 'web', text = 'Always use pnpm', at = startTime } = said;
  const prompt = makePrompt({ contentSessionId: session, project, text, at });
  await store.sessions.addPrompt(prompt);
  return store.memories.addRecognized([recognized(prompt, said)]);
}

export function recognized(
  { contentSessionId, eventKey, text, at }: ReturnType<typeof makePrompt>,
  { isForAllProjects = false, asks = null, withdrawals = [] }: Said,
): RecognizedMemories {
  const memory = { kind: 'instruction', text: text ?? '', textHash: `hash of ${text}`, anchors: [] } as const;
  const memories = withdrawals.length > 0 ? [] : [{ ...memory, anchors: [], isForAllProjects, asks }];
  const said = withdrawals.map((each) => ({ text: each, textHash: `hash of ${each}` }));
  return { contentSessionId, eventKey, at, withdrawals: said, memories };
}

export function save(store: Store, changes: Partial<SaveMemory> = {}) {
  const { text = 'The API moved' } = changes;
  return store.memories.saveMemory({
    kind: 'fact',
    text,
    textHash: `hash of ${text}`,
    anchors: [{ kind: 'file', value: 'src/a.ts' }],
    project: 'web',
    origin: 'user',
    source: null,
    asks: null,
    at: startTime,
    ...changes,
  });
}

export async function list(store: Store, projects?: string[], state: MemoryFilter['state'] = 'current') {
  return store.memories.listMemories({ projects, state, offset: 0, limit: 100 });
}

export const textsOf = async (store: Store, ...of: [string[]?, MemoryFilter['state']?]) =>
  (await list(store, ...of)).map(({ text }) => text);
