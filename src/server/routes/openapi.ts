import type { OpenAPIHono } from '@hono/zod-openapi';
import type { ServerPorts } from '#server/ports.ts';

/** Must come after all other routes: the document contains the routes registered when it is first requested. */
export function addOpenApiRoute(app: OpenAPIHono, { version }: Pick<ServerPorts, 'version'>): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'token', { type: 'http', scheme: 'bearer' });
  let document: object | null = null;

  app.get('/api/openapi.json', (c) => {
    document ??= allowNull(
      app.getOpenAPI31Document({
        openapi: '3.1.0',
        info: { title: 'Precis', version, description: 'Summaries you can trust.', license: { name: 'MIT' } },
        servers: [{ url: '/' }],
        // A server on loopback requires none.
        security: [{ token: [] }, {}],
      }),
    );
    return c.json(document, 200);
  });
}

/** The library writes a nullable reference as both at the same time, which null would not satisfy. */
function allowNull(document: object): object {
  return JSON.parse(JSON.stringify(document), (_, value) => {
    const [reference, orNull] = value?.allOf ?? [];
    if (reference?.$ref === undefined || !orNull?.type?.includes('null')) return value;
    const { allOf: _both, ...rest } = value;
    return { ...rest, anyOf: [reference, { type: 'null' }] };
  });
}
