import { AppError } from '#schema/app-error.ts';
import type { SummarySlot } from '#schema/reader-wire.ts';
import { entryRoutes, entrySummaryRoutes } from '#schema/routes/entry-routes.ts';
import { readerRoutes } from '#schema/routes/reader-routes.ts';
import { type Router } from '#server/api/router.ts';
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

export function addEntryRoutes({ answer, startRun }: Router, { reader }: Pick<ServerPorts, 'reader'>): void {
  answer(entryRoutes.list, async ({ query }) => (await reader()).listEntries(query));
  answer(entryRoutes.add, async ({ body }) => (await reader()).addEntry(body));
  answer(entryRoutes.markRead, async ({ body }) => (await reader()).markRead(body));
  answer(entryRoutes.patchMany, async ({ body }) => (await reader()).patchEntries(body));
  answer(entryRoutes.get, async ({ id }) => (await reader()).getEntry(id));
  answer(entryRoutes.patch, async ({ id, body }) => (await reader()).patchEntry(id, body));
  answer(entryRoutes.remove, async ({ id }) => (await reader()).deleteEntry(id));
  answer(entryRoutes.fetchFullText, async ({ id }) => (await reader()).fetchFullText(id));
  answer(entryRoutes.image, async ({ id, key }, c) => {
    const { type, bytes } = await (await reader()).getImage(id, key);
    return c.body(bytes, 200, imageHeaders(type));
  });

  const { start, list, clear, restore, prompt } = entrySummaryRoutes;
  startRun(start, async ({ id, body, runId }) => (await reader()).summarize(id, { ...body, runId }));
  answer(list, async ({ id }) => (await reader()).listSummaries(id));
  answer(clear, async ({ id, query }) => (await reader()).clearSummaries(id, readSlot(query)));
  answer(restore, async ({ id, body }) => (await reader()).restoreSummaries(id, body.undoId));
  answer(prompt, async ({ id, query }) => (await reader()).previewPrompt(id, query));
}

/** Reads which summary to clear. Half a slot is rejected, because it must not be treated as "all". */
function readSlot({ targetLanguage, detailLevel, of }: Partial<SummarySlot>): SummarySlot | null {
  if (targetLanguage === undefined && detailLevel === undefined && of === undefined) return null;
  if (targetLanguage !== undefined && detailLevel !== undefined)
    return { targetLanguage, detailLevel, ...(of && { of }) };
  throw new AppError('invalid_input', 'query: set both targetLanguage and detailLevel, or neither.');
}

/** An SVG image may contain scripts, so it gets no permissions when it is opened as a page. */
const contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Makes the headers of an image from another site. */
function imageHeaders(type: string): Record<string, string> {
  return {
    'Content-Type': type,
    'Cache-Control': 'private, max-age=86400',
    'Content-Security-Policy': contentSecurityPolicy,
  };
}
