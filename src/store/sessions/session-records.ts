import { createHash } from 'node:crypto';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { BeforeRepair } from '#schema/runs/check-wire.ts';
import {
  type ObservationId,
  type PromptId,
  presentFields,
  type RecordKind,
  type RecordOf,
  recordKinds,
  type SessionSummary,
  type SessionSummaryId,
} from '#schema/sessions/session.ts';
import type {
  ListRecords,
  RecordFilter,
  RecordOrder,
  SessionCard,
  SessionStore,
} from '#sources/session/ports.ts';
import type { Database } from '#store/database.ts';
import { findByRank, findByTime } from '#store/record-search/search-records.ts';
import type { Tables } from '#store/tables.ts';
import { readCards } from './session-cards.ts';
import {
  selectCheckedSummaries,
  selectObservations,
  selectPrompts,
  toObservation,
  toPrompt,
  toSessionSummary,
} from './session-row.ts';
import { recordTables } from './session-tables.ts';

type Records = Pick<
  SessionStore,
  | 'getRecord'
  | 'readRecords'
  | 'readTurnPrompts'
  | 'listRecords'
  | 'listCards'
  | 'searchRecords'
  | 'rankRecords'
  | 'readCards'
>;

export function createSessionRecords(database: Database): Records {
  const { db } = database;
  return {
    async getRecord(kind, id) {
      const [record] = await readRecords(db, kind, [id]);
      return record ?? null;
    },

    readRecords: (kind, ids) => readRecords(db, kind, ids),

    async readTurnPrompts(turns) {
      if (turns.length === 0) return [];
      const rows = await selectPrompts(db)
        .where((eb) =>
          eb.or(
            turns.map(({ sessionId, promptNumber }) =>
              eb.and([
                eb('prompts.session_id', '=', sessionId),
                eb('prompts.prompt_number', '=', promptNumber),
              ]),
            ),
          ),
        )
        .execute();
      return rows.map(toPrompt);
    },

    async listRecords(kind, query) {
      return readRecords(db, kind, await listIds(db, kind, query));
    },

    async listCards(kind, query) {
      const ids = await listIds(db, kind, query);
      return inOrder(await readCards(database, kind, ids), ids);
    },

    searchRecords: (search) => findByTime(database, search),
    rankRecords: (search) => findByRank(database, search),

    async readCards(places) {
      const cards: Record<RecordKind, Map<number, SessionCard>> = {
        prompt: new Map(),
        observation: new Map(),
        summary: new Map(),
      };
      for (const kind of recordKinds) {
        const ids = places.filter((place) => place.kind === kind).map(({ id }) => id);
        for (const card of await readCards(database, kind, ids)) cards[kind].set(card.id, card);
      }
      return places.flatMap(({ kind, id }) => cards[kind].get(id) ?? []);
    },
  };
}

interface Placed {
  id: number;
  at: number;
}

/** Lists the numbers first, which an index provides alone, so that distant pages do not read texts on the way. */
async function listIds(
  db: Kysely<Tables>,
  kind: RecordKind,
  { projects, offset, limit, ...query }: ListRecords,
): Promise<number[]> {
  if (projects === undefined || projects.length === 1) {
    const found = await select(db, kind, { ...query, project: projects?.[0], offset, limit });
    return found.map(({ id }) => id);
  }
  // Each project is a separate range of an index. In one query, all of them would have to be sorted.
  const lists = await Promise.all(
    [...new Set(projects)].map((project) =>
      select(db, kind, { ...query, project, offset: 0, limit: offset + limit }),
    ),
  );
  const found = lists.flat().sort(byPlace(query.order));
  return found.slice(offset, offset + limit).map(({ id }) => id);
}

