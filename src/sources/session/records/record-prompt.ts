import type { InitAnswer, InitRequest } from '#schema/sessions/sessions-wire.ts';
import { announce } from '#sources/session/announce.ts';
import type { SessionPorts } from '#sources/session/ports.ts';
import { nameProject } from '#sources/session/project-scope.ts';
import { cleanText, stripText } from './clean-text.ts';
import { eventTime } from './event-time.ts';
import type { HiddenTexts } from './hidden-texts.ts';
import { eventKeyOf, requireKey } from './session-key.ts';

/** Numbers a prompt and stores the part that is not private. */
export async function recordPrompt(
  ports: SessionPorts & { hidden: HiddenTexts },
  request: InitRequest,
): Promise<InitAnswer> {
  const { hidden, isEntirelyPrivate } = stripText(request.prompt ?? '');
  ports.hidden.add(request.contentSessionId, hidden);
  const { text } = cleanText(request.prompt ?? '', ports.hidden.of(request.contentSessionId));
  const { session, prompt, isNew, isNewSession } = await ports.store.addPrompt({
    contentSessionId: requireKey(request.contentSessionId),
    project: await nameProject(ports, request, ports.clock.now()),
    text: isEntirelyPrivate ? null : text,
    eventKey: eventKeyOf(ports, request.eventId),
    at: eventTime(ports.clock.now(), request.at),
  });
  if (isNewSession) await announce(ports, { type: 'session_started', sessionDbId: session.id });
  if (isNew) await announce(ports, { type: 'new_prompt', sessionDbId: session.id, id: prompt.id });
  const answer = { sessionDbId: session.id, promptNumber: prompt.promptNumber };
  return prompt.text === null
    ? { ...answer, skipped: true, reason: 'private' }
    : { ...answer, skipped: false };
}
