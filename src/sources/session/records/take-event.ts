import { AppError } from '#schema/app-error.ts';
import type { Session, SessionEvent } from '#schema/sessions/session.ts';
import type { SessionPorts } from '#sources/session/ports.ts';
import type { Exclusions } from '#sources/session/projects/exclusions.ts';
import { stripText } from './clean-text.ts';
import type { Descriptions, EventRecord } from './describe-event.ts';
import type { HiddenTexts } from './hidden-texts.ts';

/** The name of a session as it came: names are not rewritten, so one that would have to be is refused. */
export function requireKey(contentSessionId: string): string {
  if (stripText(contentSessionId).text === contentSessionId) return contentSessionId;
  throw new AppError('invalid_input', 'Invalid contentSessionId: contains a private part');
}

/** Identifies a repeated event; an event without a name is always new. */
export function eventKeyOf(
  { hash, newId }: Pick<SessionPorts, 'hash' | 'newId'>,
  eventId?: string | null,
): string {
  return hash(eventId ?? newId());
}

/** The key of the prompt that an event names, if any. */
export function promptKeyOf(
  { hash }: Pick<SessionPorts, 'hash'>,
  promptEventId?: string | null,
): string | null {
  return promptEventId === null || promptEventId === undefined ? null : hash(promptEventId);
}

const dayMs = 24 * 60 * 60 * 1000;
/** Events that waited longer for the worker are no longer distinguished. */
const maxAgeMs = 90 * dayMs;

/** When an event happened, as its sender says: never in the future, and not long ago either. */
export function eventTime(now: number, at: number | null | undefined): number {
  if (at === null || at === undefined) return now;
  return Math.trunc(Math.min(now, Math.max(at, now - maxAgeMs)));
}

/** What the use cases share that take in events of sessions. */
export interface TakingPorts extends SessionPorts {
  hidden: HiddenTexts;
  recording: Exclusions;
  news: Descriptions;
}

type AnnouncePorts = Pick<SessionPorts, 'events' | 'log'> & { news: Descriptions };

/** Notifies subscribers. The event is already stored, so a failed notification is not an error. */
export async function announce(
  ports: AnnouncePorts,
  event: SessionEvent,
  subject: { session: Session; record?: EventRecord },
): Promise<void> {
  ports.news.hand(event, subject.session, subject.record);
  await announceAlone(ports, event);
}

/** For an event without a subject. */
export async function announceAlone(
  { events, log }: Pick<SessionPorts, 'events' | 'log'>,
  event: SessionEvent,
): Promise<void> {
  await events.publish(event).catch((error: unknown) => {
    log.warn({ err: error, event: event.type }, 'session event could not be published');
  });
}
