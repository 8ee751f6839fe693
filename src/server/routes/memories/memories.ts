import { memoryRoutes } from '#schema/routes/memory-routes.ts';
import type { Router } from '#server/api/router.ts';
import type { ServerPorts } from '#server/ports.ts';

export function addMemoryRoutes({ answer }: Router, { sessions }: Pick<ServerPorts, 'sessions'>): void {
  const { memories } = sessions;
  answer(memoryRoutes.list, ({ query }) => memories.list(query));
  answer(memoryRoutes.save, ({ body }) => memories.save(body));
  answer(memoryRoutes.edit, ({ id, body }) => memories.edit(id, body));
  answer(memoryRoutes.remove, ({ id }) => memories.remove(id));
  answer(memoryRoutes.restore, ({ id }) => memories.restore(id));
  answer(memoryRoutes.confirm, ({ id }) => memories.confirm(id));
  answer(memoryRoutes.dismiss, ({ id }) => memories.dismiss(id));
  answer(memoryRoutes.undo, ({ id }) => memories.undo(id));
  answer(memoryRoutes.announce, ({ body }) => memories.announce(body));
}
