import { entryTagRoutes, taggingRoutes, tagRoutes } from '#schema/routes/tag-routes.ts';
import { type Router } from '#server/api/router.ts';
import type { ServerPorts } from '#server/ports.ts';

export function addTagRoutes({ answer, startRun }: Router, { tags }: Pick<ServerPorts, 'tags'>): void {
  const { library, ofEntry, batches } = tags;
  answer(tagRoutes.list, () => library.list());
  answer(tagRoutes.create, ({ body }) => library.create(body));
  answer(tagRoutes.export, () => library.exportTags());
  answer(tagRoutes.import, ({ body }) => library.importTags(body));
  answer(tagRoutes.patch, ({ id, body }) => library.patch(id, body));
  answer(tagRoutes.merge, ({ id, body }) => library.merge(id, body.into));
  answer(tagRoutes.remove, ({ id }) => library.remove(id));

  answer(entryTagRoutes.get, ({ id }) => ofEntry.get(id));
  answer(entryTagRoutes.add, ({ id, body }) => ofEntry.add(id, body.names));
  answer(entryTagRoutes.replace, ({ id, body }) => ofEntry.replace(id, body.names));
  answer(entryTagRoutes.remove, ({ id, tagId }) => ofEntry.remove(id, tagId));
  startRun(entryTagRoutes.suggest, ({ id, runId }) => ofEntry.suggest(id, { runId }));
  answer(entryTagRoutes.accept, ({ id, body }) => ofEntry.accept(id, body));
  answer(entryTagRoutes.dismiss, ({ id, body }) => ofEntry.dismiss(id, body));

  answer(taggingRoutes.estimate, ({ body }) => batches.estimate(body));
  // The id that an Idempotency-Key reserves for a run becomes the id of the batch.
  answer(taggingRoutes.start, ({ body, runId }) => batches.start(body, { id: runId }));
  answer(taggingRoutes.list, () => batches.list());
  answer(taggingRoutes.get, ({ id }) => batches.get(id));
  answer(taggingRoutes.entries, ({ id, query }) => batches.listEntries(id, query));
  answer(taggingRoutes.abort, ({ id }) => batches.abort(id));
  answer(taggingRoutes.resume, ({ id }) => batches.resume(id));
  answer(taggingRoutes.accept, ({ id }) => batches.accept(id));
  answer(taggingRoutes.undo, ({ id }) => batches.undo(id));
}
