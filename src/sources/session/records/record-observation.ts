import type { ObservationRequest, QueuedAnswer } from '#schema/sessions/sessions-wire.ts';
import { announce } from '#sources/session/announce.ts';
import { cleanText, cleanValue } from './clean-text.ts';
import { eventTime } from './event-time.ts';
import { eventKeyOf, promptKeyOf, requireKey } from './session-key.ts';
import type { TakingPorts } from './taking-ports.ts';

/** Stores a tool's input and output, unless the turn is private. */
export async function recordObservation(
  ports: TakingPorts,
  request: ObservationRequest,
): Promise<QueuedAnswer> {
  const contentSessionId = requireKey(request.contentSessionId);
  if (await ports.recording.refuses(contentSessionId)) return { status: 'skipped', reason: 'excluded' };
  const hidden = ports.hidden.of(contentSessionId);
  const input = cleanValue(request.tool_input, hidden);
  const response = cleanValue(request.tool_response, hidden);
  if (input.isEntirelyPrivate && response.isEntirelyPrivate) return { status: 'skipped', reason: 'private' };
  const added = await ports.store.addObservation({
    contentSessionId,
    toolName: cleanText(request.tool_name, hidden).text,
    toolInput: input.text,
    toolResponse: response.text,
    cwd: cleanText(request.cwd ?? '', hidden).text,
    eventKey: eventKeyOf(ports, request.eventId),
    promptKey: promptKeyOf(ports, request.promptEventId),
    at: eventTime(ports.clock.now(), request.at),
  });
  if (added.kind === 'private') return { status: 'skipped', reason: 'private' };
  const { session, observation: record } = added;
  const sessionDbId = session.id;
  if (added.isNewSession) await announce(ports, { type: 'session_started', sessionDbId }, { session });
  if (added.isNew)
    await announce(ports, { type: 'new_observation', sessionDbId, id: record.id }, { session, record });
  return { status: 'queued' };
}
