import type { Hono } from 'hono';
import type { ServerPorts } from '#server/ports.ts';

/**
 * For load balancers, which have no token: whether to send requests here. It reveals nothing else, so
 * it comes before the guards and is not part of the documented API.
 */
export function addReadyRoute(app: Hono, { checkReady }: Pick<ServerPorts, 'checkReady'>): void {
  app.get('/api/ready', async (c) => {
    await checkReady();
    return c.json({ status: 'ready' }, 200, { 'Cache-Control': 'no-store' });
  });
}
