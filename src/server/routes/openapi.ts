import type { OpenAPIHono } from '@hono/zod-openapi';
import type { ServerPorts } from '#server/ports.ts';

/** Comes after all other routes: the document holds what is there when it is first asked for. */
export function addOpenApiRoute(app: OpenAPIHono, { version }: Pick<ServerPorts, 'version'>): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'token', { type: 'http', scheme: 'bearer' });
  let document: object | null = null;

  app.get('/api/openapi.json', (c) => {
    document ??= app.getOpenAPI31Document({
      openapi: '3.1.0',
      info: { title: 'Precis', version, description: 'Summaries you can trust.', license: { name: 'MIT' } },
      servers: [{ url: '/' }],
      // A server on loopback asks for none.
      security: [{ token: [] }, {}],
    });
    return c.json(document, 200);
  });
}
