import { setTimeout as delay } from 'node:timers/promises';
import type { Bus, BusMessage, Log } from '#engine/ports.ts';
import { changeKinds } from '#schema/change-kinds.ts';
import { runIdSchema } from '#schema/ids.ts';
import { parseJsonObject } from '#schema/parse-json.ts';
import { sessionEventSchema } from '#schema/sessions/session.ts';
import { listenPostgres } from './listen-postgres.ts';
import { createSubscribers } from './local-bus.ts';
import { waitAtMost } from './wait-at-most.ts';

const channel = 'precis_bus';
/** PostgreSQL rejects notifications of 8,000 bytes or more. */
const payloadLimitBytes = 8_000;
/** After a pause, messages within this time are sent in one statement, and equal ones only once. */
const coalesceMs = 3;
/** Under load, messages are batched for longer, because a statement costs the same for twenty messages as for one. */
const busyCoalesceMs = 20;
const retryMs = 1_000;
const lastFlushMs = 2_000;

/** Calls local subscribers directly and those of other processes through NOTIFY. A reconnect sends `changed` to all. */
export async function createPostgresBus({
  connectionString,
  log,
}: {
  connectionString: string;
  log: Log;
}): Promise<Bus> {
  const subscribers = createSubscribers(log);
  let unsent = new Set<string>();
  let sending = false;
  let lastSentAt = Number.NEGATIVE_INFINITY;
  let sent: Promise<void> = Promise.resolve();
  let closed = false;

  const listener = await listenPostgres({
    connectionString,
    channel,
    log,
    onNotification({ payload, fromSelf }) {
      const message = fromSelf ? null : parseBusMessage(payload);
      if (message) subscribers.deliver(message);
    },
    onReconnect() {
      for (const message of changeMessages) subscribers.deliver(message);
      sendSoon();
    },
  });

  return {
    async publish(message) {
      if (closed) return;
      const payload = JSON.stringify(message);
      if (Buffer.byteLength(payload) >= payloadLimitBytes)
        throw new RangeError('A bus message carries ids only.');
      subscribers.deliver(message);
      unsent.add(payload);
      sendSoon();
    },
    subscribe: (handler) => subscribers.add(handler),
    async close() {
      closed = true;
      await waitAtMost(lastFlushMs, sent);
      await listener.close();
      subscribers.clear();
    },
  };

  function sendSoon(): void {
    if (!sending) sent = sendAll();
  }

  async function sendAll(): Promise<void> {
    sending = true;
    let waitMs = Math.max(coalesceMs, lastSentAt + busyCoalesceMs - performance.now());
    while (unsent.size > 0 && listener.isUp()) {
      await delay(waitMs);
      const batch = unsent;
      unsent = new Set();
      try {
        await listener.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [
          channel,
          [...batch],
        ]);
        lastSentAt = performance.now();
        waitMs = busyCoalesceMs;
      } catch (error) {
        log.debug({ err: error, messages: batch.size }, 'could not notify other processes; will retry');
        unsent = new Set([...batch, ...unsent]);
        waitMs = retryMs;
      }
    }
    sending = false;
  }
}

const changeMessages = changeKinds.map((what) => ({ kind: 'changed', what }) satisfies BusMessage);

/** Null for unknown messages, because any client of the database may notify on this channel. */
function parseBusMessage(payload: string): BusMessage | null {
  const { kind, runId, what, event } = parseJsonObject(payload) ?? {};
  if (kind === 'changed') return changeMessages.find((message) => message.what === what) ?? null;
  if (kind === 'session') {
    const parsed = sessionEventSchema.safeParse(event);
    return parsed.success ? { kind, event: parsed.data } : null;
  }
  if (kind !== 'run-events' && kind !== 'run-cancel') return null;
  const id = runIdSchema.safeParse(runId);
  return id.success ? { kind, runId: id.data } : null;
}
