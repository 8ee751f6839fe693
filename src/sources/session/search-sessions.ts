import type { SearchMeaning } from '#schema/sessions/meaning-wire.ts';
import { type RecordKind, recordKinds } from '#schema/sessions/session.ts';
import type { SearchSessionsQuery, SessionHit, SessionHitPage } from '#schema/sessions/sessions-wire.ts';
import { readQuestion } from '#text/questions/read-question.ts';
import { levelTerms, relevanceOf, scoreAt, type TermWeight } from '#text/search-levels.ts';
import { parseSearch, type SearchTerm } from '#text/search-terms.ts';
import { parseTagSearch, type TagSearch } from '#text/tags/tag-name.ts';
import type { RecordFilter, RecordOrder, RecordPlace, SearchByMeaning, SessionPorts } from './ports.ts';
import { readTimes } from './read-times.ts';
import { byTime, type Card, formatRef, refOf, toHit } from './records/record-card.ts';

type Ports = Pick<SessionPorts, 'store' | 'searchLibrary' | 'clock'> & {
  /** Null to search by words only. */
  searchMeaning: SearchByMeaning | null;
};

/** Maximum number of library items that are ranked with the records. */
const maxFromLibrary = 200;
/** Hits by words that are ranked with those by meaning. It is the same on every page, so that no hit appears twice. */
const fusedHits = 100;

const untagged: Pick<TagSearch, 'tags' | 'text'> = { tags: [], text: '' };

const kindsOf: Record<NonNullable<SearchSessionsQuery['type']>, readonly RecordKind[]> = {
  observations: ['observation'],
  sessions: ['summary'],
  prompts: ['prompt'],
  all: recordKinds,
};

export async function searchSessions(ports: Ports, query: SearchSessionsQuery): Promise<SessionHitPage> {
  const { tags, text } = query.type === 'all' ? parseTagSearch(query.query) : untagged;
  const byTag = tags.length > 0;
  const asked = byTag ? null : readQuestion(query.query);
  const terms = asked ?? parseSearch(byTag ? text : query.query).terms;
  const { found, unindexed, meaning } = byTag
    ? await findByTag(ports, query)
    : await findHits(ports, query, { terms, isQuestion: asked !== null });
  const { offset, limit } = query;
  const words = terms.map((term) => term.text);
  const page = found.slice(offset, offset + limit);
  const items = (await readPage(ports, page)).map(({ card, score }) => toHit(card, { words, score }));
  const ofKind = (kind: SessionHit['kind']) => items.filter((item) => item.kind === kind);
  return {
    query: query.query,
    terms: words,
    items,
    hasMore: found.length > offset + limit,
    offset,
    limit,
    observations: ofKind('observation'),
    sessions: ofKind('summary'),
    prompts: ofKind('prompt'),
    unindexed,
    meaning,
  };
}

/** A card, or the place of a record whose card is read only for its page. */
type Found = { card: Card; score: number } | { record: RecordPlace; score: number };

interface Search {
  found: Found[];
  unindexed: number;
  meaning: SearchMeaning;
}

async function readPage({ store }: Ports, page: Found[]): Promise<{ card: Card; score: number }[]> {
  const records = page.flatMap((found) => ('record' in found ? [found.record] : []));
  const cards = await store.readCards(records);
  let next = 0;
  return page.flatMap((found) => {
    if ('card' in found) return [found];
    const { record, score } = found;
    const card = cards[next];
    // The record was deleted in the meantime.
    if (card === undefined || card.id !== record.id || card.kind !== record.kind) return [];
    next += 1;
    return [{ card, score }];
  });
}

/** Searches the library only, because only entries have tags. */
async function findByTag(ports: Ports, query: SearchSessionsQuery): Promise<Search> {
  const cards = await findInLibrary(ports, query, filterOf(query));
  return { found: cards.sort(byTime(orderOf(query))).map(unscored), unindexed: 0, meaning: 'off' };
}

/** Returns at least as many hits as the page needs, and one more if there are more. */
async function findHits(
  ports: Ports,
  query: SearchSessionsQuery,
  { terms, isQuestion }: { terms: SearchTerm[]; isQuestion: boolean },
): Promise<Search> {
  const { store, clock, searchMeaning } = ports;
  const kinds = query.type === undefined ? recordKinds : kindsOf[query.type];
  const filter = filterOf(query);
  const limit = query.offset + query.limit + 1;
  // Without searchable words, only an empty search lists everything.
  if (terms.length === 0) {
    const found = query.query.trim() === '' ? await listNewest(ports, query) : [];
    return { found, unindexed: 0, meaning: 'off' };
  }
  const library = await findInLibrary(ports, query, filter);
  if (query.orderBy !== 'relevance') {
    const order = orderOf(query);
    const { records, unindexed } = await store.searchRecords({ ...filter, kinds, terms, order, limit });
    const found =
      library.length === 0
        ? records.map((record) => ({ record, score: 0 }))
        : [...(await store.readCards(records)), ...library].sort(byTime(order)).map(unscored);
    return { found, unindexed, meaning: 'off' };
  }
  const now = clock.now();
  const isByMeaning = query.by !== 'words' && (await searchMeaning?.isOn()) === true;
  const nearest = isByMeaning ? searchMeaning?.find({ ...filter, text: query.query, kinds }) : undefined;
  const question = isQuestion ? { times: readTimes(query.query, now) } : undefined;
  const atLeast = nearest === undefined ? limit : Math.max(limit, fusedHits);
  const ranking = { ...filter, kinds, terms, question, now, limit: atLeast };
  const { records, weights, unindexed } = await store.rankRecords(ranking);
  const found = [
    ...records.map((record) => ({ record, score: record.score, at: record.at })),
    ...library.map((card) => ({ card, score: scoreCard(card, { weights, now }), at: card.createdAt })),
  ];
  if (library.length > 0) found.sort((a, b) => b.score - a.score || b.at - a.at);
  const { meaning, records: near } = (await nearest) ?? { meaning: 'off' as const, records: [] };
  return { found: near.length === 0 ? found : fuse(found, near), unindexed, meaning };
}

