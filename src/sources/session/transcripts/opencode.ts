import { parseJson } from '#schema/parse-json.ts';
import { fieldsOf, idOf, isQuiet, type RawEvent, textOf, timeOf } from './raw-event.ts';

/** A message in OpenCode's database, with its parts in order. */
export interface OpenCodeMessage {
  id: string;
  /** A JSON object. */
  data: string;
  /** Each part is JSON. */
  parts: string[];
}

export interface OpenCodeSession {
  id: string;
  directory: string;
}

/** Gives events the same names as the plugin does. */
export function readOpenCodeMessage(
  { id: contentSessionId, directory: cwd }: OpenCodeSession,
  message: OpenCodeMessage,
): RawEvent[] {
  const info = fieldsOf(parseJson(message.data));
  const { created, completed } = fieldsOf(info.time);
  const parts = message.parts.map((part) => fieldsOf(parseJson(part)));
  const at = timeOf(created) || 0;
  if (info.role === 'user') {
    const text = joinOwn(parts);
    if (text.trim() === '') return [];
    return [{ kind: 'prompt', contentSessionId, at, cwd, eventId: message.id, text }];
  }
  if (info.role !== 'assistant') return [];
  // A prompt may arrive while an earlier one is still being answered.
  const promptEventId = idOf(info.parentID) || undefined;
  const happening = { contentSessionId, promptEventId };
  return parts.flatMap((part): RawEvent[] => {
    const text = textOf(part.text);
    if (part.type === 'text' && part.synthetic !== true && text.trim() !== '') {
      const saidAt = timeOf(completed) || at;
      return [{ kind: 'answer', ...happening, at: saidAt, messageId: message.id, text }];
    }
    const state = fieldsOf(part.state);
    const callId = idOf(part.callID);
    const tool = textOf(part.tool);
    const output = state.status === 'error' ? state.error : state.output;
    if (part.type !== 'tool' || callId === '' || tool === '' || output === undefined || isQuiet(tool))
      return [];
    const ended = timeOf(fieldsOf(state.time).end) || at;
    const eventId = `${contentSessionId}:${callId}`;
    return [{ kind: 'tool', ...happening, at: ended, cwd, eventId, tool, input: state.input, output }];
  });
}

/** True if the assistant has not finished the message, or was stopped. */
export function isUnfinished({ data }: OpenCodeMessage): boolean {
  const { role, time } = fieldsOf(parseJson(data));
  return role === 'assistant' && typeof fieldsOf(time).completed !== 'number';
}

/** Omits what OpenCode writes in the user's name. */
function joinOwn(parts: Record<string, unknown>[]): string {
  return parts
    .filter(({ type, synthetic, ignored }) => type === 'text' && synthetic !== true && ignored !== true)
    .map(({ text }) => textOf(text))
    .join('\n')
    .trim();
}
