import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ConversationId, KeptTurn } from '#schema/conversations/conversations-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';

const listSize = 50;
const turnsSize = 20;

/** Lists conversations, sorted by newest turn first. */
export function useConversations() {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: conversationsKeys.list(),
    queryFn: ({ pageParam }) =>
      client.conversations.list({ limit: listSize, ...(pageParam === null ? {} : { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

export function useConversation(id: ConversationId) {
  const client = useClient();
  return useQuery({
    queryKey: conversationsKeys.one(id),
    queryFn: () => client.conversations.get(id, { limit: 1 }),
  });
}

/** Loads the newest turns first and earlier ones page by page; the last page has the earliest turns. */
export function useTurns(id: ConversationId) {
  const client = useClient();
  const query = useInfiniteQuery({
    queryKey: conversationsKeys.turns(id),
    queryFn: ({ pageParam }) =>
      client.conversations.turns(id, {
        limit: turnsSize,
        ...(pageParam === null ? {} : { before: pageParam }),
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ items, hasMore }) => (hasMore ? (items[0]?.number ?? null) : null),
  });

  /** Loads pages back to the turn with this number. Null if it cannot be loaded. */
  async function loadBackTo(number: number): Promise<KeptTurn | null> {
    for (let read: Pick<typeof query, 'data' | 'hasNextPage' | 'isError'> = query; ; ) {
      const turns = read.data?.pages.flatMap((page) => page.items) ?? [];
      const found = turns.find((turn) => turn.number === number);
      if (found !== undefined || !read.hasNextPage || read.isError) return found ?? null;
      read = await query.fetchNextPage();
    }
  }

  return { query, loadBackTo };
}

export function useRemoveConversation(id: ConversationId) {
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => client.conversations.remove(id),
    async onSuccess() {
      await navigate({ to: '/conversations', replace: true });
      queryClient.removeQueries({ queryKey: conversationsKeys.one(id) });
      queryClient.removeQueries({ queryKey: conversationsKeys.turns(id) });
      await queryClient.invalidateQueries({ queryKey: conversationsKeys.list() });
    },
  });
}

/** The first part of a key is the name the server uses in change events. */
export const conversationsKeys = {
  list: () => ['conversations', 'list'] as const,
  one: (id: ConversationId) => ['conversations', 'one', id] as const,
  turns: (id: ConversationId) => ['conversations', 'turns', id] as const,
  /** The server's answer depends on the number of turns and on the narrative's text. */
  grounding: (id: ConversationId, turns: number, narrative: string) =>
    ['conversation-grounding', id, turns, narrative] as const,
};
