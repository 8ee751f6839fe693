import { hookRoutes } from '#schema/routes/hook-routes.ts';
import type { Router } from '#server/api/router.ts';
import type { ServerPorts } from '#server/ports.ts';

export function addHookRoutes(
  { answer, answerDirectly }: Router,
  { hooks }: Pick<ServerPorts, 'hooks'>,
): void {
  answerDirectly(hookRoutes.take, ({ client, event, body }) => hooks.take(client, event, body));
  answer(hookRoutes.reports, () => hooks.reports());
}
