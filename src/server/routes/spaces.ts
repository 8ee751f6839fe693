import type { RunId } from '#schema/ids.ts';
import { spaceRoutes, threadRoutes } from '#schema/routes/thread-routes.ts';
import { type MessageId, messageIdSchema } from '#schema/spaces/space.ts';
import type { Router } from '#server/api/router.ts';
import type { ServerPorts } from '#server/ports.ts';
import { toMarkdown } from '#sources/thread/export-thread.ts';

export function addSpaceRoutes({ answer }: Router, { spaces }: Pick<ServerPorts, 'spaces'>): void {
  answer(spaceRoutes.list, () => spaces.list());
  answer(spaceRoutes.create, ({ body }) => spaces.create(body));
  answer(spaceRoutes.patch, ({ id, body }) => spaces.patch(id, body));
  answer(spaceRoutes.remove, ({ id }) => spaces.remove(id));
}

export function addThreadRoutes({ answer }: Router, { spaces }: Pick<ServerPorts, 'spaces'>): void {
  answer(threadRoutes.list, ({ query }) => spaces.listThreads(query));
  answer(threadRoutes.create, ({ body }) => spaces.createThread(body));
  answer(threadRoutes.search, ({ query }) => spaces.search(query));
  answer(threadRoutes.get, ({ id }) => spaces.getThread(id));
  answer(threadRoutes.patch, ({ id, body }) => spaces.patchThread(id, body));
  answer(threadRoutes.remove, ({ id }) => spaces.removeThread(id));
  answer(threadRoutes.explain, ({ id, query }) => spaces.explain(id, query.policy));
  answer(threadRoutes.exportJson, ({ id }, c) => {
    c.header('Content-Disposition', 'attachment; filename="thread.json"');
    return spaces.exportThread(id);
  });
  answer(threadRoutes.exportMarkdown, async ({ id }, c) =>
    c.body(toMarkdown(await spaces.exportThread(id)), 200, {
      'Content-Type': 'text/markdown; charset=utf-8',
      'Content-Disposition': 'attachment; filename="thread.md"',
    }),
  );
}

export function addMessageRoutes(
  { answer, startRun }: Router,
  { spaces }: Pick<ServerPorts, 'spaces'>,
): void {
  answer(threadRoutes.messages, ({ id, query }) => spaces.listMessages(id, query));
  answer(threadRoutes.send, ({ id, body, runId }) =>
    spaces.send(id, { ...body, id: body.id ?? nameOf(runId) }),
  );
  answer(threadRoutes.removeQueued, ({ id, messageId }) => spaces.removeQueued(id, messageId));
  answer(threadRoutes.editLast, ({ id, messageId, body, runId }) =>
    spaces.editLast(id, messageId, { ...body, id: nameOf(runId) }),
  );
  answer(threadRoutes.retry, ({ id, runId }) => spaces.retry(id, { runId }));
  answer(threadRoutes.editSummary, ({ id, body }) => spaces.editSummary(id, body));
  startRun(threadRoutes.rebuildSummary, ({ id, runId }) => spaces.rebuildSummary(id, { runId }));
  answer(threadRoutes.versions, ({ id }) => spaces.listVersions(id));
  answer(threadRoutes.restoreSummary, ({ id, body }) => spaces.restoreSummary(id, body));
  answer(threadRoutes.grounding, ({ id }) => spaces.ground(id));
}

/**
 * Derives the id of a sent message from the id of its Idempotency-Key, so that a repeated request finds the message.
 */
function nameOf(id: RunId | undefined): MessageId | undefined {
  return id === undefined ? undefined : messageIdSchema.parse(id);
}
