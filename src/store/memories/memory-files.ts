import { sql } from 'kysely';
import type { MemoryId, MemoryLine } from '#schema/sessions/memory.ts';
import type { ImportedMemory, MemoryStore } from '#sources/session/memories/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { lockSession } from '#store/sessions/session-row.ts';
import { recordTables } from '#store/sessions/session-tables.ts';
import { toStoredJson } from '#store/stored-text.ts';
import { addProposal } from './proposals.ts';
import { alive, findHeld, inProject, type MemoryRow, nowhere, type Place } from './standing-memories.ts';

type Exported = Pick<
  MemoryRow,
  | 'id'
  | 'project'
  | 'kind'
  | 'origin'
  | 'text'
  | 'created_at'
  | 'changed_at'
  | 'superseded_at'
  | 'source_kind'
> & {
  content_session_id: string | null;
  source_key: string | null;
  superseded_by: string | null;
};

/** The column that identifies a record of each kind within its session in an export. */
const keyColumns = { prompt: 'event_key', observation: 'event_key', summary: 'content_hash' } as const;

export function createMemoryFiles(
  database: Database,
): Pick<MemoryStore, 'exportMemories' | 'importMemories'> {
  const { db, transaction } = database;
  return {
    async exportMemories({ after, limit, project }) {
      const isIn =
        project === undefined
          ? sql`true`
          : sql`(m.project = ${project} or (m.project is null and s.project = ${project}))`;
      const { rows } = await sql<Exported>`
        select m.id, m.project, m.kind, m.origin, m.text, m.created_at, m.changed_at,
          case when m.asks is null or m.confirmed_at is not null then m.superseded_at end as superseded_at,
          m.source_kind, s.content_session_id,
          case m.source_kind
            when 'prompt' then (select p.event_key from prompts p where p.id = m.source_id)
            when 'observation' then (select o.event_key from observations o where o.id = m.source_id)
            when 'summary' then (select x.content_hash from session_summaries x where x.id = m.source_id)
          end as source_key,
          (select r.text from memories r where r.id = m.superseded_by and r.deleted_at is null) as superseded_by
        from memories m left join sessions s on s.id = m.session_id
        where m.deleted_at is null and m.id > ${after} and ${isIn}
          and m.about_id is null and m.dismissed_at is null
        order by m.id limit ${limit}`.execute(db);
      return rows.map((row) => ({ number: row.id, line: toLine(row) }));
    },
    importMemories: (memories) => transaction((trx) => importMemories(database, trx, memories)),
  };
}

function toLine(row: Exported): MemoryLine {
  const { source_kind: kind, source_key: key, content_session_id: contentSessionId } = row;
  return {
    type: 'memory',
    project: row.project,
    kind: row.kind,
    origin: row.origin,
    text: row.text,
    source:
      kind === null || key === null || contentSessionId === null ? null : { contentSessionId, kind, key },
    createdAt: row.created_at,
    changedAt: row.changed_at,
    supersededAt: row.superseded_at,
    supersededBy: row.superseded_by,
  };
}

async function importMemories(
  database: Database,
  trx: TablesTransaction,
  memories: readonly ImportedMemory[],
): Promise<{ added: number; known: number }> {
  const found: { memory: ImportedMemory; place: Place }[] = [];
  // All sessions are locked before the memories, in the order of their names, so that transactions do not deadlock.
  for (const memory of memories.toSorted(byName))
    found.push({ memory, place: await findPlace(database, trx, memory.source) });
  await database.lockMemories(trx);
  const links: { id: MemoryId; memory: ImportedMemory }[] = [];
  for (const { memory, place } of found) {
    const { project, kind, origin, text, textHash, anchors, createdAt, changedAt: at, asks } = memory;
    if (await isKnown(trx, memory)) continue;
    const said = { project, kind, origin, text, text_hash: textHash, anchors_json: toStoredJson(anchors) };
    const row = { ...said, ...place };
    if (memory.supersededAt === null) {
      if ((await findHeld(trx, row)) !== null) continue;
      const { id, isNew } = await addProposal(trx, { row: { ...row, asks, about_id: null }, at, createdAt });
      if (isNew) links.push({ id, memory });
      continue;
    }
    const { id } = await trx
      .insertInto('memories')
      .values({ ...row, created_at: createdAt, changed_at: at, superseded_at: memory.supersededAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    links.push({ id, memory });
  }
  for (const { id, memory } of links) await linkSuperseded(trx, id, memory);
  return { added: links.length, known: memories.length - links.length };
}

function byName({ source: one }: ImportedMemory, { source: other }: ImportedMemory): number {
  const [name = '', otherName = ''] = [one?.contentSessionId, other?.contentSessionId];
  if (name === otherName) return 0;
  return name < otherName ? -1 : 1;
}

/** Finds the record that the memory comes from, and locks its session. */
async function findPlace(
  database: Database,
  trx: TablesTransaction,
  source: ImportedMemory['source'],
): Promise<Place> {
  if (source === null) return nowhere;
  const { contentSessionId, kind, key } = source;
  const known = await trx
    .selectFrom('sessions')
    .select('id')
    .where('content_session_id', '=', contentSessionId)
    .executeTakeFirst();
  const session = known && (await lockSession(trx, known.id));
  if (!session) return nowhere;
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(recordTables[kind])}
    where session_id = ${session.id} and ${sql.ref(keyColumns[kind])} = ${key} order by id limit 1`.execute(
    trx,
  );
  const [record] = rows;
  return record === undefined ? nowhere : { session_id: session.id, source_kind: kind, source_id: record.id };
}

/** Whether the same statement with the same time exists here, even if it no longer holds. */
async function isKnown(
  trx: TablesTransaction,
  { project, textHash, createdAt }: ImportedMemory,
): Promise<boolean> {
  const row = await inProject(alive(trx.selectFrom('memories').select('id')), project)
    .where('text_hash', '=', textHash)
    .where('created_at', '=', createdAt)
    .executeTakeFirst();
  return row !== undefined;
}

async function linkSuperseded(trx: TablesTransaction, id: MemoryId, memory: ImportedMemory): Promise<void> {
  const { project, supersededAt, supersededByHash } = memory;
  if (supersededAt === null || supersededByHash === null) return;
  const by = await inProject(alive(trx.selectFrom('memories').select('id')), project)
    .where('text_hash', '=', supersededByHash)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (by === undefined) return;
  await trx.updateTable('memories').set({ superseded_by: by.id }).where('id', '=', id).execute();
}
