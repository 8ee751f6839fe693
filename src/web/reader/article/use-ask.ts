import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Client } from '#client/create-client.ts';
import type { EntryId } from '#schema/entry.ts';
import type { Thread } from '#schema/spaces/space.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

export interface AskAction {
  /** Null means that no article is open, or that the article has no text. */
  start: (() => void) | null;
  isPending: boolean;
  error: Error | null;
  dismiss(): void;
}

/** Opens the thread about the open article: the last used thread, or a new one in the oldest Space. */
export function useAsk(entryId: EntryId | null): AskAction {
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { first } = useStrings().spaces;
  const openId = useRef(entryId);
  useEffect(() => {
    openId.current = entryId;
  });
  const ask = useMutation({
    mutationFn: (id: EntryId) => inTurn(() => openThread(client, { entryId: id, spaceName: first.name })),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['spaces', 'list'] }),
        queryClient.invalidateQueries({ queryKey: ['threads', 'list'] }),
      ]),
  });

  function start(id: EntryId): void {
    if (ask.isPending) return;
    ask.mutate(id, {
      onSuccess(thread) {
        // If another article was opened in the meantime, that article stays open.
        if (openId.current !== id) return;
        void navigate({
          to: '/spaces/thread/$threadId',
          params: { threadId: thread.id },
          search: { compose: true },
        });
      },
    });
  }

  return {
    start: entryId === null ? null : () => start(entryId),
    isPending: ask.isPending,
    error: ask.error,
    dismiss: ask.reset,
  };
}

/** Lets one tab ask at a time. If two tabs ask at once, the second finds the thread of the first. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  // Browsers offer no locks on a page that another machine serves over plain HTTP.
  return 'locks' in navigator ? navigator.locks.request('precis.ask', work) : work();
}

async function openThread(
  client: Client,
  { entryId, spaceName }: { entryId: EntryId; spaceName: string },
): Promise<Thread> {
  const [known] = (await client.threads.list({ entryId, limit: 1 })).items;
  if (known !== undefined) return known;
  const spaces = await client.spaces.list();
  const [oldest] = spaces.toSorted((one, other) => one.createdAt - other.createdAt);
  const { id: spaceId } = oldest ?? (await client.spaces.create({ name: spaceName }));
  return client.threads.create({ spaceId, entryId });
}
