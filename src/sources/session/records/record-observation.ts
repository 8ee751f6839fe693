import type { ObservationRequest, QueuedAnswer } from '#schema/sessions/sessions-wire.ts';
import { announce } from '#sources/session/announce.ts';
import type { SessionPorts } from '#sources/session/ports.ts';
import type { Exclusions } from '#sources/session/projects/exclusions.ts';
import { cleanText, cleanValue } from './clean-text.ts';
import { eventTime } from './event-time.ts';
import type { HiddenTexts } from './hidden-texts.ts';
import { eventKeyOf, promptKeyOf, requireKey } from './session-key.ts';

/** Stores a tool's input and output, unless the turn is private. */
export async function recordObservation(
  ports: SessionPorts & { hidden: HiddenTexts; recording: Exclusions },
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
  const { id, sessionId } = added.observation;
  if (added.isNewSession) await announce(ports, { type: 'session_started', sessionDbId: sessionId });
  if (added.isNew) await announce(ports, { type: 'new_observation', sessionDbId: sessionId, id });
  return { status: 'queued' };
}
