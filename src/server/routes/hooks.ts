import { hookRoutes } from '#schema/routes/hook-routes.ts';
import type { Router } from '#server/api/router.ts';
import { arrivalOf } from '#server/body/read-body.ts';
import type { ServerPorts } from '#server/ports.ts';

export function addHookRoutes({ answer }: Router, { hooks }: Pick<ServerPorts, 'hooks'>): void {
  answer(hookRoutes.take, async ({ client, event, body }, c) => {
    const taken = await hooks.take(client, event, body);
    hooks.noteWait({ client, event, ms: performance.now() - arrivalOf(c) });
    return taken;
  });
  answer(hookRoutes.reports, () => hooks.reports());
}
