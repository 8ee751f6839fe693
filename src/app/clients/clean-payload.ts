import type { HookPayload } from '#schema/sessions/hook-client.ts';
import { clientDefinitions } from '#sources/session/clients/clients.ts';
import type { PayloadText } from '#sources/session/clients/define-client.ts';
import { cleanInput, cleanOutput, cleanPrompt, cleanReply } from '#text/privacy/clean-parts.ts';
import { piecesOf } from '#text/privacy/hide-texts.ts';
import { stripPrivate } from '#text/privacy/private-tags.ts';

/** Names and places; no text that the user or a model wrote. */
const names = new Set([
  'session_id',
  'transcript_path',
  'cwd',
  'hook_event_name',
  'source',
  'tool_name',
  'tool_use_id',
  ...Object.values(clientDefinitions).flatMap(({ hooks }) => hooks.fields.names),
]);
const maxNameChars = 4096;

/** How a text may be kept. */
const cleaners: Record<PayloadText, (value: unknown, hidden: readonly string[]) => unknown> = {
  prompt: (value, hidden) => cleanPrompt(String(value), hidden),
  prompts: (value, hidden) => [cleanPrompt(messagesOf(value), hidden)],
  input: cleanInput,
  output: cleanOutput,
  reply: (value, hidden) => cleanReply(String(value), hidden),
};

/** By the name of its field. */
const texts = new Map<string, PayloadText>(
  Object.entries({
    prompt: 'prompt',
    tool_input: 'input',
    tool_response: 'output',
    ...Object.assign({}, ...Object.values(clientDefinitions).map(({ hooks }) => hooks.fields.texts)),
  }),
);

/**
 * A payload as it may be written to the disk: only what the worker records, without what the user marked as private
 * here or, as `hidden`, earlier in the session.
 */
export function cleanPayload(payload: HookPayload, hidden: readonly string[], at: number): HookPayload {
  const prompt = typeof payload.prompt === 'string' ? payload.prompt : messagesOf(payload['input-messages']);
  const pieces = piecesOf([...stripPrivate(prompt).hidden, ...hidden]);
  const named = [...names].flatMap((name) => {
    const value = payload[name];
    return typeof value === 'string' ? [[name, value.slice(0, maxNameChars)] as const] : [];
  });
  const cleaned = [...texts].flatMap(([name, text]) => {
    const value = payload[name];
    return value === undefined || value === null ? [] : [[name, cleaners[text](value, pieces)] as const];
  });
  return { ...Object.fromEntries(named), ...Object.fromEntries(cleaned), at };
}

function messagesOf(value: unknown): string {
  const messages: unknown[] = Array.isArray(value) ? value : [];
  return messages.filter((message) => typeof message === 'string').join('\n\n');
}
