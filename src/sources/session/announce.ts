import type { SessionEvent } from '#schema/sessions/session.ts';
import type { SessionPorts } from './ports.ts';

/** Notifies subscribers. The event is already stored, so a failed notification is not an error. */
export async function announce(
  { events, log }: Pick<SessionPorts, 'events' | 'log'>,
  ...happened: SessionEvent[]
): Promise<void> {
  for (const event of happened) {
    await events.publish(event).catch((error: unknown) => {
      log.warn({ err: error, event: event.type }, 'session event could not be published');
    });
  }
}
