import type { OpenAPIHono } from '@hono/zod-openapi';
import type { ServerPorts } from '#server/ports.ts';

/** Comes after all other routes: the document holds what is there when it is first asked for. */
export function addOpenApiRoute(app: OpenAPIHono, { version }: Pick<ServerPorts, 'version'>): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'token', { type: 'http', scheme: 'bearer' });
  let document: object | null = null;

  app.get('/api/openapi.json', (c) => {
    document ??= allowNull(
      app.getOpenAPI31Document({
        openapi: '3.1.0',
        info: { title: 'Precis', version, description: 'Summaries you can trust.', license: { name: 'MIT' } },
        servers: [{ url: '/' }],
        // A server on loopback asks for none.
        security: [{ token: [] }, {}],
      }),
    );
    return c.json(document, 200);
  });
}

/** The library writes a reference that may be null as both at once, so that null would fit only one of them. */
function allowNull(document: object): object {
  return JSON.parse(JSON.stringify(document), (_, value) => {
    const [reference, orNull] = value?.allOf ?? [];
    if (reference?.$ref === undefined || !orNull?.type?.includes('null')) return value;
    const { allOf: _both, ...rest } = value;
    return { ...rest, anyOf: [reference, { type: 'null' }] };
  });
}
