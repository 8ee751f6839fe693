import { afterEach, expect, test } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import { openRealServer, type RealServer } from '#tests/fixtures/open-real-server.ts';

let real: RealServer | undefined;
afterEach(() => real?.close());

test('a load balancer is told that the server is ready, by any name and without a token', async () => {
  real = await openRealServer({ token: 'a token that nobody has', allowedHosts: [] });
  const request = new Request('http://10.0.0.7:37777/api/ready', { headers: { host: '10.0.0.7:37777' } });
  const answer = await real.server.fetch(request);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ status: 'ready' });
});

test('a load balancer is told to go elsewhere by a server that is stopping', async () => {
  real = await openRealServer({
    checkReady: async () => {
      throw new AppError('server_unreachable', 'This server is shutting down. Use another one.');
    },
  });
  const answer = await real.server.fetch(new Request('http://127.0.0.1:37777/api/ready'));
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ code: 'server_unreachable' });
});
