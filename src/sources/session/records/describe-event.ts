import type { Observation, SessionEvent } from '#schema/sessions/session.ts';
import type { SessionNews } from '#schema/sessions/session-news.ts';
import type { SessionPorts } from '#sources/session/ports.ts';
import { cutCharacters } from '#text/sentences/cut-characters.ts';

/** Maximum length of tool input and output: a stream shows that something happened, not all of it. */
const shownCharacters = 500;

/** An event with its subject; null if that was already deleted. All subscribers share one query. */
export function shareDescriptions(
  ports: Pick<SessionPorts, 'store'>,
): (event: SessionEvent) => Promise<SessionNews | null> {
  const described = new WeakMap<SessionEvent, Promise<SessionNews | null>>();
  return (event) => {
    const known = described.get(event) ?? describeEvent(ports, event);
    described.set(event, known);
    return known;
  };
}

async function describeEvent(
  { store }: Pick<SessionPorts, 'store'>,
  event: SessionEvent,
): Promise<SessionNews | null> {
  if (event.type === 'sessions_imported') return event;
  const session = await store.getSession(event.sessionDbId);
  if (session === null) return null;
  if (event.type === 'new_prompt') {
    const prompt = await store.getRecord('prompt', event.id);
    return prompt && { type: event.type, session, prompt };
  }
  if (event.type === 'new_observation') {
    const observation = await store.getRecord('observation', event.id);
    return observation && { type: event.type, session, observation: shorten(observation) };
  }
  if (event.type === 'new_summary' || event.type === 'summary_changed') {
    const summary = await store.getRecord('summary', event.id);
    return summary && { type: event.type, session, summary };
  }
  return { type: event.type, session };
}

function shorten(observation: Observation): Observation {
  return {
    ...observation,
    toolInput: cutCharacters(observation.toolInput, shownCharacters),
    toolResponse: cutCharacters(observation.toolResponse, shownCharacters),
  };
}
