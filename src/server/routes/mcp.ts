import type { Hono } from 'hono';
import type { ServerPorts } from '#server/ports.ts';

/** Not part of the OpenAPI document: its protocol describes itself. */
export function addMcpRoute(app: Hono, { mcp }: Pick<ServerPorts, 'mcp'>): void {
  app.post('/mcp', async (c) => mcp(c.req.raw, await c.req.json()));
  app.all('/mcp', (c) => mcp(c.req.raw, undefined));
}
