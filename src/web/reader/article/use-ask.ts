import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Client } from '#client/create-client.ts';
import type { EntryId } from '#schema/entry.ts';
import type { Thread } from '#schema/spaces/space.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

export interface AskAction {
  /** Null: no article is open, or it has no text. */
  start: (() => void) | null;
  isPending: boolean;
  error: Error | null;
  dismiss(): void;
}

/** Opens the thread about the open article: the last used one, or a new one in the oldest Space. */
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
        // Whoever has opened another article in the meantime stays there.
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

/** One tab after the other: the second of two that ask at once finds the thread of the first. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  // Browsers have no locks on plain HTTP from another machine.
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
