import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Client } from '#client/create-client.ts';
import type { Message, ThreadId } from '#schema/spaces/space.ts';
import type { MessagePage } from '#schema/spaces/spaces-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { spacesKeys } from '#web/spaces/spaces-queries.ts';

const pageSize = 60;
/** Page size for jumping far back at once. */
const largePageSize = 500;

/** Loads the newest messages, and older ones on request. A change refetches only messages that can change. */
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
      // Older messages may have loaded during the request.
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

  /** Loads pages back to a message. Null if the message no longer exists. */
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

/** The newest messages of a thread, without gaps, oldest first. */
export interface KnownMessages {
  items: readonly Message[];
  hasOlder: boolean;
}

/**
 * The last message that can no longer change. Only the newest question can be edited, which replaces everything after
 * it, so all earlier messages are final.
 */
export function lastFixedSeq({ items }: KnownMessages): number {
  const question = items.findLastIndex(({ role }) => role === 'user');
  return items[question - 1]?.seq ?? Math.max(0, (items[0]?.seq ?? 1) - 1);
}

/** Replaces everything after `afterSeq` with `tail`. */
export function withTail(known: KnownMessages, afterSeq: number, tail: readonly Message[]): KnownMessages {
  return { ...known, items: [...known.items.filter(({ seq }) => seq <= afterSeq), ...tail] };
}

/** Prepends a page that precedes the first known message. */
export function withOlder(known: KnownMessages, page: MessagePage): KnownMessages {
  const first = known.items[0]?.seq ?? Number.POSITIVE_INFINITY;
  return { items: [...page.items.filter(({ seq }) => seq < first), ...known.items], hasOlder: page.hasMore };
}

/** Replaces the message at `replacesSeq` and all later ones with `message`. */
export function withQuestion(known: KnownMessages, message: Message, replacesSeq: number): KnownMessages {
  return withTail(known, Math.min(replacesSeq, message.seq) - 1, [message]);
}

export interface FoldedMessages {
  /** The last message behind the card, or 0 if there is no card. */
  throughSeq: number;
  isOpen: boolean;
  /** The last hidden message, or 0 if all are shown. */
  hidesThrough: number;
  toggle(): void;
  /** Shows a message behind the card. Returns false if it is already visible. */
  open(seq: number): boolean;
}

/**
 * The card for messages that were in the summary when the thread was opened. Messages folded later stay in place, so
 * that nothing disappears while the user reads.
 */
export function useFolded(summaryThroughSeq: number, beforeChange: () => void): FoldedMessages {
  const [throughSeq] = useState(summaryThroughSeq);
  const [isOpen, setOpen] = useState(false);
  const hidesThrough = isOpen ? 0 : throughSeq;

  function change(next: boolean): void {
    beforeChange();
    setOpen(next);
  }

  return {
    throughSeq,
    isOpen,
    hidesThrough,
    toggle: () => change(!isOpen),
    open(seq) {
      if (seq > hidesThrough) return false;
      change(true);
      return true;
    },
  };
}
