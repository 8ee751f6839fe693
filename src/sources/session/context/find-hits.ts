import type { RecordKind, SessionId } from '#schema/sessions/session.ts';
import type { SessionCard, SessionPorts } from '#sources/session/ports.ts';
import { keywordsOf } from '#text/article/article-passages.ts';
import { readTopic } from '#text/questions/read-question.ts';
import { findLevel, levelTerms, type TermWeight } from '#text/search-levels.ts';
import type { SearchTerm } from '#text/search-terms.ts';
import {
  type Candidate,
  findEnded,
  type HitSession,
  type Matched,
  readSession,
  textOf,
} from './hit-lines.ts';
import { isAmendment } from './mark-superseded.ts';

type Ports = Pick<SessionPorts, 'store' | 'memories' | 'clock'>;

export interface Topic {
  about: string;
  projects: string[] | undefined;
  exceptSessionId?: SessionId | undefined;
  kinds: readonly RecordKind[];
  /** Chooses the sessions that are worth reading. */
  choose?(sessions: readonly Matched[]): readonly Matched[];
}

const maxRecords = 60;
const maxSessions = 8;
/** Sessions whose subject is followed, and later ones that are read for each. */
const mostFollowed = 1;
const maxLater = 20;
const maxKeywords = 8;
/** Each term is looked up at each of its levels, and a prompt says early what it is about. */
const maxTerms = 12;

/**
 * Finds what earlier sessions say about a topic, best session first. The best of them also bring what was said about
 * their subject later, in whatever words.
 */
export async function findHits(ports: Ports, topic: Topic): Promise<HitSession[]> {
  const terms = readTopic(topic.about).slice(0, maxTerms);
  const { choose = (sessions) => sessions } = topic;
  const candidates = await findCandidates(ports, { ...topic, terms, limit: maxRecords });
  const chosen = new Set<Matched>(choose(candidates.slice(0, maxSessions)));
  if (chosen.size === 0) return [];
  const isEnded = await findEnded(ports, topic.projects);
  const read = (some: readonly Candidate[]) =>
    Promise.all(some.map((one) => readSession(ports, one, isEnded)));
  const sessions = await read(candidates.filter((one) => chosen.has(one)));
  const known = new Set(sessions.map(({ id }) => id));
  for (const session of sessions.slice(0, mostFollowed)) {
    const followed = {
      ...topic,
      terms: readTopic(keywordsOf(textOf(session)).slice(0, maxKeywords).join(' ')),
      from: session.at + 1,
      limit: maxLater,
    };
    const later = (await findCandidates(ports, followed)).filter(({ id }) => !known.has(id));
    for (const one of await read(later.slice(0, mostFollowed))) {
      if (!isAmendment(session, one)) continue;
      known.add(one.id);
      sessions.push({ ...one, weight: session.weight });
    }
  }
  return sessions.filter(({ lines }) => lines.length > 0);
}

interface Search extends Pick<Topic, 'projects' | 'exceptSessionId' | 'kinds'> {
  terms: SearchTerm[];
  from?: number;
  limit: number;
}

async function findCandidates({ store, clock }: Ports, search: Search): Promise<Candidate[]> {
  if (search.terms.length === 0) return [];
  const { projects, exceptSessionId, kinds, terms, from, limit } = search;
  const { records, weights } = await store.rankRecords({
    kinds,
    projects,
    exceptSessionId,
    terms,
    from,
    question: { times: [] },
    now: clock.now(),
    limit,
  });
  const cards = await store.readCards(records);
  return [...Map.groupBy(cards, ({ sessionId }) => sessionId)].map(([id, found]) =>
    matchSession(id, found, weights),
  );
}

function matchSession(id: SessionId, found: SessionCard[], weights: readonly TermWeight[]): Candidate {
  const texts = found.map(({ title, text }) => ` ${levelTerms({ title, text })} `);
  const matched = weights.filter(({ term }) => texts.some((text) => findLevel(text, term) >= 0));
  const sum = (of: readonly TermWeight[]) => of.reduce((total, { weight }) => total + weight, 0);
  const weight = sum(matched);
  return { id, found, matched, weight, share: weight / sum(weights), terms: matched.length };
}
