import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type RecordKind, recordKinds, type SessionId } from '#schema/sessions/session.ts';
import type { FoundRecords, RankRecords, RecordRanking, SearchRecords } from '#sources/session/ports.ts';
import type { Database, OpenedDatabase } from '#store/database.ts';
import { readByIds } from '#store/sessions/session-cards.ts';
import { recordTables } from '#store/sessions/session-tables.ts';
import type { Tables } from '#store/tables.ts';
import { scorePool, type TimeSpan } from '#text/questions/score-pool.ts';
import { type TermWeight, topLevel } from '#text/search-levels.ts';
import {
  byScore,
  findBest,
  type RankedFound,
  type Ranking,
  type WeighedTerm,
  type Within,
  weighTerms,
} from './rank-records.ts';
import { type FoundRecord, type RecordIndex, recordKey } from './record-index.ts';

/**
 * The number of most informative terms that are looked up if not all are needed, and the number of records for each.
 */
const maxLooseTerms = { question: 8, words: 6 };
const perTerm = 60;

/** Finds records in the order of time. */
export async function findByTime(
  { db, recordIndex, recordQueue }: Database,
  search: SearchRecords,
): Promise<FoundRecords> {
  const within = withinOf(search);
  if (search.terms.length === 0 || within === null) return { records: [], unindexed: 0 };
  const unindexed = await recordQueue.catchUp();
  const { order, limit } = search;
  const { rows } = await recordIndex.reading(db, async (reading) => {
    const resolved = await recordIndex.resolve(reading, search.terms);
    const terms = resolved.map((term) => ({ ...term, lowest: 0, highest: topLevel }));
    return recordIndex.find(reading, { ...within, terms, order, limit, withTerms: false });
  });
  return { records: rows.map(({ kind, id, at }) => ({ kind, id, at })), unindexed };
}

/** Finds the best records first. */
export async function findByRank(database: Database, search: RankRecords): Promise<RecordRanking> {
  const { db, recordIndex, recordQueue } = database;
  const { terms, question, now, limit } = search;
  const within = withinOf(search);
  if (terms.length === 0 || within === null) return { records: [], weights: [], unindexed: 0 };
  const unindexed = await recordQueue.catchUp();
  return recordIndex.reading(db, async (reading) => {
    const resolved = await recordIndex.resolve(reading, terms);
    const weights = await weighTerms(reading, recordIndex, { terms: resolved, within });
    const ranking = { weights, within, now, limit };
    const strict = question === undefined ? await findBest(reading, recordIndex, ranking) : [];
    const isStrict = question === undefined && (strict.length > 0 || terms.length === 1);
    const found = isStrict
      ? strict
      : await findSome(database, reading, { ...ranking, times: question?.times ?? null });
    const records = found.map(({ kind, id, at, score }) => ({ kind, id, at, score }));
    return { records, weights: weights.map(withoutWords), unindexed };
  });
}

/**
 * Finds the best records with some of the terms, among the best for each of the most informative ones. `times` are
 * those of a question. It is null for words that are all meant.
 */
async function findSome(
  database: Database,
  db: Kysely<Tables>,
  { times, ...ranking }: Ranking & { times: readonly TimeSpan[] | null },
): Promise<RankedFound[]> {
  const { recordIndex: index } = database;
  const { weights, within, now, limit } = ranking;
  const found = new Map<string, FoundRecord>();
  const most = times === null ? maxLooseTerms.words : maxLooseTerms.question;
  for (const one of weights.toSorted(byWeight).slice(0, most)) {
    const best = { ...ranking, weights: [one], limit: perTerm, keepsTerms: true };
    for (const row of await findBest(db, index, best)) found.set(recordKey(row), row);
  }
  const standing = times === null ? [] : await findStanding(db, index, within);
  for (const row of standing) found.set(recordKey(row), row);
  const areStanding = new Set(standing.map(recordKey));
  const pool = (await withTurns(database, db, [...found.values()])).map((record) => ({
    ...record,
    isStanding: areStanding.has(recordKey(record)),
  }));
  const scores = scorePool(pool, { weights, times: times ?? [], now });
  return pool
    .map(({ kind, id, at, terms }, place) => ({ kind, id, at, terms, score: scores[place] ?? 0 }))
    .filter(({ score }) => score > 0)
    .sort(byScore)
    .slice(0, limit);
}

