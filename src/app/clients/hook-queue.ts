import { randomUUID } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createOutbox } from '#plugin/delivery/outbox.ts';
import { readSpools } from '#plugin/delivery/spool.ts';
import { createWorker, type WorkerOptions } from '#plugin/delivery/worker.ts';
import type { HookClient, HookPayload } from '#schema/sessions/hook-client.ts';
import { clientDefinitions } from '#sources/session/clients/clients.ts';
import type { PayloadText } from '#sources/session/clients/define-client.ts';
import { cleanInput, cleanOutput, cleanPrompt, cleanReply } from '#text/privacy/clean-parts.ts';
import { piecesOf, stripPrivate } from '#text/privacy/hide-private.ts';
import { readHidden } from './client-files.ts';
import { type HookOrder, lostFile } from './send-hook.ts';

/** The events of a client that wait on the disk for the worker. */
export interface HookQueue {
  /** Sends what waits. Returns false if something still does. */
  flush(limitMs: number): Promise<boolean>;
  /** Cleans an event and stores it, to be sent before the next one. */
  keep(event: Pick<HookOrder, 'client' | 'event' | 'payload'>, path: string): Promise<void>;
  lose(path: string, reason: string): void;
  /** Notes what was lost. */
  close(): Promise<void>;
}

const lookEveryMs = 25;

/** `worker` is asked before each event, because its address may have been found in the meantime. */
export function openHookQueue({ dir, worker }: { dir: string; worker(): WorkerOptions }): HookQueue {
  const lost: string[] = [];
  const outbox = createOutbox({
    dir,
    open: new Set(),
    deliver: (event) => createWorker(worker()).deliver(event),
    onReached: () => {},
    onUnreachable: () => {},
    onLost: ({ id, path }, reason) => lost.push(`${path} ${id}: ${reason}`),
  });
  return {
    async flush(limitMs) {
      const until = performance.now() + limitMs;
      await outbox.flush(limitMs);
      if (outbox.find(() => true).length > 0) return false;
      await waitForOthers(dir, until);
      return true;
    },
    async keep({ client, event, payload }, path) {
      const hidden = await readEarlierHidden(client, payload);
      const body = cleanPayload(payload, hidden, Date.now());
      outbox.add({ id: `${event}:${randomUUID()}`, path, body });
      await outbox.flush(0);
    },
    lose: (path, reason) => void lost.push(`${path}: ${reason}`),
    async close() {
      if (lost.length === 0) return;
      await outbox.flush(0);
      const lines = lost.map((line) => `${new Date().toISOString()} ${line.replaceAll(/\s+/g, ' ')}\n`);
      await appendFile(join(dir, lostFile), lines.join(''), { mode: 0o600 });
    },
  };
}

/**
 * Waits until no other process sends waiting events. A client may report the end of a turn twice at once. If the turn
 * ended before those events arrive, it would be summarized without them and then again with them.
 */
async function waitForOthers(dir: string, until: number): Promise<void> {
  while (performance.now() < until && (await readSpools(dir)).length > 0) await setTimeout(lookEveryMs);
}

async function readEarlierHidden(client: HookClient, payload: HookPayload): Promise<string[]> {
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
