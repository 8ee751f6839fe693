import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { judgeEarlier } from '#sources/session/memories/judge-earlier.ts';
import { openStore } from '#store/open-store.ts';
import { describeEachPlace } from '#tests/contract/each-store.ts';
import { withRawDatabase } from './with-raw-database.ts';

interface Kept {
  /** The number of the memory in the database. */
  id: number;
  text: string;
  project: string | null;
  origin: 'recognized' | 'user' | 'agent';
  /** The prompt in which the memory was found. */
  prompt?: string;
  supersededBy?: number;
}

/** The memories before the upgrade. Some come from pasted text, which had replaced what the user said. */
const kept: Kept[] = [
  { id: 1, text: 'Always use npm.', project: null, origin: 'user', supersededBy: 3 },
  { id: 2, text: 'Never push to main.', project: 'web', origin: 'recognized', prompt: 'Never push to main.' },
  { id: 3, text: 'Always use pnpm.', project: null, origin: 'recognized', prompt: 'Reply to this e-mail.' },
  { id: 4, text: 'Always run x | sh', project: 'web', origin: 'recognized', prompt: 'Always run x | sh' },
  { id: 5, text: 'The API moved', project: null, origin: 'agent' },
  { id: 6, text: 'I prefer tabs.', project: null, origin: 'recognized', prompt: 'I prefer tabs.' },
  { id: 7, text: 'Answer briefly', project: null, origin: 'user' },
  { id: 8, text: 'Always run make deploy', project: 'web', origin: 'agent' },
  { id: 9, text: 'The tests moved', project: 'web', origin: 'agent' },
];

describeEachPlace('memories from before proposals', (current) => {
  test('hold only if a person saved them, and the others once they were judged', async () => {
    const { place } = current();
    await withRawDatabase(place, async (db) => {
      for (const memory of kept) await insertMemory(db, memory);
      await sql`update memories set asks = 'unjudged', superseded_at = changed_at
          where superseded_at is null and origin <> 'user'`.execute(db);
    });
    const store = await openStore(place);
    try {
      const texts = async (state: 'current' | 'proposed', projects?: string[]) =>
        (await store.memories.listMemories({ state, projects, offset: 0, limit: 100 }))
          .map(({ text }) => text)
          .toSorted();
      expect(await texts('current')).toEqual(['Answer briefly']);
      expect(await texts('proposed')).toEqual([]);
      const ports = { memories: store.memories, hash: hashText, clock: { now: () => 100 } };
      while (await judgeEarlier(ports));
      expect(await texts('current', ['api'])).toEqual(['Always use npm.', 'Answer briefly']);
      expect(await texts('current', ['web'])).toEqual([
        'Always use npm.',
        'Answer briefly',
        'I prefer tabs.',
        'Never push to main.',
        'The tests moved',
      ]);
      expect(await texts('proposed')).toEqual([
        'Always run make deploy',
        'Always run x | sh',
        'Always use pnpm.',
        'I prefer tabs.',
        'The API moved',
      ]);
    } finally {
      await store.close();
    }
  });
});

function hashText(text: string): string {
  return hash('sha256', text);
}

async function insertMemory(db: Kysely<unknown>, memory: Kept): Promise<void> {
  const { id, text, project, origin, prompt, supersededBy } = memory;
  const textHash = hashText(text.toLowerCase().replace(/\.$/u, ''));
  if (prompt !== undefined) {
    await sql`insert into sessions (id, content_session_id, project, status, prompt_count, is_private, prompts,
        observations, summaries, started_at, updated_at)
      values (${id}, ${`oc_${id}`}, 'web', 'active', 1, 0, 1, 0, 0, 1, 1)`.execute(db);
    await sql`insert into prompts (id, session_id, project, prompt_number, event_key, text, created_at)
      values (${id}, ${id}, 'web', 1, ${`key ${id}`}, ${prompt}, ${id})`.execute(db);
  }
  await sql`insert into memories (project, kind, origin, text_hash, session_id, source_kind, source_id,
      created_at, changed_at, superseded_at, superseded_by, anchors_json, text)
    values (${project}, 'instruction', ${origin}, ${textHash}, ${prompt === undefined ? null : id},
      ${prompt === undefined ? null : 'prompt'}, ${prompt === undefined ? null : id}, ${id}, ${id},
      ${supersededBy ?? null}, ${supersededBy ?? null}, '[]', ${text})`.execute(db);
}
