import { readerRoutes } from '#schema/routes/reader-routes.ts';
import type { Router } from '#server/api/router.ts';
import { imageHeaders } from '#server/http/image-headers.ts';
import type { ServerPorts } from '#server/ports.ts';

export function addReaderRoutes({ answer }: Router, { reader }: Pick<ServerPorts, 'reader'>): void {
  const { subscriptions, feeds, folders, opml } = readerRoutes;
  answer(subscriptions, async () => (await reader()).subscriptions());

  answer(feeds.subscribe, async ({ body }) => (await reader()).subscribe(body));
  answer(feeds.addSample, async () => (await reader()).addSample());
  answer(feeds.refresh, async ({ query }) => (await reader()).refresh(query.feedId));
  answer(feeds.progress, async () => (await reader()).refreshProgress());
  answer(feeds.patch, async ({ id, body }) => (await reader()).patchFeed(id, body));
  answer(feeds.remove, async ({ id }) => (await reader()).deleteFeed(id));
  answer(feeds.icon, async ({ id }, c) => {
    const { type, bytes } = await (await reader()).getIcon(id);
    return c.body(bytes, 200, imageHeaders(type));
  });

  answer(folders.create, async ({ body }) => (await reader()).createFolder(body));
  answer(folders.patch, async ({ id, body }) => (await reader()).patchFolder(id, body));
  answer(folders.remove, async ({ id }) => (await reader()).deleteFolder(id));

  answer(opml.import, async ({ body }) => (await reader()).importOpml(body.opml));
  answer(opml.export, async (_input, c) =>
    c.body(await (await reader()).exportOpml(), 200, {
      'Content-Type': 'text/x-opml; charset=utf-8',
      'Content-Disposition': 'attachment; filename="precis.opml"',
    }),
  );
}
