import { keepPreviousData, useQueries } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import type { Client } from '#client/create-client.ts';
import type { ConversationHead } from '#schema/conversations/conversations-wire.ts';
import type { EntryHead } from '#schema/entry.ts';
import type { EntryPage } from '#schema/reader-wire.ts';
import { parseSearch, termsOf } from '#text/search-terms.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { hitLines } from '#web/controls/search-hits.tsx';
import { type FoundKind, foundKinds } from '#web/strings/en/search.ts';

const perKind = 6;
/** The server cannot search conversations, so this many of the newest are searched here. */
const conversationsLookedAt = 200;

type Find = (client: Client, query: string, signal: AbortSignal) => Promise<Found[]>;

/** Search results by kind. Each kind appears as soon as it arrives. */
export function useFound(query: string): FoundGroup[] {
  const client = useClient();
  const canFind = parseSearch(query).terms.length > 0;
  const results = useQueries({
    queries: foundKinds.map((kind) => ({
      queryKey: ['one-search', kind, query],
      queryFn: ({ signal }: { signal: AbortSignal }) => finders[kind](client, query, signal),
      enabled: canFind,
      staleTime: 0,
      // Keeps the previous results while the next search is running.
      placeholderData: keepPreviousData,
    })),
  });
  return foundKinds.map((kind, index) => ({
    kind,
    items: canFind ? (results[index]?.data ?? []) : [],
    isSearching: results[index]?.isFetching ?? false,
    hasFailed: results[index]?.isError ?? false,
  }));
}

const finders: Record<FoundKind, Find> = {
  async entries({ reader }, query, signal) {
    const { items, inSummary, inTranslation } = await reader.entries.list(
      { view: 'all', query, limit: perKind },
      { signal },
    );
    return items.map(({ id, title, excerpt, feedTitle, publishedAt }) => ({
      id: `entry-${id}`,
      title,
      ...placeOf({ id, excerpt }, { summary: inSummary, translation: inTranslation }),
      origin: feedTitle,
      at: publishedAt,
      link: { to: '/reader/$view/{-$entryId}', params: { view: 'all', entryId: String(id) } } as LinkProps,
    }));
  },

  async threads({ threads }, query, signal) {
    const { items } = await threads.search({ q: query, limit: perKind }, { signal });
    return items.map(({ thread, message, excerpt }) => ({
      id: `message-${message.id}`,
      title: thread.title ?? '',
      excerpt,
      origin: null,
      at: message.createdAt,
      link: {
        to: '/spaces/thread/$threadId',
        params: { threadId: thread.id },
        search: { message: message.seq },
      } as LinkProps,
    }));
  },

  async conversations({ conversations }, query) {
    const { items } = await conversations.list({ limit: conversationsLookedAt });
    return matchConversations(items, { query, limit: perKind }).map(({ id, lastUserMessage, updatedAt }) => ({
      id: `conversation-${id}`,
      title: id,
      excerpt: lastUserMessage,
      origin: null,
      at: updatedAt,
      link: { to: '/conversations/$conversationId', params: { conversationId: id } } as LinkProps,
    }));
  },

  async sessions({ sessions }, query, signal) {
    // Searching by words only, because each key press searches and a model would be called for each.
    const { items } = await sessions.search({ query, by: 'words', limit: perKind }, { signal });
    return items.map((hit) => ({
      id: `record-${hit.ref}`,
      ...hitLines(hit),
      origin: hit.project,
      at: hit.createdAt,
      link: {
        to: '/sessions/$sessionId',
        params: { sessionId: String(hit.sessionDbId) },
        search: { at: hit.ref },
      } as LinkProps,
    }));
  },
};

type Places = EntryPage['inSummary'];

function placeOf(
  { id, excerpt }: Pick<EntryHead, 'id' | 'excerpt'>,
  places: Record<NonNullable<Found['foundIn']>, Places>,
): Pick<Found, 'excerpt' | 'foundIn'> {
  for (const foundIn of ['summary', 'translation'] as const) {
    const found = places[foundIn].find((place) => place.id === id);
    if (found !== undefined) return { excerpt: found.excerpt, foundIn };
  }
  return { excerpt };
}

/** The conversations whose name or last message contains every word, in the given order. */
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

export interface Found {
  /** Unique across all kinds. */
  id: string;
  title: string;
  excerpt: string;
  /** Where the words occur, if not in the entry's own text. */
  foundIn?: 'summary' | 'translation';
  /** The source's name, such as a feed or a project. */
  origin: string | null;
  at: number;
  link: LinkProps;
}

export interface FoundGroup {
  kind: FoundKind;
  items: readonly Found[];
  isSearching: boolean;
  hasFailed: boolean;
}
