import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answerMcp } from '#mcp/answer-mcp.ts';
import { addMcpRoute } from '#server/create-server.ts';
import { guard } from '#server/http/guard.ts';
import { type Listening, listen } from '#server/http/listen.ts';
import { createLogins, requireToken } from '#server/http/require-token.ts';
import { answerProblem } from '#server/problem.ts';
import { createLoginStore } from '#tests/fixtures/login-store.ts';
import { createMcpPorts } from '#tests/fixtures/mcp-ports.ts';

let server: Listening;

beforeEach(async () => {
  const { ports } = await createMcpPorts();
  const app = new Hono();
  const allowedHosts: string[] = [];
  app.onError((error, c) => answerProblem(error, c, ports.log));
  app.use((c, next) => guard({ allowedHosts })(c, next));
  const token = 'open sesame';
  const logins = createLogins({ store: createLoginStore(), token, now: Date.now });
  app.use(requireToken({ token, logins, log: ports.log }));
  addMcpRoute(app, { mcp: (request, body) => answerMcp(ports, { request, body }) });
  server = await listen({
    fetch: async (request) => app.fetch(request),
    host: '127.0.0.1',
    port: 0,
    token: null,
  });
  allowedHosts.push(`127.0.0.1:${server.port}`);
});

afterEach(() => server.close());

describe('the tools at /mcp', () => {
  test.each(['legacy', 'auto'] as const)('serve a client that has the token (%s)', async (mode) => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    const headers = { authorization: 'Bearer open sesame' };
    const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), {
      requestInit: { headers },
    });
    await client.connect(transport);
    const { content } = await client.callTool({ name: 'memory_search', arguments: { query: 'login' } });
    expect(JSON.stringify(content)).toContain('Fix the login page');
    await client.close();
  });

  test('are closed to those who have not, and to pages of other sites', async () => {
    const post = (headers: Record<string, string>) =>
      fetch(`${server.url}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
      });
    expect((await post({})).status).toBe(401);
    const authorized = { authorization: 'Bearer open sesame' };
    expect((await post(authorized)).status).toBe(200);
    const foreign = { ...authorized, origin: 'http://evil.example' };
    expect((await post(foreign)).status).toBe(403);
    const form = { ...authorized, 'content-type': 'text/plain' };
    expect((await post(form)).status).toBe(400);
  });
});
