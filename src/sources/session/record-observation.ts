import type { ObservationRequest, QueuedAnswer } from '#schema/sessions-wire.ts';
import { announce } from './announce.ts';
import { cleanText, cleanValue } from './clean-text.ts';
import type { SessionPorts } from './ports.ts';
import { eventKeyOf, requireKey } from './session-key.ts';

/** Keeps what a tool was asked and what it answered, unless the turn is private. */
export async function recordObservation(
  ports: SessionPorts,
  request: ObservationRequest,
): Promise<QueuedAnswer> {
  const contentSessionId = requireKey(request.contentSessionId);
  const input = cleanValue(request.tool_input);
  const response = cleanValue(request.tool_response);
  if (input.isEntirelyPrivate && response.isEntirelyPrivate) return { status: 'skipped', reason: 'private' };
  const added = await ports.store.addObservation({
    contentSessionId,
    toolName: cleanText(request.tool_name).text,
    toolInput: input.text,
    toolResponse: response.text,
    cwd: cleanText(request.cwd ?? '').text,
    eventKey: eventKeyOf(ports, request.eventId),
    at: ports.clock.now(),
  });
  if (added.kind === 'private') return { status: 'skipped', reason: 'private' };
  const { id, sessionId } = added.observation;
  if (added.isNewSession) await announce(ports, { type: 'session_started', sessionDbId: sessionId });
  if (added.isNew) await announce(ports, { type: 'new_observation', sessionDbId: sessionId, id });
  return { status: 'queued' };
}
