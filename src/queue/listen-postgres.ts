import pg from 'pg';
import type { Log } from '#engine/ports.ts';
import { backOff } from '#schema/back-off.ts';
import { waitAtMost } from './wait-at-most.ts';

/** With the query timeout, a silently dropped connection is detected within 10 seconds. */
const heartbeatIntervalMs = 5_000;
const queryTimeoutMs = 5_000;
const retries = { firstMs: 100, maxMs: 2_000 };
const endTimeoutMs = 2_000;

interface ListenOptions {
  connectionString: string;
  channel: string;
  log: Log;
  onNotification(notification: { payload: string; fromSelf: boolean }): void;
  /** Notifications sent while the connection was down are lost, so the caller must read what it missed. */
  onReconnect(): void;
}

interface Listener {
  isUp(): boolean;
  /** Runs a statement on the listening session. Rejects while the session is down. */
  query(text: string, values: unknown[]): Promise<void>;
  close(): Promise<void>;
}

/** Opens a session that listens on the channel and reconnects automatically. Rejects if the first connect fails. */
export async function listenPostgres(options: ListenOptions): Promise<Listener> {
  const { connectionString, channel, log } = options;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let closed = false;
  let lastAsked: Promise<unknown> = Promise.resolve();

  await connect();
  return {
    isUp: () => client !== null,
    async query(text, values) {
      const current = client;
      if (!current) throw new Error(`The connection listening on ${channel} is down.`);
      await ask(() => current.query(text, values)).catch((error: unknown) => {
        // After a timeout, the driver queues later statements behind the unanswered one, so the connection is lost.
        if (error instanceof Error && error.message === 'Query read timeout') lose(current, error);
        throw error;
      });
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      const last = client;
      client = null;
      if (last) await waitAtMost(endTimeoutMs, last.end());
    },
  };

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString,
      application_name: 'precis listener',
      keepAlive: true,
      keepAliveInitialDelayMillis: heartbeatIntervalMs,
      connectionTimeoutMillis: queryTimeoutMs,
      query_timeout: queryTimeoutMs,
    });
    next.on('error', (error) => lose(next, error));
    next.on('end', () => lose(next, new Error('The server closed the connection.')));
    let ownPid = 0;
    next.on('notification', ({ payload = '', processId }) => {
      options.onNotification({ payload, fromSelf: processId === ownPid });
    });
    try {
      await next.connect();
      const { rows } = await next.query<{ pid: number }>('select pg_backend_pid() as pid');
      ownPid = rows[0]?.pid ?? 0;
      await next.query(`listen "${channel}"`);
      // Notifications are not stored, so nothing can be lost, but without this their commit would wait for the disk.
      await next.query('set synchronous_commit to off');
    } catch (error) {
      void next.end().catch(() => undefined);
      throw error;
    }
    if (closed) return void next.end().catch(() => undefined);
    client = next;
    failures = 0;
    beatLater(next);
  }

  function beatLater(current: pg.Client): void {
    timer = setTimeout(() => void beat(current), heartbeatIntervalMs);
  }

  async function beat(current: pg.Client): Promise<void> {
    try {
      // Listening again also repairs a subscription that a connection pooler has dropped.
      await ask(() => current.query(`listen "${channel}"`));
      if (client === current) beatLater(current);
    } catch (error) {
      lose(current, error);
    }
  }

  /** Runs one statement at a time, because the driver does not accept a second one while the first is running. */
  function ask<T>(statement: () => Promise<T>): Promise<T> {
    const asked = lastAsked.then(statement);
    lastAsked = asked.catch(() => undefined);
    return asked;
  }

  function lose(lost: pg.Client, error: unknown): void {
    if (client !== lost) return;
    client = null;
    clearTimeout(timer);
    void lost.end().catch(() => undefined);
    log.warn({ err: error, channel }, 'lost the notification listener connection; reconnecting');
    reconnectLater();
  }

  function reconnectLater(): void {
    if (closed) return;
    timer = setTimeout(() => void reconnect(), backOff(failures, retries));
  }

  async function reconnect(): Promise<void> {
    try {
      await connect();
    } catch {
      failures += 1;
      reconnectLater();
      return;
    }
    if (closed) return;
    log.info({ channel }, 'notification listener reconnected');
    options.onReconnect();
  }
}
