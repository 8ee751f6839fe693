import type { HookPayload } from '#schema/sessions/hook-client.ts';
import { cleanInput, cleanOutput, cleanPrompt, cleanReply } from '#text/privacy/clean-parts.ts';
import { piecesOf } from '#text/privacy/hide-texts.ts';
import { stripPrivate } from '#text/privacy/private-tags.ts';

/** Names and places; no text that the user or a model wrote. */
const names = [
  'session_id',
  'transcript_path',
  'cwd',
  'hook_event_name',
  'prompt_id',
  'turn_id',
  'agent_id',
  'source',
  'tool_name',
  'tool_use_id',
  'type',
  'thread-id',
  'turn-id',
] as const;
const maxNameChars = 4096;

/** How a text may be kept, by the name of its field. */
const texts: Record<string, (value: unknown, hidden: readonly string[]) => unknown> = {
  prompt: (value, hidden) => cleanPrompt(String(value), hidden),
  tool_input: cleanInput,
  tool_response: cleanOutput,
  error: cleanOutput,
  last_assistant_message: (value, hidden) => cleanReply(String(value), hidden),
  'last-assistant-message': (value, hidden) => cleanReply(String(value), hidden),
  'input-messages': (value, hidden) => [cleanPrompt(messagesOf(value), hidden)],
};

/**
 * A payload as it may be written to the disk: only what the worker records, without what the user marked as private
 * here or, as `hidden`, earlier in the session.
 */
export function cleanPayload(payload: HookPayload, hidden: readonly string[], at: number): HookPayload {
  const prompt = typeof payload.prompt === 'string' ? payload.prompt : messagesOf(payload['input-messages']);
  const pieces = piecesOf([...stripPrivate(prompt).hidden, ...hidden]);
  const named = names.flatMap((name) => {
    const value = payload[name];
    return typeof value === 'string' ? [[name, value.slice(0, maxNameChars)] as const] : [];
  });
  const cleaned = Object.entries(texts).flatMap(([name, clean]) => {
    const value = payload[name];
    return value === undefined || value === null ? [] : [[name, clean(value, pieces)] as const];
  });
  return { ...Object.fromEntries(named), ...Object.fromEntries(cleaned), at };
}

function messagesOf(value: unknown): string {
  const messages: unknown[] = Array.isArray(value) ? value : [];
  return messages.filter((message) => typeof message === 'string').join('\n\n');
}