function fuse(byWords: readonly Found[], near: readonly RecordPlace[]): Found[] {
  const byMeaning = near.map((record) => ({ record, score: 0 }));
  const fused = fuseRanks<Found>({ byWords: byWords.slice(0, fusedHits), byMeaning }, keyOf);
  const listed = new Set(fused.map(({ item }) => keyOf(item)));
  const rest = byWords.slice(fusedHits).filter((found) => !listed.has(keyOf(found)));
  return [
    ...fused.map(({ item, score }) => ({ ...item, score })),
    ...rest.map((found, at) => ({ ...found, score: scoreAfter(fusedHits + at) })),
  ];
}

function keyOf(found: Found): string {
  return 'card' in found ? refOf(found.card) : formatRef(found.record.kind, found.record.id);
}

function unscored(card: Card): Found {
  return { card, score: 0 };
}

async function listNewest({ store }: Ports, query: SearchSessionsQuery): Promise<Found[]> {
  const kinds = query.type === undefined ? recordKinds : kindsOf[query.type];
  const order = orderOf(query);
  const page = { ...filterOf(query), order, offset: 0, limit: query.offset + query.limit + 1 };
  const lists = await Promise.all(kinds.map((kind) => store.listCards(kind, page)));
  return lists.flat().sort(byTime(order)).map(unscored);
}

function orderOf({ orderBy }: SearchSessionsQuery): RecordOrder {
  return orderBy === 'date_asc' ? 'oldest' : 'newest';
}

async function findInLibrary(
  { searchLibrary }: Pick<SessionPorts, 'searchLibrary'>,
  query: SearchSessionsQuery,
  { from = 0, to = Number.POSITIVE_INFINITY }: RecordFilter,
): Promise<Card[]> {
  // Library items belong to no project.
  if (query.type !== 'all' || query.project !== undefined || query.query.trim() === '') return [];
  const found = await searchLibrary({ text: query.query, limit: maxFromLibrary });
  return found.filter(({ createdAt }) => createdAt >= from && createdAt <= to);
}

function filterOf({ project, dateStart, dateEnd }: SearchSessionsQuery): RecordFilter {
  return {
    projects: project === undefined ? undefined : [project],
    from: dateStart === undefined ? undefined : readDate(dateStart, 'start'),
    to: dateEnd === undefined ? undefined : readDate(dateEnd, 'end'),
  };
}

interface RankedCard {
  title: string;
  text: string;
  createdAt: number;
}

/** The score of a text outside the index of records, calculated as the index does. */
export function scoreCard(
  { title, text, createdAt }: RankedCard,
  { weights, now }: { weights: readonly TermWeight[]; now: number },
): number {
  return scoreAt(relevanceOf(` ${levelTerms({ title, text })} `, weights), { at: createdAt, now });
}

/** Chosen with searches by an embedding model (bench/results/retrieval.md). Low ranks count little. */
const smoothing = 4;
const meaningWeight = 0.4;

/**
 * Merges hits by words and by meaning by their reciprocal ranks. Words count more, because whoever types a name wants
 * the record with that name. Hits in both lists rise; hits by meaning alone come after the first hits by words.
 */
export function fuseRanks<T>(
  { byWords, byMeaning }: { byWords: readonly T[]; byMeaning: readonly T[] },
  keyOf: (item: T) => string,
): { item: T; score: number }[] {
  const fused = new Map(
    byWords.map((item, rank) => [keyOf(item), { item, score: scoreOfRank(rank) }] as const),
  );
  for (const [rank, item] of byMeaning.entries()) {
    const key = keyOf(item);
    const known = fused.get(key) ?? { item, score: 0 };
    fused.set(key, { ...known, score: known.score + meaningWeight * scoreOfRank(rank) });
  }
  return [...fused.values()].sort((one, other) => other.score - one.score);
}

/** The score of a hit by words after the merged ones, which is below all of theirs. */
export function scoreAfter(rank: number): number {
  return meaningWeight * scoreOfRank(rank);
}

function scoreOfRank(rank: number): number {
  return 1 / (smoothing + rank + 1);
}

const dayMs = 24 * 60 * 60 * 1000;

/** Milliseconds since 1970 of a day (UTC), time or number; with `end`, the last one of a day. NaN otherwise. */
export function readDate(text: string, edge: 'start' | 'end'): number {
  if (/^\d{9,16}$/.test(text)) return Number(text);
  // Other formats mean different days in different places, and some engines parse any number as a date.
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return Number.NaN;
  const at = Date.parse(text);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  return isDay && edge === 'end' ? at + dayMs - 1 : at;
}
