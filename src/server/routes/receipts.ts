import { checkRoutes } from '#schema/routes/check-routes.ts';
import type { Router } from '#server/api/router.ts';
import type { ServerPorts } from '#server/ports.ts';

export function addReceiptRoutes({ answer }: Router, { checks }: Pick<ServerPorts, 'checks'>): void {
  answer(checkRoutes.receipt, async ({ query }, c) => {
    const { name, mediaType, text } = await checks.receipt(query);
    return c.body(text, 200, { 'Content-Type': mediaType, 'Content-Disposition': toDisposition(name) });
  });
}

/** Older clients read the plain name, all others the encoded one. */
function toDisposition(name: string): string {
  const extension = name.slice(name.lastIndexOf('.'));
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="receipt${extension}"; filename*=UTF-8''${encoded}`;
}
