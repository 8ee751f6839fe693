import { translationRoutes } from '#schema/routes/translation-routes.ts';
import { type Router, toDisposition } from '#server/api/router.ts';
import type { ServerPorts } from '#server/ports.ts';

export function addTranslationRoutes(
  { answer, startRun }: Router,
  { reader }: Pick<ServerPorts, 'reader'>,
): void {
  const translations = async () => (await reader()).translations;
  const {
    get,
    start,
    text: textRoute,
    startText,
    clear,
    restore,
    startTitles,
    titles,
    exportEntry,
  } = translationRoutes;
  answer(get, async ({ id, query }) => (await translations()).get(id, query));
  startRun(start, async ({ id, body, runId }) => (await translations()).start(id, { ...body, runId }));
  answer(textRoute, async ({ id, query }) => (await translations()).text(id, query));
  startRun(startText, async ({ body, runId }) => (await translations()).startText({ ...body, runId }));
  answer(clear, async ({ id, query }) => (await translations()).clear(id, query));
  answer(restore, async ({ id, body }) => (await translations()).restore(id, body.undoId));
  startRun(startTitles, async ({ body, runId }) => (await translations()).startTitles({ ...body, runId }));
  answer(titles, async ({ query }) => (await translations()).titles(query));
  answer(exportEntry, async ({ id, query }, c) => {
    const { name, mediaType, text } = await (await translations()).exportEntry(id, query);
    return c.body(text, 200, {
      'Content-Type': mediaType,
      'Content-Disposition': toDisposition(name, 'article'),
      'Content-Security-Policy': "default-src 'none'; sandbox",
    });
  });
}
