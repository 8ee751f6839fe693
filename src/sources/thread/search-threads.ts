import type { SearchThreadsQuery, ThreadHitPage } from '#schema/spaces/spaces-wire.ts';
import { parseSearch } from '#text/search-terms.ts';
import { cutExcerpt } from '#text/sentences/cut-excerpt.ts';
import type { SpacesPorts } from './ports.ts';

export async function searchThreads(
  { store }: Pick<SpacesPorts, 'store'>,
  { q, limit, cursor }: SearchThreadsQuery,
): Promise<ThreadHitPage> {
  const { terms } = parseSearch(q);
  if (terms.length === 0) return { items: [], nextCursor: null };
  const found = await store.searchMessages({ terms, limit, cursor });
  const words = terms.map(({ text }) => text);
  return {
    items: found.items.map(({ thread, message }) => ({
      thread,
      message,
      excerpt: cutExcerpt(message.text, words),
    })),
    nextCursor: found.nextCursor,
  };
}
