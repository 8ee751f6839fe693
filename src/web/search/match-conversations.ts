import type { ConversationHead } from '#schema/conversations/conversations-wire.ts';
import { parseSearch, termsOf } from '#text/search-terms.ts';

/** Those whose name or last message contains every word, in the given order. */
export function matchConversations(
  heads: readonly ConversationHead[],
  { query, limit }: { query: string; limit: number },
): ConversationHead[] {
  const { terms } = parseSearch(query);
  return heads
    .filter(({ id, lastUserMessage }) => {
      const words = [...termsOf(`${id} ${lastUserMessage}`)];
      return terms.every(({ text, prefix }) =>
        words.some((word) => (prefix ? word.startsWith(text) : word === text)),
      );
    })
    .slice(0, limit);
}
