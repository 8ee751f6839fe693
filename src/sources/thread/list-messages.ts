import type { ThreadId } from '#schema/spaces/space.ts';
import type { ListMessagesQuery, MessagePage } from '#schema/spaces/spaces-wire.ts';
import type { SpacesPorts } from './ports.ts';
import { requireThread } from './require-thread.ts';

/** One page; one extra message shows whether there are more. */
export async function listMessages(
  ports: Pick<SpacesPorts, 'store'>,
  threadId: ThreadId,
  { beforeSeq, afterSeq, limit }: ListMessagesQuery,
): Promise<MessagePage> {
  await requireThread(ports, threadId);
  const found = await ports.store.listMessages({ threadId, beforeSeq, afterSeq, limit: limit + 1 });
  const hasMore = found.length > limit;
  if (!hasMore) return { items: found, hasMore };
  return { items: afterSeq === undefined ? found.slice(1) : found.slice(0, limit), hasMore };
}
