import type { Session, SessionEvent } from '#schema/sessions/session.ts';
import type { Descriptions, EventRecord } from '#sources/session/records/describe-event.ts';
import type { SessionPorts } from './ports.ts';

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
