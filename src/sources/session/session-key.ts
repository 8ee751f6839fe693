import { AppError } from '#schema/app-error.ts';
import { cleanText } from './clean-text.ts';
import type { SessionPorts } from './ports.ts';

/** The name of a session as it came: names are not rewritten, so one that would have to be is refused. */
export function requireKey(contentSessionId: string): string {
  if (cleanText(contentSessionId).text === contentSessionId) return contentSessionId;
  throw new AppError('invalid_input', 'Invalid contentSessionId: it has a private part');
}

/** What makes an event known when it comes again; one without a name is always new. */
export function eventKeyOf(
  { hash, newId }: Pick<SessionPorts, 'hash' | 'newId'>,
  eventId?: string | null,
): string {
  return hash(eventId ?? newId());
}