async function select(
  db: Kysely<Tables>,
  kind: RecordKind,
  query: Omit<ListRecords, 'projects'> & { project: string | undefined },
): Promise<Placed[]> {
  const direction = query.order === 'newest' ? sql`desc` : sql`asc`;
  const { rows } = await sql<Placed>`
    select id, created_at as at from ${sql.table(recordTables[kind])}
    where ${sql.join(conditionsOf(query), sql` and `)}
    order by created_at ${direction}, id ${direction}
    limit ${query.limit} offset ${query.offset}
  `.execute(db);
  return rows;
}

function conditionsOf({
  sessionId,
  project,
  from,
  to,
  fromPrompt,
}: Omit<RecordFilter, 'projects'> & { project: string | undefined }): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = [sql`true`];
  if (sessionId !== undefined) conditions.push(sql`session_id = ${sessionId}`);
  if (project !== undefined) conditions.push(sql`project = ${project}`);
  if (from !== undefined) conditions.push(sql`created_at >= ${from}`);
  if (to !== undefined) conditions.push(sql`created_at <= ${to}`);
  if (fromPrompt !== undefined) conditions.push(sql`prompt_number >= ${fromPrompt}`);
  return conditions;
}

function byPlace(order: RecordOrder): (one: Placed, other: Placed) => number {
  const sign = order === 'oldest' ? 1 : -1;
  return (one, other) => sign * (one.at - other.at || one.id - other.id);
}

const readers: { [K in RecordKind]: (db: Kysely<Tables>, ids: readonly number[]) => Promise<RecordOf[K][]> } =
  {
    prompt: async (db, ids) =>
      (
        await selectPrompts(db)
          .where('prompts.id', 'in', ids as PromptId[])
          .execute()
      ).map(toPrompt),
    observation: async (db, ids) =>
      (
        await selectObservations(db)
          .where('observations.id', 'in', ids as ObservationId[])
          .execute()
      ).map(toObservation),
    summary: async (db, ids) => {
      const rows = await selectCheckedSummaries(db)
        .where('session_summaries.id', 'in', ids as SessionSummaryId[])
        .execute();
      return addBefore(db, rows.map(toSessionSummary));
    },
  };

async function readRecords<K extends RecordKind>(
  db: Kysely<Tables>,
  kind: K,
  ids: readonly number[],
): Promise<RecordOf[K][]> {
  return ids.length === 0 ? [] : inOrder(await readers[kind](db, ids), ids);
}

/** Leaves out records that were removed since they were found. */
function inOrder<T extends { id: number }>(found: T[], ids: readonly number[]): T[] {
  const byId = new Map(found.map((one) => [one.id, one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Adds to each corrected summary the text that it had before its correction. */
async function addBefore(
  db: Kysely<Tables>,
  summaries: readonly SessionSummary[],
): Promise<SessionSummary[]> {
  const ids = summaries.map(({ id }) => id);
  const repairs = ids.length === 0 ? [] : await readRepairs(db, ids);
  return summaries.map((summary) => {
    const own = repairs.filter(({ session_summary_id }) => session_summary_id === summary.id);
    if (own.length === 0) return summary;
    const hash = createHash('sha256').update(presentFields(summary)).digest('hex');
    const newest = own.find(({ new_text_hash }) => new_text_hash === hash);
    return newest === undefined ? summary : { ...summary, before: toBefore(newest) };
  });
}

/** Reads the repairs, newest first. */
function readRepairs(db: Kysely<Tables>, ids: readonly SessionSummaryId[]) {
  return db
    .selectFrom('repairs')
    .select(['session_summary_id', 'run_id', 'new_text_hash', 'text', 'provider', 'model', 'created_at'])
    .where('session_summary_id', 'in', ids)
    .orderBy('created_at', 'desc')
    .orderBy('run_id', 'desc')
    .execute();
}

function toBefore({
  run_id,
  text,
  provider,
  model,
  created_at,
}: Awaited<ReturnType<typeof readRepairs>>[number]): BeforeRepair {
  return { runId: run_id, text, provider, model, at: created_at };
}
