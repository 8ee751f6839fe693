import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, connect as openSocket, type Socket } from 'node:net';
import pg from 'pg';
import { afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import type { Bus, BusMessage, Log } from '#engine/ports.ts';
import { createLocalBus } from '#queue/local-bus.ts';
import { createPostgresBus } from '#queue/postgres-bus.ts';
import { runIdSchema } from '#schema/ids.ts';
import { createDatabase } from '#tests/setup/start-postgres.ts';

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };
const soon = { timeout: 30_000, interval: 5 };

let connectionString = '';
const opened: Bus[] = [];
beforeAll(async () => {
  connectionString = await createDatabase(inject('postgresUrl'));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((bus) => bus.close()));
});

const backends = [
  { name: 'local', open: async () => createLocalBus({ log: silent }) },
  { name: 'postgres', open: () => createPostgresBus({ connectionString, log: silent }) },
];

describe.each(backends)('the $name bus', (backend) => {
  test('brings a message to every own subscriber, in order', async () => {
    const bus = track(await backend.open());
    const [first, second] = [listen(bus), listen(bus)];
    const messages = [newMessage(), newMessage(), newMessage()];

    for (const message of messages) await bus.publish(message);

    await vi.waitFor(() => expect([first, second]).toEqual([messages, messages]), soon);
  });

  test('keeps the order for all when a subscriber publishes', async () => {
    const bus = track(await backend.open());
    const [question, answer] = [newMessage(), newMessage()];
    bus.subscribe((message) => {
      if (isSame(message, question)) void bus.publish(answer);
    });
    const seen = listen(bus);

    await bus.publish(question);

    await vi.waitFor(() => expect(seen).toEqual([question, answer]), soon);
  });

  test('is not harmed by a subscriber that throws', async () => {
    const bus = track(await backend.open());
    bus.subscribe(() => {
      throw new Error('a bug');
    });
    const seen = listen(bus);
    const messages = [newMessage(), newMessage()];

    for (const message of messages) await bus.publish(message);

    await vi.waitFor(() => expect(seen).toEqual(messages), soon);
  });

  test('brings nothing to a subscriber that left', async () => {
    const bus = track(await backend.open());
    const left: BusMessage[] = [];
    const leave = bus.subscribe((message) => left.push(message));
    const seen = listen(bus);
    leave();

    await bus.publish(newMessage());

    await vi.waitFor(() => expect(seen).toHaveLength(1), soon);
    expect(left).toEqual([]);
  });
});

describe('postgres buses of several processes', () => {
  test('see the messages of each other, in order, and their own only once', async () => {
    const [one, other] = [await open(), await open()];
    const [seenByOne, seenByOther] = [listen(one), listen(other)];
    const fromOne = Array.from({ length: 200 }, newMessage);
    const fromOther: BusMessage[] = [{ kind: 'changed', what: 'issues' }, newMessage()];

    for (const message of fromOne) await one.publish(message);
    await vi.waitFor(() => expect(seenByOther).toEqual(fromOne), soon);
    for (const message of fromOther) await other.publish(message);

    // Notifications arrive in commit order, so an echo of the bus's own messages would come before the other's.
    await vi.waitFor(() => expect(seenByOne).toEqual([...fromOne, ...fromOther]), soon);
  });

  test('send what was published just before closing', async () => {
    const [one, other] = [await open(), await open()];
    const seen = listen(other);
    const message = newMessage();

    await one.publish(message);
    await one.close();

    await vi.waitFor(() => expect(seen).toEqual([message]), soon);
  });

  test('ignore a notification that is not a message', async () => {
    const [one, other] = [await open(), await open()];
    const seen = listen(other);
    await query(`select pg_notify('precis_bus', 'hello'), pg_notify('precis_bus', '{"kind":"unknown"}')`);
    const message = newMessage();

    await one.publish(message);

    await vi.waitFor(() => expect(seen).toEqual([message]), soon);
  });

  test('come back after the server ended their connections, and say that anything may have changed', async () => {
    const [one, other] = [await open(), await open()];
    const seen = listen(other);
    await query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'precis listener' and datname = current_database()`,
    );

    await vi.waitFor(() => expect(seen).toContainEqual({ kind: 'changed', what: 'runs' }), soon);

    const message = newMessage();
    await one.publish(message);
    await vi.waitFor(() => expect(seen).toContainEqual(message), soon);
  });

  test('send after reconnecting what was published while the connection was down', async () => {
    const proxy = await startProxy(connectionString);
    const one = track(await createPostgresBus({ connectionString: proxy.url, log: silent }));
    const seen = listen(await open());
    proxy.refuse();
    await vi.waitFor(async () => expect(await countListeners()).toBe(1), soon);
    const message = newMessage();

    await one.publish(message);
    proxy.accept();

    await vi.waitFor(() => expect(seen).toEqual([message]), soon);
    await one.close();
    await proxy.stop();
  });

  test('notice a connection that died without a word', { timeout: 40_000 }, async () => {
    const proxy = await startProxy(connectionString);
    const seen = listen(track(await createPostgresBus({ connectionString: proxy.url, log: silent })));
    proxy.swallow();

    await vi.waitFor(() => expect(seen).toContainEqual({ kind: 'changed', what: 'runs' }), {
      timeout: 30_000,
    });

    await proxy.stop();
  });
});

async function open(): Promise<Bus> {
  return track(await createPostgresBus({ connectionString, log: silent }));
}

function track(bus: Bus): Bus {
  opened.push(bus);
  return bus;
}

function listen(bus: Bus): BusMessage[] {
  const seen: BusMessage[] = [];
  bus.subscribe((message) => seen.push(message));
  return seen;
}

function newMessage(): BusMessage {
  return { kind: 'run-events', runId: runIdSchema.parse(randomUUID()) };
}

function isSame(one: BusMessage, other: BusMessage): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

async function query(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function countListeners(): Promise<number> {
  const rows = await query(
    `select 1 from pg_stat_activity
     where application_name = 'precis listener' and datname = current_database()`,
  );
  return rows.length;
}

/** Starts a proxy between bus and server that breaks their connection in ways a server would not. */
async function startProxy(target: string) {
  const { hostname, port } = new URL(target);
  const pairs: { near: Socket; far: Socket }[] = [];
  let refusing = false;
  const server = createServer((near) => {
    if (refusing) {
      near.destroy();
      return;
    }
    const far = openSocket(Number(port), hostname);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.pipe(far);
    far.pipe(near);
    pairs.push({ near, far });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  const cut = () => {
    for (const { near, far } of pairs.splice(0)) {
      near.destroy();
      far.destroy();
    }
  };
  return {
    url: url.href,
    refuse() {
      refusing = true;
      cut();
    },
    accept() {
      refusing = false;
    },
    /** Keeps connections open, but passes nothing. */
    swallow() {
      for (const { near, far } of pairs) {
        near.unpipe(far).resume();
        far.unpipe(near).resume();
      }
    },
    async stop() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
