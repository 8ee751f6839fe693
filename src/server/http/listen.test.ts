import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createClient } from '#client/create-client.ts';
import { AppError } from '#schema/app-error.ts';
import { modelProfileInputSchema } from '#schema/models/model-profile.ts';
import { openRealServer, type RealServer } from '#tests/fixtures/open-real-server.ts';
import { startScriptedModel } from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { type Listening, listen } from './listen.ts';

const article =
  'The bridge over the Aa was closed on Monday. Engineers found a crack in its third pier. '.repeat(8);

const opened: { close(): Promise<unknown> }[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const thing of opened.splice(0).toReversed()) await thing.close();
});

async function listenHere(fetch: (request: Request) => Promise<Response>): Promise<Listening> {
  const listening = await listen({ fetch, host: '127.0.0.1', port: 0, token: null, closeGraceMs: 600_000 });
  opened.push(listening);
  return listening;
}

/**
 * Opens the whole server on a socket. The port is known only once it listens, and the server must know its own name.
 */
async function serveReal(): Promise<{ real: RealServer; listening: Listening }> {
  let real: RealServer | null = null;
  const listening = await listenHere(async (request) => real?.server.fetch(request) ?? new Response());
  real = await openRealServer({ allowedHosts: [`127.0.0.1:${listening.port}`] });
  opened.unshift(real);
  return { real, listening };
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

async function exchange(port: number, bytes: string): Promise<string> {
  const socket = await open(port);
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString()));
  socket.write(bytes);
  await once(socket, 'close');
  return answer;
}

async function failureOf(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.catch((thrown: unknown) => thrown);
  if (!(error instanceof AppError)) throw new Error('it did not fail as it should', { cause: error });
  return error;
}

describe('listening', () => {
  test('answers at the address it names', async () => {
    const { url } = await listenHere(async () => new Response('here'));
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await (await fetch(url)).text()).toBe('here');
  });

  test('on a port in use fails with one line that names the port', async () => {
    const { port } = await listenHere(async () => new Response());
    const options = { fetch: async () => new Response(), host: '127.0.0.1', port, token: null };
    const error = await failureOf(listen(options));
    expect(error.code).toBe('port_in_use');
    expect(error.message).toContain(String(port));
    expect(error.message).not.toContain('\n');
  });

  test.each(['0.0.0.0', '::', '192.168.1.4', 'precis.example', '127.0.0.1.evil.example'])(
    'on %s without a token is refused before anything is opened',
    async (host) => {
      const error = await failureOf(
        listen({ fetch: async () => new Response(), host, port: 0, token: null }),
      );
      expect(error.code).toBe('token_required');
      expect(error.message).toContain('PRECIS_TOKEN');
    },
  );

  test('beyond this machine is allowed with a token', async () => {
    const listening = await listen({
      fetch: async () => new Response('in'),
      host: '0.0.0.0',
      port: 0,
      token: 't',
    });
    opened.push(listening);
    expect(listening.url).toBe(`http://localhost:${listening.port}`);
    expect(await (await fetch(`http://127.0.0.1:${listening.port}`)).text()).toBe('in');
  });

  test('on an address of no machine fails with a line that says so', async () => {
    const options = { fetch: async () => new Response(), host: '203.0.113.7', port: 0, token: 't' };
    const error = await failureOf(listen(options));
    expect(error.message).toContain('203.0.113.7');
    expect(error.message).toContain('PRECIS_HOST');
  });
});

