import { AppError } from '#schema/app-error.ts';
import type { Session, SessionEvent } from '#schema/sessions/session.ts';
import type { SessionPorts } from '#sources/session/ports.ts';
import type { Exclusions } from '#sources/session/projects/exclusions.ts';
import { stripText } from './clean-text.ts';
import type { Descriptions, EventRecord } from './describe-event.ts';
import type { HiddenTexts } from './hidden-texts.ts';

/** Returns the session's id unchanged, and refuses one with private text, because ids are never rewritten. */
export function requireKey(contentSessionId: string): string {
  if (stripText(contentSessionId).text === contentSessionId) return contentSessionId;
  throw new AppError('invalid_input', 'Invalid contentSessionId: contains a private part');
}

/** Identifies a repeated event. An event without an id is always new. */
export function eventKeyOf(
  { hash, newId }: Pick<SessionPorts, 'hash' | 'newId'>,
  eventId?: string | null,
): string {
  return hash(eventId ?? newId());
}

export function promptKeyOf(
  { hash }: Pick<SessionPorts, 'hash'>,
  promptEventId?: string | null,
): string | null {
  return promptEventId === null || promptEventId === undefined ? null : hash(promptEventId);
}

const dayMs = 24 * 60 * 60 * 1000;
/** Events that are older when they arrive are all dated to this limit. */
const maxAgeMs = 90 * dayMs;

/** The time of an event as its sender reports it, limited to the last 90 days and never in the future. */
export function eventTime(now: number, at: number | null | undefined): number {
  if (at === null || at === undefined) return now;
  return Math.trunc(Math.min(now, Math.max(at, now - maxAgeMs)));
}

/** The ports of the use cases that record events. */
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

/** Announces an event without a subject. */
export async function announceAlone(
  { events, log }: Pick<SessionPorts, 'events' | 'log'>,
  event: SessionEvent,
): Promise<void> {
  await events.publish(event).catch((error: unknown) => {
    log.warn({ err: error, event: event.type }, 'session event could not be published');
  });
}