function withoutWords({ term: { text, prefix, stem }, weight }: WeighedTerm): TermWeight {
  return { term: { text, prefix, ...(stem === undefined ? {} : { stem }) }, weight };
}

function byWeight(one: TermWeight, other: TermWeight): number {
  return other.weight - one.weight;
}

/** Returns null when nothing can be found. */
function withinOf({
  kinds,
  projects,
  sessionId,
  exceptSessionId,
  from = 0,
  to = Number.POSITIVE_INFINITY,
}: Omit<SearchRecords, 'order' | 'limit' | 'terms'>): Within | null {
  if (projects?.length === 0 || kinds.length === 0) return null;
  const isAnyKind = kinds.length === recordKinds.length;
  return { kinds: isAnyKind ? undefined : kinds, projects, sessionId, exceptSessionId, from, to };
}

interface Turn {
  sessionId: SessionId;
  promptNumber: number;
}

interface Row {
  id: number;
  session_id: SessionId;
  prompt_number: number;
}

const selects: Record<RecordKind, ReturnType<typeof selectTurns>> = {
  prompt: selectTurns('prompt'),
  observation: selectTurns('observation'),
  summary: selectTurns('summary'),
};

/** Adds their turns to the records that still exist. */
async function withTurns<R extends FoundRecord>(
  database: Pick<OpenedDatabase, 'dialect'>,
  db: Kysely<Tables>,
  records: readonly R[],
): Promise<(R & Turn)[]> {
  const turns = new Map<string, Turn>();
  for (const [kind, own] of Map.groupBy(records, (record) => record.kind)) {
    const rows = await selects[kind](
      database,
      db,
      own.map(({ id }) => id),
    );
    for (const { id, session_id, prompt_number } of rows)
      turns.set(recordKey({ kind, id }), { sessionId: session_id, promptNumber: prompt_number });
  }
  return records.flatMap((record) => {
    const turn = turns.get(recordKey(record));
    return turn === undefined ? [] : [{ ...record, ...turn }];
  });
}

function selectTurns(kind: RecordKind) {
  return readByIds<Row>(`select id, session_id, prompt_number from ${recordTables[kind]}`);
}

/** The number of newest instructions that may hold for a question. */
const maxStanding = 40;

/** Finds the prompts that contain the newest instructions and preferences that still hold. */
async function findStanding(db: Kysely<Tables>, index: RecordIndex, within: Within): Promise<FoundRecord[]> {
  const { kinds, projects } = within;
  if (kinds?.includes('prompt') === false) return [];
  // Each project is a range of an index. In one query, all of them would have to be sorted.
  const sources: Source[] = [];
  for (const project of projects === undefined ? [undefined] : [null, ...projects]) {
    const { rows } = await selectSources(within, project).execute(db);
    sources.push(...rows);
  }
  const newest = sources.sort((one, other) => other.at - one.at || other.id - one.id).slice(0, maxStanding);
  return index.read(db, 'prompt', [...new Set(newest.map(({ id }) => id))]);
}

interface Source {
  id: number;
  at: number;
}

/** Selects the sources of the memories of a project, of all projects (null), or of any (undefined). */
export function selectSources(
  { projects, sessionId, exceptSessionId, from, to }: Within,
  project: string | null | undefined,
): RawBuilder<Source> {
  const conditions = [
    ...(project === undefined
      ? []
      : [project === null ? sql`m.project is null` : sql`m.project = ${project}`]),
    // A memory may have been moved to another project, and one of all projects comes from a single project.
    ...(projects === undefined ? [] : [sql`p.project in (${sql.join(projects)})`]),
    ...(sessionId === undefined ? [] : [sql`p.session_id = ${sessionId}`]),
    ...(exceptSessionId === undefined ? [] : [sql`p.session_id <> ${exceptSessionId}`]),
    ...(from > 0 ? [sql`p.created_at >= ${from}`] : []),
    ...(to < Number.MAX_SAFE_INTEGER ? [sql`p.created_at <= ${to}`] : []),
  ];
  // A cross join keeps SQLite from reading all prompts of the project first.
  return sql<Source>`
    select p.id as id, m.changed_at as at from memories as m cross join prompts as p
    where p.id = m.source_id and m.source_kind = 'prompt' and m.kind in ('instruction', 'preference')
      and ${sql.join([sql`m.deleted_at is null and m.superseded_at is null`, ...conditions], sql` and `)}
    order by m.changed_at desc, m.id desc limit ${maxStanding}
  `;
}