describe('the server on a socket', () => {
  test('streams a run to a client over HTTP and lets go of it when the client leaves', async () => {
    const { real, listening } = await serveReal();
    const model = await startScriptedModel({
      reply: { text: 'More. ', fault: { kind: 'endless' }, delayMs: 5 },
    });
    opened.push(model);
    const client = createClient({ fetch, baseUrl: listening.url });
    const input = modelProfileInputSchema.parse({
      id: 'local/endless',
      name: 'Endless',
      provider: 'openai-compatible',
      model: 'endless',
      baseUrl: model.baseUrl('openai'),
    });
    const { id: modelProfileId } = await client.models.put(input);
    const run = await client.summarize({ text: article, modelProfileId });
    const before = real.bus.subscribers();
    let during = 0;
    for await (const event of client.runs.events(run.id)) {
      if (event.type !== 'text-delta') continue;
      during = real.bus.subscribers();
      break;
    }
    expect(during).toBe(before + 1);
    await expect.poll(() => real.bus.subscribers()).toBe(before);
    await client.runs.cancel(run.id);
    const rest = await Array.fromAsync(client.runs.events(run.id));
    expect(rest.at(-1)).toMatchObject({ type: 'run-end', status: 'cancelled' });
  });

  test('refuses a foreign Host header, as DNS rebinding would send', async () => {
    const { listening } = await serveReal();
    const answer = await exchange(
      listening.port,
      'GET /api/health HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    expect(answer).toContain('foreign_host');
  });

  test.each(['HTTP/1.0', 'HTTP/1.1'])('refuses a request of %s without a Host header', async (version) => {
    const { listening } = await serveReal();
    const answer = await exchange(listening.port, `GET /api/health ${version}\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).not.toContain('"status":"ok"');
  });

  test('takes a chunked body, and refuses one over the limit', async () => {
    const { listening } = await serveReal();
    async function post(text: string): Promise<number> {
      const body = new Blob([JSON.stringify({ text })]).stream();
      const headers = { 'content-type': 'application/json' };
      const request = new Request(`${listening.url}/api/summaries`, {
        method: 'POST',
        body,
        headers,
        duplex: 'half',
      });
      return (await fetch(request)).status;
    }
    expect(await post(article)).toBe(202);
    expect(await post('a'.repeat(49 * 1024 * 1024))).toBe(413);
  });

  test('takes no body of a form', async () => {
    const { listening } = await serveReal();
    const response = await fetch(`${listening.url}/api/summaries`, {
      method: 'POST',
      body: new URLSearchParams({ text: article }),
    });
    expect(response.status).toBe(400);
  });
});

describe('closing', () => {
  test('ends open event streams, kept-alive and never-used connections', async () => {
    const { listening } = await serveReal();
    await (await fetch(`${listening.url}/api/health`)).text();
    await open(listening.port);
    const response = await fetch(`${listening.url}/api/changes`);
    const stream = response.text();
    await listening.close();
    expect(await stream).toBe('');
    await expect(fetch(`${listening.url}/api/health`)).rejects.toThrow('fetch failed');
  });

  test('lets an open request finish', async () => {
    const entered = Promise.withResolvers<void>();
    const leave = Promise.withResolvers<void>();
    const listening = await listenHere(async () => {
      entered.resolve();
      await leave.promise;
      return new Response('finished');
    });
    const answer = fetch(listening.url).then((response) => response.text());
    await entered.promise;
    const closed = listening.close();
    leave.resolve();
    expect(await answer).toBe('finished');
    await closed;
  });

  test('still answers the first request on a connection that was just opened', async () => {
    const listening = await listenHere(async () => new Response('answered'));
    const socket = await open(listening.port);
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    const left = once(socket, 'close');
    const closed = listening.close();
    socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
    await Promise.all([closed, left]);
    expect(answer).toContain('answered');
  });

  test('is prepared by leaving: each answer then ends its connection, so that none breaks under a request', async () => {
    const listening = await listenHere(async () => new Response('answered'));
    expect((await fetch(listening.url)).headers.get('connection')).toBe('keep-alive');
    listening.leave();
    expect((await fetch(listening.url)).headers.get('connection')).toBe('close');
  });

  test('twice does no harm', async () => {
    const listening = await listenHere(async () => new Response());
    await listening.close();
    await expect(listening.close()).resolves.toBeUndefined();
  });
});
