import type { InitAnswer, InitRequest } from '#schema/sessions/sessions-wire.ts';
import { announce } from '#sources/session/announce.ts';
import { recognizeMemories } from '#sources/session/memories/recognize.ts';
import { nameProject } from '#sources/session/project-scope.ts';
import { cleanText, stripText } from './clean-text.ts';
import { eventTime } from './event-time.ts';
import { eventKeyOf, requireKey } from './session-key.ts';
import type { TakingPorts } from './taking-ports.ts';

/** Numbers a prompt and stores the part that is not private. */
export async function recordPrompt(ports: TakingPorts, request: InitRequest): Promise<InitAnswer> {
  if (await ports.recording.refusesPrompt(request)) return { skipped: true, reason: 'excluded' };
  const { hidden, isEntirelyPrivate } = stripText(request.prompt ?? '');
  ports.hidden.add(request.contentSessionId, hidden);
  const { text } = cleanText(request.prompt ?? '', ports.hidden.of(request.contentSessionId));
  const contentSessionId = requireKey(request.contentSessionId);
  const eventKey = eventKeyOf(ports, request.eventId);
  const at = eventTime(ports.clock.now(), request.at);
  const { session, prompt, isNew, isNewSession } = await ports.store.addPrompt({
    contentSessionId,
    project: await nameProject(ports, request, ports.clock.now()),
    text: isEntirelyPrivate ? null : text,
    eventKey,
    at,
  });
  // Before the answer: an event that was not answered comes again.
  if (prompt.text !== null)
    await recognizeMemories(ports, [{ contentSessionId, eventKey, at, text: prompt.text }]);
  const sessionDbId = session.id;
  if (isNewSession) await announce(ports, { type: 'session_started', sessionDbId }, { session });
  if (isNew)
    await announce(ports, { type: 'new_prompt', sessionDbId, id: prompt.id }, { session, record: prompt });
  const answer = { sessionDbId, promptNumber: prompt.promptNumber };
  return prompt.text === null
    ? { ...answer, skipped: true, reason: 'private' }
    : { ...answer, skipped: false };
}
