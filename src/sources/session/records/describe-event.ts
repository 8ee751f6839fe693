import type { Observation, Prompt, Session, SessionEvent, SessionSummary } from '#schema/sessions/session.ts';
import type { SessionNews } from '#schema/sessions/session-news.ts';
import type { SessionPorts } from '#sources/session/ports.ts';
import { cutCharacters } from '#text/sentences/cut-text.ts';

/** Maximum length of tool input and output in a stream, which shows that something happened, not all of it. */
const shownCharacters = 500;
/** Longer records are not handed over, because a cut string keeps the whole in memory until slow readers take it. */
const keptCharacters = 4000;

export type EventRecord = Prompt | Observation | SessionSummary;

export interface Descriptions {
  /** An event with its subject, or null if that was already deleted. All subscribers share one query. */
  describe(event: SessionEvent): Promise<SessionNews | null>;
  /** Takes what this process has just written, so that its own subscribers need no query. */
  hand(event: SessionEvent, session: Session, record?: EventRecord): void;
}

export function createDescriptions(ports: Pick<SessionPorts, 'store'>): Descriptions {
  const described = new WeakMap<SessionEvent, Promise<SessionNews | null>>();
  return {
    describe(event) {
      const known = described.get(event) ?? describeEvent(ports, event);
      described.set(event, known);
      return known;
    },
    hand(event, session, record) {
      if (record === undefined || isShort(record))
        described.set(event, Promise.resolve(toNews(event, session, record ?? null)));
    },
  };
}

async function describeEvent(
  { store }: Pick<SessionPorts, 'store'>,
  event: SessionEvent,
): Promise<SessionNews | null> {
  if (event.type === 'sessions_imported') return event;
  const session = await store.getSession(event.sessionDbId);
  if (session === null) return null;
  return toNews(event, session, 'id' in event ? await store.getRecord(kindOf(event), event.id) : null);
}

function kindOf({ type }: Extract<SessionEvent, { id: number }>) {
  if (type === 'new_prompt') return 'prompt';
  return type === 'new_observation' ? 'observation' : 'summary';
}

function toNews(event: SessionEvent, session: Session, record: EventRecord | null): SessionNews | null {
  const { type } = event;
  if (type === 'sessions_imported') return event;
  if (type === 'session_started' || type === 'session_completed') return { type, session };
  if (record === null) return null;
  if (type === 'new_prompt') return { type, session, prompt: record as Prompt };
  if (type === 'new_observation') return { type, session, observation: shorten(record as Observation) };
  return { type, session, summary: record as SessionSummary };
}

function isShort(record: EventRecord): boolean {
  let characters = 0;
  for (const value of Object.values(record)) if (typeof value === 'string') characters += value.length;
  return characters <= keptCharacters;
}

function shorten(observation: Observation): Observation {
  return {
    ...observation,
    toolInput: cutCharacters(observation.toolInput, shownCharacters),
    toolResponse: cutCharacters(observation.toolResponse, shownCharacters),
  };
}
