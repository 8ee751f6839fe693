import { type RecordKind, recordKinds } from '#schema/sessions/session.ts';
import type { SearchSessionsQuery, SessionHit, SessionHitPage } from '#schema/sessions/sessions-wire.ts';
import { byTime, type Card, refOf, toHit } from '#sources/session/records/describe-card.ts';
import { parseSearch, type SearchTerm } from '#text/search-terms.ts';
import { parseTagSearch } from '#text/tags/tag-search.ts';
import type { RecordFilter, SessionPorts } from './ports.ts';
import { rankCards, type TermWeight, weighTerm } from './rank-cards.ts';
import { readDate } from './read-date.ts';

type Ports = Pick<SessionPorts, 'store' | 'searchLibrary' | 'clock'>;

/** How many of each kind are ranked; if there are more, the newest. */
const maxCandidates = 200;
const perTerm = 100;
const maxLooseTerms = 6;
/** Counting stops here: a term that this many texts contain says almost nothing. */
const maxCounted = 1000;

const kindsOf: Record<NonNullable<SearchSessionsQuery['type']>, readonly RecordKind[]> = {
  observations: ['observation'],
  sessions: ['summary'],
  prompts: ['prompt'],
  all: recordKinds,
};

export async function searchSessions(ports: Ports, query: SearchSessionsQuery): Promise<SessionHitPage> {
  const { tags, text } = parseTagSearch(query.type === 'all' ? query.query : '');
  const byTag = tags.length > 0;
  const { terms } = parseSearch(byTag ? text : query.query);
  const hits = byTag ? await findByTag(ports, query, terms) : await findHits(ports, query, terms);
  const { offset, limit } = query;
  const items = hits.slice(offset, offset + limit);
  const ofKind = (kind: SessionHit['kind']) => items.filter((item) => item.kind === kind);
  return {
    query: query.query,
    terms: terms.map(({ text }) => text),
    items,
    hasMore: hits.length > offset + limit,
    offset,
    limit,
    observations: ofKind('observation'),
    sessions: ofKind('summary'),
    prompts: ofKind('prompt'),
  };
}

/** Only entries have tags. */
async function findByTag(
  ports: Ports,
  query: SearchSessionsQuery,
  terms: SearchTerm[],
): Promise<SessionHit[]> {
  const words = terms.map(({ text }) => text);
  const cards = await findInLibrary(ports, query, filterOf(query));
  const order = query.orderBy === 'date_asc' ? 'oldest' : 'newest';
  return cards.sort(byTime(order)).map((card) => toHit(card, { words, score: 0 }));
}

/** At least as many as the page needs, and one more when there are more. */
async function findHits(
  ports: Ports,
  query: SearchSessionsQuery,
  terms: SearchTerm[],
): Promise<SessionHit[]> {
  const { store } = ports;
  const kinds = query.type === undefined ? recordKinds : kindsOf[query.type];
  const filter = filterOf(query);
  const words = terms.map(({ text }) => text);
  // Without a searchable word, only an empty search lists everything.
  if (terms.length === 0 && query.query.trim() !== '') return [];
  if (terms.length === 0 || query.orderBy !== 'relevance') {
    const order = query.orderBy === 'date_asc' ? 'oldest' : 'newest';
    const limit = query.offset + query.limit + 1;
    const lists = await Promise.all(
      kinds.map((kind) =>
        terms.length === 0
          ? store.listCards(kind, { ...filter, order, offset: 0, limit })
          : store.searchCards(kind, { ...filter, terms, order, limit }),
      ),
    );
    const cards: Card[] = [...lists.flat(), ...(await findInLibrary(ports, query, filter))];
    return cards.sort(byTime(order)).map((card) => toHit(card, { words, score: 0 }));
  }
  const { cards, weights } = await findCandidates(ports, { kinds, filter, terms });
  const library = await findInLibrary(ports, query, filter);
  return rankCards<Card>([...cards, ...library], { weights, now: ports.clock.now() }).map(({ card, score }) =>
    toHit(card, { words, score }),
  );
}

interface Candidates {
  kinds: readonly RecordKind[];
  filter: RecordFilter;
  terms: SearchTerm[];
  /** Some of the terms are enough, even if there are texts with all of them. */
  isLoose?: boolean;
}

/** What to rank for the terms, and how informative each one is. */
export async function findCandidates(
  { store }: Pick<SessionPorts, 'store'>,
  search: Candidates,
): Promise<{ cards: Card[]; weights: TermWeight[] }> {
  const { kinds, filter, terms, isLoose = false } = search;
  const find = async (wanted: SearchTerm[], limit: number): Promise<Card[]> => {
    const order = 'newest';
    const found = await Promise.all(
      kinds.map((kind) => store.searchCards(kind, { ...filter, terms: wanted, order, limit })),
    );
    return found.flat();
  };
  const [first] = terms;
  if (first === undefined) return { cards: [], weights: [] };
  if (terms.length === 1)
    return { cards: await find(terms, maxCandidates), weights: [{ term: first, weight: 1 }] };

  const weights = await weighTerms({ store }, kinds, terms);
  const strict = isLoose ? [] : await find(terms, maxCandidates);
  if (strict.length > 0) return { cards: strict, weights };
  // No text has all of them: find texts with some, by the most informative terms.
  const telling = weights.toSorted((one, other) => other.weight - one.weight).slice(0, maxLooseTerms);
  const cards = new Map<string, Card>();
  for (const { term } of telling) {
    for (const card of await find([term], perTerm)) cards.set(refOf(card), card);
  }
  return { cards: [...cards.values()], weights };
}

async function weighTerms(
  { store }: Pick<SessionPorts, 'store'>,
  kinds: readonly RecordKind[],
  terms: SearchTerm[],
): Promise<TermWeight[]> {
  const count = async (term: SearchTerm | null): Promise<number> => {
    const counts = await Promise.all(
      kinds.map((kind) => store.countCards(kind, { term, atMost: maxCounted })),
    );
    return counts.reduce((sum, one) => sum + one, 0);
  };
  const total = await count(null);
  return Promise.all(
    terms.map(async (term) => ({ term, weight: weighTerm({ found: await count(term), total }) })),
  );
}

async function findInLibrary(
  { searchLibrary }: Pick<SessionPorts, 'searchLibrary'>,
  query: SearchSessionsQuery,
  { from = 0, to = Number.POSITIVE_INFINITY }: RecordFilter,
): Promise<Card[]> {
  // What was read or discussed belongs to no project.
  if (query.type !== 'all' || query.project !== undefined || query.query.trim() === '') return [];
  const found = await searchLibrary({ text: query.query, limit: maxCandidates });
  return found.filter(({ createdAt }) => createdAt >= from && createdAt <= to);
}

function filterOf({ project, dateStart, dateEnd }: SearchSessionsQuery): RecordFilter {
  return {
    projects: project === undefined ? undefined : [project],
    from: dateStart === undefined ? undefined : readDate(dateStart, 'start'),
    to: dateEnd === undefined ? undefined : readDate(dateEnd, 'end'),
  };
}
