import { checkRoutes } from '#schema/routes/check-routes.ts';
import type { Router } from '#server/api/router.ts';
import type { ServerPorts } from '#server/ports.ts';

export function addCheckRoutes({ answer, startRun }: Router, { checks }: Pick<ServerPorts, 'checks'>): void {
  answer(checkRoutes.state, ({ query }) => checks.state(query));
  startRun(checkRoutes.start, ({ body, runId }) => checks.start(body, { runId }));
  startRun(checkRoutes.repair, ({ body, runId }) => checks.repair(body, { runId }));
  answer(checkRoutes.undo, ({ id }) => checks.undo(id));
}
