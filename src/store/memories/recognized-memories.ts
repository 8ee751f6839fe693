import type { MemoryId } from '#schema/sessions/memory.ts';
import type { PromptId, SessionId } from '#schema/sessions/session.ts';
import type { JudgedMemory, MemoryStore, RecognizedMemories } from '#sources/session/memories/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { lockSession } from '#store/sessions/session-row.ts';
import { toStoredJson } from '#store/stored-text.ts';
import { findWithdrawn } from '#text/memories/compare-memories.ts';
import { addProposal, change, holdAgain, listReplaced } from './proposals.ts';
import {
  addMemory,
  alive,
  createStanding,
  findHeld,
  type MemoryRow,
  type NewRow,
  type StandingMemories,
  settleMemory,
} from './standing-memories.ts';

/** Returns the number of added memories. */
export async function addRecognized(
  database: Database,
  trx: TablesTransaction,
  recognized: readonly RecognizedMemories[],
): Promise<number> {
  const found: { prompt: FoundPrompt; said: RecognizedMemories }[] = [];
  // All sessions are locked before the memories, in the order of their names, so that transactions do not deadlock.
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

/** Finds the prompt and locks its session. A deletion of the prompt waits for the lock or has happened before. */
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

/** Finds the memory that a sentence takes back, first in the project and then among those of all projects. */
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

/** Memories of earlier versions, which the rules of this version judge again. */
export function createJudgedMemories(database: Database): Pick<MemoryStore, 'listUnjudged' | 'settleJudged'> {
  const { db, transaction, lockMemories } = database;
  return {
    async listUnjudged(limit) {
      const rows = await db
        .selectFrom('memories as m')
        .leftJoin('prompts as p', (join) =>
          join.onRef('p.id', '=', 'm.source_id').on('m.source_kind', '=', 'prompt'),
        )
        .leftJoin('sessions as s', 's.id', 'm.session_id')
        .select(['m.id', 'm.project', 'm.origin', 'm.text', 'm.text_hash as textHash'])
        .select(['s.project as sessionProject', 'p.text as promptText'])
        .where('m.asks', '=', 'unjudged')
        .where('m.confirmed_at', 'is', null)
        .where('m.dismissed_at', 'is', null)
        .where('m.deleted_at', 'is', null)
        .orderBy('m.id')
        .limit(limit)
        .execute();
      return rows;
    },
    settleJudged: (judged, at) =>
      transaction(async (trx) => {
        await lockMemories(trx);
        const standing = createStanding(trx);
        for (const one of judged) await settle(trx, { judged: one, at, standing });
      }),
  };
}

async function settle(
  trx: TablesTransaction,
  { judged, at, standing }: { judged: JudgedMemory; at: number; standing: StandingMemories },
): Promise<void> {
  const { id, project, asks, isForAllProjects } = judged;
  const row = await alive(trx.selectFrom('memories').selectAll())
    .where('id', '=', id)
    .where('asks', '=', 'unjudged')
    .executeTakeFirst();
  // There is no row when another process was faster or a person edited the memory.
  if (row === undefined) return;
  if (asks !== null) {
    await change(trx, id, { asks, project });
    for (const one of await listReplaced(trx, id)) await release(trx, one);
  } else await hold(trx, { row: { ...row, project }, standing });
  if (!isForAllProjects) return;
  const { id: _, ...said } = row;
  const wish = { ...said, project, asks: 'all-projects' as const, about_id: id };
  await addProposal(trx, { row: wish, at, createdAt: row.created_at });
}

async function hold(
  trx: TablesTransaction,
  { row, standing }: { row: MemoryRow; standing: StandingMemories },
): Promise<void> {
  const { id, project, changed_at: at } = row;
  const held = await findHeld(trx, row);
  if (held !== null) return change(trx, id, { asks: null, project, superseded_by: held.id });
  await change(trx, id, { asks: null, project, superseded_at: null });
  await settleMemory(trx, { id, row, at, standing });
}

/**
 * Releases what a statement that no longer holds had replaced. A person's own memory holds again, and the others are
 * judged first.
 */
async function release(trx: TablesTransaction, row: MemoryRow): Promise<void> {
  if (row.origin === 'user') await holdAgain(trx, row);
  else await change(trx, row.id, { asks: 'unjudged', superseded_by: null });
}
