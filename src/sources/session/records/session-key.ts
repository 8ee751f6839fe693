import { AppError } from '#schema/app-error.ts';
import type { SessionPorts } from '#sources/session/ports.ts';
import { stripText } from './clean-text.ts';

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
