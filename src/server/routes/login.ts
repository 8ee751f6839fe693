import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Logins } from '#server/http/logins.ts';
import { bearerOf, forgetLogin, loginOf } from '#server/http/require-token.ts';
import { apiSchemas } from '#server/schemas/api-schemas.ts';
import { jsonAnswer, problems } from './describe.ts';

const get = createRoute({
  method: 'get',
  path: '/api/login',
  operationId: 'getLogin',
  summary:
    'Get how this client is authenticated: without a token, by the token itself, or by a login that can be ended.',
  responses: { 200: jsonAnswer('The authentication method.', apiSchemas.login), ...problems() },
});

const remove = createRoute({
  method: 'delete',
  path: '/api/login',
  operationId: 'signOut',
  summary: 'End the login of this browser, or all logins. The token stays valid.',
  request: { query: z.object({ everywhere: z.enum(['true', 'false']).optional() }) },
  responses: { 204: { description: 'Signed out.' }, ...problems() },
});

/** Null: this server requires no token. */
export function addLoginRoutes(app: OpenAPIHono, logins: Logins | null): void {
  app.openapi(get, (c) => {
    if (logins === null) return c.json({ by: 'nothing' as const }, 200);
    return c.json({ by: bearerOf(c) === undefined ? ('login' as const) : ('token' as const) }, 200);
  });

  app.openapi(remove, async (c) => {
    const id = loginOf(c);
    if (c.req.valid('query').everywhere === 'true') await logins?.closeAll();
    else if (id !== undefined) await logins?.close(id);
    if (logins !== null) forgetLogin(c);
    return c.body(null, 204);
  });
}
