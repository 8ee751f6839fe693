import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { entryIdSchema } from '#schema/entry.ts';
import type { ServerPorts } from '#server/ports.ts';
import { problems } from '#server/routes/describe.ts';
import { numberedId } from '#server/routes/numbered-id.ts';

/** A drawing (SVG) may hold scripts; opened as a page, it gets no permissions. */
const contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const get = createRoute({
  method: 'get',
  path: '/api/entries/{id}/images/{key}',
  operationId: 'getEntryImage',
  summary: 'Get an image of an article, fetched by the server.',
  request: { params: z.object({ id: numberedId(entryIdSchema), key: z.string().regex(/^[\da-f]{32}$/) }) },
  responses: {
    200: { description: 'The image.', content: { 'image/*': { schema: z.string() } } },
    ...problems(
      'not_found',
      'fetch_refused',
      'fetch_failed',
      'fetch_timeout',
      'fetch_too_large',
      'fetch_unsupported',
    ),
  },
});

export function addImageRoute(app: OpenAPIHono, { reader }: Pick<ServerPorts, 'reader'>): void {
  app.openapi(get, async (c) => {
    const { id, key } = c.req.valid('param');
    const { type, bytes } = await (await reader()).getImage(id, key);
    return c.body(bytes, 200, {
      'Content-Type': type,
      'Cache-Control': 'private, max-age=86400',
      'Content-Security-Policy': contentSecurityPolicy,
    });
  });
}
