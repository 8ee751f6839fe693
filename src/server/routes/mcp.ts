import type { OpenAPIHono } from '@hono/zod-openapi';
import { limitBody } from '#server/limit-body.ts';

interface McpRoutePorts {
  /** One request of the streamable HTTP transport. */
  mcp(request: Request): Promise<Response>;
}

/** As much as a text to be summarized may take. */
const maxBodyBytes = 48 * 1024 * 1024;

/** No part of the OpenAPI document: its protocol describes itself. */
export function addMcpRoute(app: OpenAPIHono, { mcp }: McpRoutePorts): void {
  app.use(
    '/mcp',
    limitBody(() => maxBodyBytes),
  );
  app.all('/mcp', (c) => mcp(c.req.raw));
}
