import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { createMcpServer } from './create-mcp-server.ts';
import type { McpPorts } from './ports.ts';

/**
 * Answers one request of the streamable HTTP transport. Nothing is kept between requests, so any of several processes
 * can answer the next one, and no connection stays open.
 */
export async function answerMcp(
  ports: McpPorts,
  { request, body }: { request: Request; body: unknown },
): Promise<Response> {
  if (request.method !== 'POST') {
    const error = { code: -32_000, message: 'Method not allowed. Send each message as a POST request.' };
    return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 405, headers: { Allow: 'POST' } });
  }
  const showsReader = await ports.reader.isAllowed();
  if (!(await isLegacyRequest(request, body))) {
    const handler = createMcpHandler(() => createMcpServer(ports, { showsReader }), { maxSubscriptions: 0 });
    return handler.fetch(request, { parsedBody: body });
  }
  // Clients of protocol versions up to 2025-11-25 get JSON too. The SDK's own handler would stream to them.
  const server = createMcpServer(ports, { showsReader });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: body });
  } finally {
    // The response is already complete, so the server can close.
    await server.close();
  }
}
