import type { MemoryId } from '#schema/sessions/memory.ts';
import type { PromptId, SessionId } from '#schema/sessions/session.ts';
import type { RecognizedMemories } from '#sources/session/memories/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { lockSession } from '#store/sessions/session-row.ts';
import { toStoredJson } from '#store/stored-text.ts';
import { findWithdrawn } from '#text/memories/compare-memories.ts';
import { addProposal, change } from './proposals.ts';
import {
  addMemory,
  createStanding,
  findHeld,
  type NewRow,
  type StandingMemories,
} from './standing-memories.ts';

/** Returns how many were added. */
export async function addRecognized(
  database: Database,
  trx: TablesTransaction,
  recognized: readonly RecognizedMemories[],
): Promise<number> {
  const found: { prompt: FoundPrompt; said: RecognizedMemories }[] = [];
  // All sessions before the memories, in the order of their names: no two transactions wait for each other.
  for (const said of recognized.toSorted(byName)) {
    const prompt = await findPrompt(database, trx, said);
    if (prompt !== null) found.push({ prompt, said });
  }
  if (found.length === 0) return 0;
  await database.lockMemories(trx);
  const standing = createStanding(trx);
  let added = 0;
  for (const each of found.toSorted((one, other) => one.said.at - other.said.at))
    added += await addOfPrompt(trx, { ...each, standing });
  return added;
}

interface FoundPrompt {
  id: PromptId;
  sessionId: SessionId;
  project: string;
}

function byName(one: RecognizedMemories, other: RecognizedMemories): number {
  if (one.contentSessionId === other.contentSessionId) return 0;
  return one.contentSessionId < other.contentSessionId ? -1 : 1;
}

/** The prompt, with its session locked: who deletes that one waits, or has done so. */
async function findPrompt(
  database: Database,
  trx: TablesTransaction,
  { contentSessionId, eventKey }: RecognizedMemories,
): Promise<FoundPrompt | null> {
  const find = trx
    .selectFrom('prompts')
    .innerJoin('sessions', 'sessions.id', 'prompts.session_id')
    .select(['prompts.id', 'prompts.session_id'])
    .where('sessions.content_session_id', '=', contentSessionId)
    .where('prompts.event_key', '=', eventKey);
  const found = await find.executeTakeFirst();
  const session = found && (await lockSession(trx, found.session_id));
  const prompt = session && (await find.executeTakeFirst());
  return prompt ? { id: prompt.id, sessionId: session.id, project: session.project } : null;
}

async function addOfPrompt(
  trx: TablesTransaction,
  { prompt, said, standing }: { prompt: FoundPrompt; said: RecognizedMemories; standing: StandingMemories },
): Promise<number> {
  const { at, isFromFuture: givesWay } = said;
  const place = { session_id: prompt.sessionId, source_kind: 'prompt', source_id: prompt.id } as const;
  const { project } = prompt;
  let added = 0;
  const count = ({ isNew }: { isNew: boolean }) => {
    if (isNew) added += 1;
  };
  for (const { text, textHash } of said.withdrawals) {
    const about = await findAbout(standing, { text, project, at });
    if (about === null) continue;
    const row: NewRow = {
      project,
      kind: 'instruction',
      origin: 'recognized',
      text,
      text_hash: textHash,
      anchors_json: toStoredJson([]),
      ...place,
    };
    count(await addProposal(trx, { row: { ...row, asks: 'removal', about_id: about }, at }));
  }
  for (const { isForAllProjects, anchors, textHash, asks, kind, text } of said.memories) {
    if (await isKnown(trx, prompt, textHash)) continue;
    const row: NewRow = {
      project,
      kind,
      origin: 'recognized',
      text,
      text_hash: textHash,
      anchors_json: toStoredJson(anchors),
      ...place,
    };
    const held = asks === null ? null : await findHeld(trx, row);
    const memory =
      held !== null
        ? { ...held, isNew: false, replaces: null }
        : asks === null
          ? await addMemory(trx, { row, at, standing, givesWay })
          : {
              ...(await addProposal(trx, { row: { ...row, asks, about_id: null }, at })),
              project,
              replaces: null,
            };
    count(memory);
    if (memory.replaces !== null) await change(trx, memory.id, { untold_id: memory.replaces });
    if (!isForAllProjects || memory.project === null) continue;
    count(await addProposal(trx, { row: { ...row, asks: 'all-projects', about_id: memory.id }, at }));
  }
  return added;
}

async function isKnown(
  trx: TablesTransaction,
  { id, sessionId }: FoundPrompt,
  textHash: string,
): Promise<boolean> {
  const known = await trx
    .selectFrom('memories')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('source_kind', '=', 'prompt')
    .where('source_id', '=', id)
    .where('text_hash', '=', textHash)
    .executeTakeFirst();
  return known !== undefined;
}

/** What a sentence takes back, in the project, else among those of all projects. */
async function findAbout(
  standing: StandingMemories,
  { text, project, at }: { text: string; project: string; at: number },
): Promise<MemoryId | null> {
  for (const scope of [project, null]) {
    const older = (await standing.of(scope)).filter(({ changed_at }) => changed_at <= at);
    const withdrawn = findWithdrawn(text, older);
    if (withdrawn !== null) return withdrawn.id;
  }
  return null;
}
