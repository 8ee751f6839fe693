import type { HookPayload } from '#schema/sessions/hook-client.ts';
import {
  type ClientEvent,
  createReadHook,
  eventIdOf,
  type ReadHook,
  type ReadPayload,
  textOf,
} from './client-event.ts';

/** They say nothing of the work. */
const quietTools = new Set(['update_plan', 'request_user_input']);

const readHook = createReadHook('codex', { turnKey: 'turn_id', quietTools });

/** Payloads of Codex's hooks, and of `notify`, which runs without the user's trust but only at the end of a turn. */
export const readCodex: ReadHook = (event, payload) =>
  event === 'agent-turn-complete' ? readNotify(payload) : readHook(event, payload);

function readNotify(payload: HookPayload): ReadPayload {
  const sessionId = textOf(payload['thread-id']);
  if (sessionId === '' || sessionId.length > 300) return { lost: 'agent-turn-complete without thread-id' };
  const promptEventId = eventIdOf('codex', sessionId, payload['turn-id']);
  const messages = Array.isArray(payload['input-messages']) ? payload['input-messages'] : [];
  const text = messages.filter((message) => typeof message === 'string').join('\n\n');
  const cwd = textOf(payload.cwd);
  const prompt: ClientEvent[] =
    text === '' ? [] : [{ kind: 'prompt', sessionId, cwd, eventId: promptEventId, text }];
  const reply = textOf(payload['last-assistant-message']);
  return { events: [...prompt, { kind: 'turn-end', sessionId, promptEventId, reply }] };
}
