import { checkRoutes } from '#schema/routes/check-routes.ts';
import { toDisposition } from '#server/api/disposition.ts';
import type { Router } from '#server/api/router.ts';
import type { ServerPorts } from '#server/ports.ts';

export function addReceiptRoutes({ answer }: Router, { checks }: Pick<ServerPorts, 'checks'>): void {
  answer(checkRoutes.receipt, async ({ query }, c) => {
    const { name, mediaType, text } = await checks.receipt(query);
    return c.body(text, 200, {
      'Content-Type': mediaType,
      'Content-Disposition': toDisposition(name, 'receipt'),
    });
  });
}
