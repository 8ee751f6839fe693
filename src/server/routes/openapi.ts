import type { Hono } from 'hono';
import type { Router } from '#server/api/router.ts';
import type { ServerPorts } from '#server/ports.ts';

export function addOpenApiRoute(
  app: Hono,
  { router, version }: { router: Router } & Pick<ServerPorts, 'version'>,
): void {
  let document: object | null = null;
  app.get('/api/openapi.json', async (c) => {
    // Loaded on first use: few ask for the document.
    const { describeApi } = await import('#server/api/describe-api.ts');
    document ??= describeApi(router.routes, version);
    return c.json(document, 200);
  });
}
