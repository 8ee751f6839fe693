import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Client } from '#client/create-client.ts';
import type { Message, ThreadId } from '#schema/spaces/space.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { spacesKeys } from '#web/spaces/spaces-keys.ts';
import { type KnownMessages, lastFixedSeq, withOlder, withTail } from './known-messages.ts';

const pageSize = 60;
/** For jumping far back at once. */
const largePageSize = 500;

/** The newest messages, with older ones on request. A change refetches only what can have changed. */
export function useMessages(threadId: ThreadId) {
  const client = useClient();
  const queryClient = useQueryClient();
  const queryKey = spacesKeys.messages(threadId);
  const query = useQuery<KnownMessages>({
    queryKey,
    queryFn: async ({ signal }) => {
      const known = queryClient.getQueryData<KnownMessages>(queryKey);
      if (known === undefined) {
        const { items, hasMore } = await client.threads.messages(threadId, { limit: pageSize }, { signal });
        return { items, hasOlder: hasMore };
      }
      const afterSeq = lastFixedSeq(known);
      const tail = await readAfter({ client, threadId, afterSeq, signal });
      // Older ones may have been loaded in the meantime.
      return withTail(queryClient.getQueryData<KnownMessages>(queryKey) ?? known, afterSeq, tail);
    },
  });

  const [isLoadingOlder, setLoadingOlder] = useState(false);
  const loading = useRef<Promise<void> | null>(null);

  function loadOlder(limit = pageSize): Promise<void> {
    loading.current ??= load(limit).finally(() => {
      loading.current = null;
      setLoadingOlder(false);
    });
    return loading.current;
  }

  async function load(limit: number): Promise<void> {
    const known = queryClient.getQueryData<KnownMessages>(queryKey);
    const first = known?.items[0];
    if (known === undefined || first === undefined || !known.hasOlder) return;
    setLoadingOlder(true);
    const page = await client.threads.messages(threadId, { beforeSeq: first.seq, limit });
    queryClient.setQueryData<KnownMessages>(queryKey, (now) =>
      now === undefined ? now : withOlder(now, page),
    );
  }

  /** Null if the message no longer exists. */
  async function loadBackTo(seq: number): Promise<Message | null> {
    for (;;) {
      const known = queryClient.getQueryData<KnownMessages>(queryKey);
      const first = known?.items[0]?.seq;
      if (known === undefined || first === undefined) return null;
      if (first <= seq || !known.hasOlder) return known.items.find((message) => message.seq === seq) ?? null;
      await loadOlder(largePageSize);
    }
  }

  return { query, isLoadingOlder, loadOlder: () => loadOlder(), loadBackTo };
}

interface Reading {
  client: Client;
  threadId: ThreadId;
  afterSeq: number;
  signal: AbortSignal;
}

async function readAfter({ client, threadId, afterSeq, signal }: Reading): Promise<Message[]> {
  const tail: Message[] = [];
  for (;;) {
    const from = tail.at(-1)?.seq ?? afterSeq;
    const page = await client.threads.messages(
      threadId,
      { afterSeq: from, limit: largePageSize },
      { signal },
    );
    tail.push(...page.items);
    if (!page.hasMore) return tail;
  }
}
