import { hookRoutes } from '#schema/routes/hook-routes.ts';
import type { Router } from '#server/api/router.ts';
import type { ServerPorts } from '#server/ports.ts';

export function addHookRoutes(
  { answer, answerDirectly }: Router,
  { hooks }: Pick<ServerPorts, 'hooks'>,
): void {
  answerDirectly(hookRoutes.take, async ({ client, event, body, arrivedAt }) => {
    const answer = await hooks.take(client, event, body);
    if (arrivedAt !== undefined) hooks.noteWait({ client, event, ms: performance.now() - arrivedAt });
    return answer;
  });
  answer(hookRoutes.reports, () => hooks.reports());
}
