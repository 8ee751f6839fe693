import { loginRoutes } from '#schema/routes/status-routes.ts';
import type { Router } from '#server/api/router.ts';
import type { Logins } from '#server/http/logins.ts';
import { forgetLogin, loginOf, readBearer } from '#server/http/require-token.ts';

/** Null: this server requires no token. */
export function addLoginRoutes({ answer }: Router, logins: Logins | null): void {
  answer(loginRoutes.get, (_input, c) => {
    if (logins === null) return { by: 'nothing' as const };
    return {
      by: readBearer(c.req.header('authorization')) === undefined ? ('login' as const) : ('token' as const),
    };
  });
  answer(loginRoutes.end, async ({ query }, c) => {
    const id = loginOf(c);
    if (query.everywhere === 'true') await logins?.closeAll();
    else if (id !== undefined) await logins?.close(id);
    if (logins !== null) forgetLogin(c);
  });
}
