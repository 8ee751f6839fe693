import { join } from 'node:path';
import type { Config } from '#app/read-config.ts';
import { readWorkerRecord } from '#plugin/delivery/find-worker.ts';
import { listSpools } from '#plugin/delivery/list-spools.ts';
import { parseJsonObject } from '#schema/parse-json.ts';
import {
  contextEvents,
  type HookClient,
  type HookPayload,
  maxAnnouncementCharacters,
} from '#schema/sessions/hook-client.ts';
import { callWorker } from './call-worker.ts';

export interface HookOrder {
  client: HookClient;
  /** The client's name of the event. */
  event: string;
  payload: HookPayload;
  config: Config;
  /** The worker's address, unless it was started elsewhere. */
  usual: string;
}

/** Returns the folder where a client's events wait and where lost events are noted. */
export function spoolFolder(home: string, client: HookClient): string {
  return join(home, 'hooks', client);
}

export const lostFile = 'lost.log';
/** At a session's start, the worker may have to start first. A prompt waits for its context, too. */
const startTimeoutMs = 4000;
const timeoutMs = 2000;
/** A worker is usually ready within a second, later under load. Only a session start waits for it. */
const startWaitMs = 10_000;

/**
 * Sends an event to the worker and returns what the client prints. An event that the worker does not take is cleaned,
 * stored on disk and sent before the next event. An agent waits for this at each of its events, so what only waiting
 * events need is loaded only for them.
 */
export async function sendHook(order: HookOrder): Promise<string> {
  const { client, event, payload, config, usual } = order;
  const { home, token } = config;
  const isStart = event === 'SessionStart';
  const limitMs = isStart ? startTimeoutMs : timeoutMs;
  const dir = spoolFolder(home, client);
  const path = `/api/hooks/${client}/${encodeURIComponent(event)}`;
  let url = readWorkerRecord(home)?.url ?? usual;
  const openQueue = async () =>
    (await import('./hook-queue.ts')).openHookQueue({ dir, worker: () => ({ url, token }) });
  let queue = (await listSpools(dir)).length === 0 ? null : await openQueue();
  // Waiting events go first, because prompts are numbered in the order of their arrival.
  const send = async (): Promise<Posted> =>
    queue === null || (await queue.flush(limitMs))
      ? post(url + path, { event, payload, token, limitMs })
      : { kind: 'failed', isAnswered: false };
  let posted = await send();
  if (posted.kind === 'failed' && !posted.isAnswered) {
    const { reachWorker } = await import('./worker-file.ts');
    const found = await reachWorker(config, { url: usual, waitMs: isStart ? startWaitMs : 0 });
    if (found !== null && (isStart || found !== url)) {
      url = found;
      posted = await send();
    }
  }
  if (posted.kind === 'refused') {
    queue ??= await openQueue();
    queue.lose(path, posted.reason);
  }
  // The start of a session is not recorded, so it is not kept.
  if (posted.kind === 'failed' && !isStart) {
    queue ??= await openQueue();
    await queue.keep(order, path);
  }
  await queue?.close();
  return posted.kind === 'accepted' ? posted.output : '';
}

type Posted =
  | { kind: 'accepted'; output: string }
  | { kind: 'refused'; reason: string }
  /** The worker may take it later. `isAnswered`: something is there, though it may be slow. */
  | { kind: 'failed'; isAnswered: boolean };

async function post(
  url: string,
  {
    event,
    payload,
    token,
    limitMs,
  }: Pick<HookOrder, 'event' | 'payload'> & { token: string | null; limitMs: number },
): Promise<Posted> {
  try {
    const { status, text } = await callWorker(url, {
      token,
      body: JSON.stringify(payload),
      timeoutMs: limitMs,
    });
    if (status >= 200 && status < 300) return { kind: 'accepted', output: readOutput(text, event) };
    const isFinal = status === 400 || status === 413;
    return isFinal
      ? { kind: 'refused', reason: `the worker returned ${status}` }
      : { kind: 'failed', isAnswered: true };
  } catch (error) {
    return { kind: 'failed', isAnswered: (error as NodeJS.ErrnoException).code === 'ABORT_ERR' };
  }
}

/**
 * Reads what to print. Only the worker's own format is accepted, because another program on that port must not put
 * text into the prompt.
 */
function readOutput(text: string, event: string): string {
  const { hookSpecificOutput: given, systemMessage } = parseJsonObject(text) ?? {};
  const { hookEventName, additionalContext } = (given ?? {}) as Record<string, unknown>;
  const isContext =
    hookEventName === event &&
    contextEvents.some((name) => name === event) &&
    typeof additionalContext === 'string';
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
