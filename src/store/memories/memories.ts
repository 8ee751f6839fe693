import { sql } from 'kysely';
import { type Memory, type MemoryId, memoryAnchorSchema } from '#schema/sessions/memory.ts';
import type { MemoryStore } from '#sources/session/memories/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { lockSession } from '#store/sessions/session-row.ts';
import { recordTables } from '#store/sessions/session-tables.ts';
import { toStoredJson } from '#store/stored-text.ts';
import { createMemoryFiles } from './memory-files.ts';
import { addRecognized } from './recognized-memories.ts';
import {
  addMemory,
  alive,
  createStanding,
  findSame,
  type MemoryRow,
  nowhere,
  type Place,
} from './standing-memories.ts';

const maxFolders = 5;

export function createMemories(database: Database): MemoryStore {
  const { db, transaction, lockMemories } = database;
  return {
    ...createMemoryFiles(database),
    addRecognized: (recognized) => transaction((trx) => addRecognized(database, trx, recognized)),

    saveMemory: ({ source, anchors, textHash, at, ...said }) =>
      transaction(async (trx) => {
        const place = source === null ? nowhere : await findPlace(database, trx, source);
        if (place === null) return null;
        await lockMemories(trx);
        const row = { ...said, ...place, text_hash: textHash, anchors_json: toStoredJson(anchors) };
        const { id } = await addMemory(trx, { row, at, standing: createStanding(trx) });
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
