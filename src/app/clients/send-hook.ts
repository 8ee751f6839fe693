import { randomUUID } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createOutbox } from '#plugin/delivery/outbox.ts';
import { readSpools } from '#plugin/delivery/spool.ts';
import { createWorker } from '#plugin/delivery/worker.ts';
import { parseJsonObject } from '#schema/parse-json.ts';
import {
  type HookClient,
  type HookPayload,
  maxAnnouncementCharacters,
} from '#schema/sessions/hook-client.ts';
import { clientDefinitions } from '#sources/session/clients/clients.ts';
import type { PayloadText } from '#sources/session/clients/define-client.ts';
import { cleanInput, cleanOutput, cleanPrompt, cleanReply } from '#text/privacy/clean-parts.ts';
import { piecesOf, stripPrivate } from '#text/privacy/hide-private.ts';
import { readHidden } from './client-files.ts';

export interface HookOrder {
  client: HookClient;
  /** The client's name of the event. */
  event: string;
  payload: HookPayload;
  url: string;
  token: string | null;
  /** The folder where events wait for the worker. */
  dir: string;
}

/** Returns the folder where a client's events wait and where lost events are noted. */
export function spoolFolder(home: string, client: HookClient): string {
  return join(home, 'hooks', client);
}

export const lostFile = 'lost.log';
/** At a session's start, the model waits for its context. No other event waits for an answer. */
const startTimeoutMs = 4000;
const timeoutMs = 2000;
const lookEveryMs = 25;

/**
 * Sends an event to the worker and returns what the client prints. An event that the worker does not take is cleaned,
 * stored on disk and sent before the next event.
 */
export async function sendHook(order: HookOrder): Promise<string> {
  const { event, url, token, dir } = order;
  const isStart = event === 'SessionStart';
  const limitMs = isStart ? startTimeoutMs : timeoutMs;
  const lost: string[] = [];
  const outbox = createOutbox({
    dir,
    open: new Set(),
    deliver: createWorker({ url, token }).deliver,
    onReached: () => {},
    onUnreachable: () => {},
    onLost: ({ id, path }, reason) => lost.push(`${path} ${id}: ${reason}`),
  });
  const until = performance.now() + limitMs;
  // Waiting events go first, because prompts are numbered in the order of their arrival.
  await outbox.flush(limitMs);
  const isBehind = outbox.find(() => true).length > 0;
  if (!isBehind) await waitForOthers(dir, until);
  const posted: Posted = isBehind ? { kind: 'failed' } : await post(order, limitMs);
  if (posted.kind === 'refused') lost.push(`${pathOf(order)}: ${posted.reason}`);
  // The start of a session is not recorded, so it is not kept.
  if (posted.kind === 'failed' && !isStart) {
    const hidden = await readEarlierHidden(order);
    outbox.add({
      id: `${event}:${randomUUID()}`,
      path: pathOf(order),
      body: cleanPayload(order.payload, hidden, Date.now()),
    });
    await outbox.flush(0);
  }
  if (lost.length > 0) {
    const lines = lost.map((line) => `${new Date().toISOString()} ${line.replaceAll(/\s+/g, ' ')}\n`);
    await appendFile(join(dir, lostFile), lines.join(''), { mode: 0o600 });
  }
  return posted.kind === 'accepted' ? posted.output : '';
}

/**
 * Waits until no other process sends waiting events. A client may report the end of a turn twice at once. If the turn
 * ended before those events arrive, it would be summarized without them and then again with them.
 */
async function waitForOthers(dir: string, until: number): Promise<void> {
  while (performance.now() < until && (await readSpools(dir)).length > 0) await setTimeout(lookEveryMs);
}

type Posted =
  | { kind: 'accepted'; output: string }
  | { kind: 'refused'; reason: string }
  /** The worker may take it later. */
  | { kind: 'failed' };

async function post(order: HookOrder, limitMs: number): Promise<Posted> {
  const { url, token, payload } = order;
  try {
    const response = await fetch(url + pathOf(order), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(payload),
      // A redirect would send the token elsewhere.
      redirect: 'error',
      signal: AbortSignal.timeout(limitMs),
    });
    const text = await response.text();
    if (response.ok) return { kind: 'accepted', output: readOutput(text) };
    const isFinal = response.status === 400 || response.status === 413;
    return isFinal
      ? { kind: 'refused', reason: `the worker returned ${response.status}` }
      : { kind: 'failed' };
  } catch {
    return { kind: 'failed' };
  }
}

/**
 * Reads what to print. Only the worker's own format is accepted, because another program on that port must not put
 * text into the prompt.
 */
function readOutput(text: string): string {
  const { hookSpecificOutput: given, systemMessage } = parseJsonObject(text) ?? {};
  const { hookEventName, additionalContext } = (given ?? {}) as Record<string, unknown>;
  const isContext = hookEventName === 'SessionStart' && typeof additionalContext === 'string';
  const isMessage =
    typeof systemMessage === 'string' &&
    systemMessage.length <= maxAnnouncementCharacters &&
    // A terminal would obey control characters.
    !/\p{Cc}/u.test(systemMessage);
  if (!isContext && !isMessage) return '';
  return JSON.stringify({
    ...(isContext ? { hookSpecificOutput: { hookEventName, additionalContext } } : {}),
    ...(isMessage ? { systemMessage } : {}),
  });
}

function pathOf({ client, event }: HookOrder): string {
  return `/api/hooks/${client}/${encodeURIComponent(event)}`;
}

async function readEarlierHidden({ client, payload }: HookOrder): Promise<string[]> {
  const path = payload.transcript_path;
  if (typeof path !== 'string' || !isAbsolute(path) || !path.endsWith('.jsonl')) return [];
  return readHidden(client, path).catch(() => []);
}

/** The fields with names and paths. They contain no text of a user or a model. */
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

/** The functions that clean each kind of text before it is stored. */
const cleaners: Record<PayloadText, (value: unknown, hidden: readonly string[]) => unknown> = {
  prompt: (value, hidden) => cleanPrompt(String(value), hidden),
  prompts: (value, hidden) => [cleanPrompt(messagesOf(value), hidden)],
  input: cleanInput,
  output: cleanOutput,
  reply: (value, hidden) => cleanReply(String(value), hidden),
};

/** The kinds of texts by the names of their fields. */
const texts = new Map<string, PayloadText>(
  Object.entries({
    prompt: 'prompt',
    tool_input: 'input',
    tool_response: 'output',
    ...Object.assign({}, ...Object.values(clientDefinitions).map(({ hooks }) => hooks.fields.texts)),
  }),
);

/**
 * Returns a payload that may be written to disk. It has only what the worker records, without texts that the user
 * marked as private here or earlier in the session (`hidden`).
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
