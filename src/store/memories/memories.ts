import { type Kysely, sql } from 'kysely';
import { type Memory, type MemoryId, memoryAnchorSchema } from '#schema/sessions/memory.ts';
import type { MemoryFilter, MemoryStore } from '#sources/session/memories/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { lockSession } from '#store/sessions/session-row.ts';
import { recordTables } from '#store/sessions/session-tables.ts';
import { toStoredJson } from '#store/stored-text.ts';
import type { Tables } from '#store/tables.ts';
import { createMemoryFiles } from './memory-files.ts';
import { addProposal, confirmProposal, dismissProposal, undoMemory, waiting } from './proposals.ts';
import { addRecognized, createJudgedMemories } from './recognized-memories.ts';
import {
  addMemory,
  alive,
  createStanding,
  findHeld,
  findSame,
  type MemoryRow,
  nowhere,
  type Place,
} from './standing-memories.ts';

const maxFolders = 5;
/** More memories than these would not fit on one line. The list shows them all. */
const maxAnnounced = 100;

export function createMemories(database: Database): MemoryStore {
  const { db, transaction, lockMemories } = database;
  return {
    ...createMemoryFiles(database),
    ...createJudgedMemories(database),
    addRecognized: (recognized) => transaction((trx) => addRecognized(database, trx, recognized)),

    saveMemory: ({ source, anchors, textHash, at, asks, ...said }) =>
      transaction(async (trx) => {
        const place = source === null ? nowhere : await findPlace(database, trx, source);
        if (place === null) return null;
        await lockMemories(trx);
        const row = { ...said, ...place, text_hash: textHash, anchors_json: toStoredJson(anchors) };
        const held = asks === null ? null : await findHeld(trx, row);
        const { id } =
          held ??
          (asks === null
            ? await addMemory(trx, { row, at, standing: createStanding(trx) })
            : await addProposal(trx, { row: { ...row, asks, about_id: null }, at }));
        return readMemory(trx, id);
      }),

    editMemory: (id, { anchors, textHash, ...edit }, at) =>
      transaction(async (trx) => {
        await lockMemories(trx);
        const row = await alive(trx.selectFrom('memories').selectAll())
          .where('id', '=', id)
          .where('about_id', 'is', null)
          .executeTakeFirst();
        if (!row) return null;
        const changes = {
          ...edit,
          ...(textHash === undefined ? {} : { text_hash: textHash }),
          ...(anchors === undefined ? {} : { anchors_json: toStoredJson(anchors) }),
        };
        const same = await findSame(trx, { ...row, ...changes, origin: 'user' });
        if (same !== null && same !== id) return 'taken' as const;
        await trx
          .updateTable('memories')
          .set({
            ...changes,
            origin: 'user',
            changed_at: at,
            superseded_at: null,
            superseded_by: null,
            // A statement that a person writes needs no confirmation by another person.
            asks: null,
            confirmed_at: null,
            dismissed_at: null,
          })
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

    decideMemory: (id, decision, at) =>
      transaction(async (trx) => {
        await lockMemories(trx);
        const decide = decision === 'confirm' ? confirmProposal : dismissProposal;
        const outcome = await decide(trx, id, at);
        return outcome === 'done' ? readMemory(trx, id) : outcome === 'taken' ? outcome : null;
      }),

    undoMemory: (id, at) =>
      transaction(async (trx) => {
        await lockMemories(trx);
        const outcome = await undoMemory(trx, id, at);
        return outcome === 'done' ? readMemory(trx, id) : outcome;
      }),

    async takeUnannounced(project, at) {
      const find = (from: Kysely<Tables>) =>
        waiting(selectMemories(from))
          .where('announced_at', 'is', null)
          .where((eb) => eb.or([eb('project', '=', project), eb('project', 'is', null)]))
          .orderBy('id')
          .limit(maxAnnounced);
      // Nearly every prompt finds nothing, and such a prompt must not wait for a transaction.
      if ((await find(db).execute()).length === 0) return [];
      return transaction(async (trx) => {
        await lockMemories(trx);
        const rows = await find(trx).execute();
        const ids = rows.map(({ id }) => id);
        if (ids.length > 0)
          await trx.updateTable('memories').set({ announced_at: at }).where('id', 'in', ids).execute();
        return rows.map(toMemory);
      });
    },

    async takeUntold(project) {
      const untold = db
        .selectFrom('memories')
        .select('id')
        .where('untold_id', 'is not', null)
        .where('project', '=', project);
      // Nearly every call finds nothing, and such a call must not wait for a transaction.
      if ((await untold.limit(1).execute()).length === 0) return [];
      return transaction(async (trx) => {
        await lockMemories(trx);
        const rows = await trx
          .selectFrom('memories as m')
          .innerJoin('memories as other', 'other.id', 'm.untold_id')
          .select(['m.text', 'other.text as replaced'])
          .where('m.project', '=', project)
          // A superseded memory was undone or replaced meanwhile.
          .where('m.superseded_at', 'is', null)
          .where('m.deleted_at', 'is', null)
          .where('other.deleted_at', 'is', null)
          .orderBy('m.id')
          .execute();
        await trx
          .updateTable('memories')
          .set({ untold_id: null })
          .where('untold_id', 'is not', null)
          .where('project', '=', project)
          .execute();
        return rows;
      });
    },

    async listMemories({ projects, ids, state, offset, limit }) {
      let select = inState(db, state);
      if (ids !== undefined) select = select.where('id', 'in', ids);
      if (projects !== undefined)
        select = select.where((eb) =>
          eb.or([
            eb('project', 'is', null),
            ...(projects.length === 0 ? [] : [eb('project', 'in', projects)]),
          ]),
        );
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
  const session = await lockSession(trx, sessionId);
  if (!session || (await find()).rows.length === 0) return null;
  return { session_id: sessionId, source_kind: kind, source_id: id };
}

/** Selects memories with the text of the memory that each proposal is about. */
function selectMemories(db: Kysely<Tables>) {
  return alive(
    db
      .selectFrom('memories')
      .selectAll()
      .select((eb) =>
        eb
          .selectFrom('memories as other')
          .select('other.text')
          .whereRef('other.id', '=', 'memories.about_id')
          .as('about'),
      ),
  );
}

function inState(db: Kysely<Tables>, state: MemoryFilter['state']) {
  const select = selectMemories(db);
  if (state === 'current') return select.where('superseded_at', 'is', null);
  if (state === 'proposed') return waiting(select);
  if (state === 'dismissed') return select.where('dismissed_at', 'is not', null);
  const memories = select
    .where('about_id', 'is', null)
    .where((eb) => eb.or([eb('asks', 'is', null), eb('confirmed_at', 'is not', null)]));
  return state === 'superseded' ? memories.where('superseded_at', 'is not', null) : memories;
}

async function readMemory(trx: TablesTransaction, id: MemoryId): Promise<Memory> {
  return toMemory(await selectMemories(trx).where('id', '=', id).executeTakeFirstOrThrow());
}

function toMemory(row: MemoryRow & { about: string | null }): Memory {
  const { session_id, source_kind, source_id, asks, confirmed_at, dismissed_at } = row;
  const hasSource = session_id !== null && source_kind !== null && source_id !== null;
  const isMemory = row.about_id === null && (asks === null || confirmed_at !== null);
  const decision = confirmed_at !== null ? 'confirmed' : dismissed_at !== null ? 'dismissed' : null;
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
    supersededAt: isMemory ? row.superseded_at : null,
    supersededBy: row.superseded_by,
    proposal: asks === null || asks === 'unjudged' ? null : { asks, about: row.about, decision },
  };
}
