import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { type Memory, type MemoryId, memoryAnchorSchema } from '#schema/sessions/memory.ts';
import type { PromptId, SessionId } from '#schema/sessions/session.ts';
import type { MemoryStore, RecognizedMemories } from '#sources/session/memories/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { lockSession } from '#store/sessions/session-row.ts';
import { recordTables } from '#store/sessions/session-tables.ts';
import { toStoredJson } from '#store/stored-text.ts';
import type { Tables } from '#store/tables.ts';
import { findContradicted, findWithdrawn } from '#text/memories/compare-memories.ts';
import type { MemoriesTable } from './memory-tables.ts';

type MemoryRow = Selectable<MemoriesTable>;
type Place = Pick<MemoryRow, 'session_id' | 'source_kind' | 'source_id'>;
type NewRow = Pick<MemoryRow, 'project' | 'kind' | 'origin' | 'text_hash' | 'anchors_json' | 'text'> & Place;

/** A statement is compared with so many of the newest that hold. */
const maxCompared = 500;
const maxFolders = 5;
const nowhere: Place = { session_id: null, source_kind: null, source_id: null };

export function createMemories(database: Database): MemoryStore {
  const { db, transaction, lockMemories } = database;
  return {
    addRecognized: (recognized) =>
      transaction(async (trx) => {
        const found: { prompt: FoundPrompt; said: RecognizedMemories }[] = [];
        // All sessions before the memories, in the order of their names: no two transactions wait for each other.
        for (const said of recognized.toSorted(byName)) {
          const prompt = await findPrompt(database, trx, said);
          if (prompt !== null) found.push({ prompt, said });
        }
        if (found.length === 0) return 0;
        await lockMemories(trx);
        const standing = createStanding(trx);
        let added = 0;
        for (const each of found.toSorted((one, other) => one.said.at - other.said.at))
          added += await addOfPrompt(trx, { ...each, standing });
        return added;
      }),

    saveMemory: ({ source, anchors, textHash, at, ...said }) =>
      transaction(async (trx) => {
        const place = source === null ? nowhere : await findPlace(database, trx, source);
        if (place === null) return null;
        await lockMemories(trx);
        const row = { ...said, ...place, text_hash: textHash, anchors_json: toStoredJson(anchors) };
        const { id } = await add(trx, { row, at, standing: createStanding(trx) });
        return readMemory(trx, id);
      }),

    editMemory: (id, { anchors, textHash, ...edit }, at) =>
      transaction(async (trx) => {
        await lockMemories(trx);
        const row = await alive(trx.selectFrom('memories').selectAll())
          .where('id', '=', id)
          .executeTakeFirst();
        if (!row) return null;
        const changes = {
          ...edit,
          ...(textHash === undefined ? {} : { text_hash: textHash }),
          ...(anchors === undefined ? {} : { anchors_json: toStoredJson(anchors) }),
        };
        const same = await findSame(trx, { ...row, ...changes });
        if (same !== null && same !== id) return 'taken' as const;
        await trx
          .updateTable('memories')
          .set({ ...changes, origin: 'user', changed_at: at, superseded_at: null, superseded_by: null })
          .where('id', '=', id)
          .execute();
        return readMemory(trx, id);
      }),

    async removeMemory(id, at) {
      const { numUpdatedRows } = await db
        .updateTable('memories')
        .set({ deleted_at: at })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    restoreMemory: (id) =>
      transaction(async (trx) => {
        await lockMemories(trx);
        const row = await trx
          .selectFrom('memories')
          .selectAll()
          .where('id', '=', id)
          .where('deleted_at', 'is not', null)
          .executeTakeFirst();
        if (!row) return null;
        if (row.superseded_at === null && (await findSame(trx, row)) !== null) return 'taken' as const;
        await trx.updateTable('memories').set({ deleted_at: null }).where('id', '=', id).execute();
        return readMemory(trx, id);
      }),

    async listMemories({ projects, state, offset, limit }) {
      let select = alive(db.selectFrom('memories').selectAll());
      if (projects !== undefined)
        select = select.where((eb) =>
          eb.or([
            eb('project', 'is', null),
            ...(projects.length === 0 ? [] : [eb('project', 'in', projects)]),
          ]),
        );
      if (state !== 'all')
        select = select.where('superseded_at', state === 'current' ? 'is' : 'is not', null);
      const rows = await select
        .orderBy('changed_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      return rows.map(toMemory);
    },

    async purgeMemories(before) {
      await db.deleteFrom('memories').where('deleted_at', '<', before).execute();
    },

    async listFolders(project) {
      const rows = await db
        .selectFrom('project_identities')
        .select('identity')
        .where('project', '=', project)
        .where('identity', 'like', 'folder:%')
        .orderBy('created_at', 'desc')
        .limit(maxFolders)
        .execute();
      return rows.map(({ identity }) => identity.slice('folder:'.length));
    },
  };
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

async function findPlace(
  database: Database,
  trx: TablesTransaction,
  { kind, id }: NonNullable<Parameters<MemoryStore['saveMemory']>[0]['source']>,
): Promise<Place | null> {
  const find = () =>
    sql<{ session_id: NonNullable<Place['session_id']> }>`
      select session_id from ${sql.table(recordTables[kind])} where id = ${id}
    `.execute(trx);
  const sessionId = (await find()).rows[0]?.session_id;
  if (sessionId === undefined) return null;
  const session = await lockSession(database, trx, sessionId);
  if (!session || (await find()).rows.length === 0) return null;
  return { session_id: sessionId, source_kind: kind, source_id: id };
}

/** Not removed. */
function alive<O>(query: SelectQueryBuilder<Tables, 'memories', O>) {
  return query.where('deleted_at', 'is', null);
}

function inProject<O>(query: SelectQueryBuilder<Tables, 'memories', O>, project: string | null) {
  return project === null ? query.where('project', 'is', null) : query.where('project', '=', project);
}

/** One that holds and says the same. */
async function findSame(
  trx: TablesTransaction,
  { project, text_hash }: Pick<MemoryRow, 'project' | 'text_hash'>,
): Promise<MemoryId | null> {
  const row = await inProject(alive(trx.selectFrom('memories').select('id')), project)
    .where('superseded_at', 'is', null)
    .where('text_hash', '=', text_hash)
    .executeTakeFirst();
  return row?.id ?? null;
}

type Standing = Pick<MemoryRow, 'id' | 'text' | 'changed_at'>;

/** What holds in each project, read once for a transaction. */
function createStanding(trx: TablesTransaction) {
  const known = new Map<string | null, Standing[]>();
  return {
    async of(project: string | null): Promise<Standing[]> {
      const read =
        known.get(project) ??
        (await inProject(alive(trx.selectFrom('memories').select(['id', 'text', 'changed_at'])), project)
          .where('superseded_at', 'is', null)
          .orderBy('changed_at', 'desc')
          .limit(maxCompared)
          .execute());
      known.set(project, read);
      return read;
    },
    async supersede(
      ids: readonly MemoryId[],
      project: string | null,
      by: { id: MemoryId | null; at: number },
    ) {
      if (ids.length === 0) return;
      await trx
        .updateTable('memories')
        .set({ superseded_at: by.at, superseded_by: by.id })
        .where('id', 'in', ids)
        .execute();
      known.set(
        project,
        (known.get(project) ?? []).filter(({ id }) => !ids.includes(id)),
      );
    },
    add: (project: string | null, memory: Standing) => void known.get(project)?.push(memory),
  };
}

type StandingMemories = ReturnType<typeof createStanding>;

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
    if ((await add(trx, { row, at, standing })).isNew) added += 1;
  }
  return added;
}

/** The new row comes first: whoever deletes its session waits here, and for nothing else. */
async function add(
  trx: TablesTransaction,
  { row, at, standing }: { row: NewRow; at: number; standing: StandingMemories },
): Promise<{ id: MemoryId; isNew: boolean }> {
  const same = await findSame(trx, row);
  if (same !== null) return { id: same, isNew: false };
  const contradicted = findContradicted(row.text, await standing.of(row.project));
  // What was imported may be older than what holds.
  const newer = contradicted.find(({ changed_at }) => changed_at > at);
  const { id } = await trx
    .insertInto('memories')
    .values({
      ...row,
      created_at: at,
      changed_at: at,
      superseded_at: newer?.changed_at ?? null,
      superseded_by: newer?.id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (newer !== undefined) return { id, isNew: true };
  const ids = contradicted.map((memory) => memory.id);
  await standing.supersede(ids, row.project, { id, at });
  standing.add(row.project, { id, text: row.text, changed_at: at });
  return { id, isNew: true };
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

async function readMemory(trx: TablesTransaction, id: MemoryId): Promise<Memory> {
  const row = await trx.selectFrom('memories').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return toMemory(row);
}

function toMemory(row: MemoryRow): Memory {
  const { session_id, source_kind, source_id } = row;
  const hasSource = session_id !== null && source_kind !== null && source_id !== null;
  return {
    id: row.id,
    project: row.project,
    kind: row.kind,
    text: row.text,
    origin: row.origin,
    source: hasSource ? { kind: source_kind, id: source_id, sessionDbId: session_id } : null,
    anchors: memoryAnchorSchema.array().parse(JSON.parse(row.anchors_json)),
    createdAt: row.created_at,
    changedAt: row.changed_at,
    supersededAt: row.superseded_at,
    supersededBy: row.superseded_by,
  };
}
