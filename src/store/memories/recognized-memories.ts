import type { PromptId, SessionId } from '#schema/sessions/session.ts';
import type { RecognizedMemories } from '#sources/session/memories/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { lockSession } from '#store/sessions/session-row.ts';
import { toStoredJson } from '#store/stored-text.ts';
import { findWithdrawn } from '#text/memories/compare-memories.ts';
import { addMemory, createStanding, type NewRow, type StandingMemories } from './standing-memories.ts';

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
  const session = found && (await lockSession(database, trx, found.session_id));
  const prompt = session && (await find.executeTakeFirst());
  return prompt ? { id: prompt.id, sessionId: session.id, project: session.project } : null;
}

async function addOfPrompt(
  trx: TablesTransaction,
  { prompt, said, standing }: { prompt: FoundPrompt; said: RecognizedMemories; standing: StandingMemories },
): Promise<number> {
  const { at } = said;
  for (const text of said.withdrawals) await withdraw(standing, { text, project: prompt.project, at });
  let added = 0;
  for (const { isForAllProjects, anchors, textHash, ...memory } of said.memories) {
    const known = await trx
      .selectFrom('memories')
      .select('id')
      .where('source_kind', '=', 'prompt')
      .where('source_id', '=', prompt.id)
      .where('text_hash', '=', textHash)
      .executeTakeFirst();
    if (known) continue;
    const row: NewRow = {
      ...memory,
      project: isForAllProjects ? null : prompt.project,
      origin: 'recognized',
      text_hash: textHash,
      session_id: prompt.sessionId,
      source_kind: 'prompt',
      source_id: prompt.id,
      anchors_json: toStoredJson(anchors),
    };
    if ((await addMemory(trx, { row, at, standing })).isNew) added += 1;
  }
  return added;
}

/** In the project, else among those of all projects. */
async function withdraw(
  standing: StandingMemories,
  { text, project, at }: { text: string; project: string; at: number },
): Promise<void> {
  for (const scope of [project, null]) {
    const older = (await standing.of(scope)).filter(({ changed_at }) => changed_at <= at);
    const withdrawn = findWithdrawn(text, older);
    if (withdrawn === null) continue;
    await standing.supersede([withdrawn.id], scope, { id: null, at });
    return;
  }
}
