import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Client } from '#client/create-client.ts';
import type { EntryHead } from '#schema/entry.ts';
import type { EntryPage } from '#schema/reader-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { compareEntries, mergeNewest } from './merge-newest.ts';
import { isInPlace, type Place, toEntriesQuery } from './place.ts';
import { readerKeys, useSubscriptions } from './reader-queries.ts';

export type EntryPages = InfiniteData<EntryPage, string | null>;

/** The first page has more entries than a screen shows, and no more than the list needs at first. */
const firstPageSize = 80;
/** The server reads a page of this size in a few milliseconds. */
const pageSize = 200;

/** Loads the entries of a place page by page. The open entry, `open`, stays visible even after it was read. */
export function useEntryList(place: Place, open: EntryHead | null) {
  const client = useClient();
  const queryClient = useQueryClient();
  const { data: subscriptions } = useSubscriptions();
  const list = useInfiniteQuery(listOptions(place, client, queryClient));

  const { data: newest } = useQuery({
    queryKey: readerKeys.newest(place),
    queryFn: ({ signal }) =>
      client.reader.entries.list({ ...toEntriesQuery(place), limit: pageSize }, { signal }),
    // Search results are ordered by rank, so updates cannot be merged into them.
    enabled: list.isSuccess && place.q === undefined,
    gcTime: 0,
  });

  useEffect(() => {
    if (newest === undefined || place.q !== undefined) return;
    queryClient.setQueryData<EntryPages>(readerKeys.list(place), (data) =>
      data === undefined ? data : { ...data, pages: mergeNewest(data.pages, newest.items) },
    );
  }, [newest, place, queryClient]);

  const items = useMemo(() => {
    const heads = uniqueHeads(list.data?.pages ?? []);
    if (open === null || subscriptions === undefined || heads.some(({ id }) => id === open.id)) return heads;
    return list.isSuccess && isInPlace(open, place, subscriptions) ? insertHead(heads, open) : heads;
  }, [list.data, list.isSuccess, open, place, subscriptions]);

  /** The places where the search words occur, if not in the article. */
  const foundIn = useMemo(() => findPlaces(list.data?.pages ?? []), [list.data]);

  return { list, items, foundIn };
}

/** Requests a list before its panes exist, because the panes wait for the subscriptions. */
export function useListAhead(place: Place): void {
  const options = listOptions(place, useClient(), useQueryClient());
  useInfiniteQuery({ ...options, notifyOnChangeProps: [] });
}

function listOptions(place: Place, client: Client, queryClient: QueryClient) {
  return infiniteQueryOptions({
    queryKey: readerKeys.list(place),
    queryFn: async ({ pageParam, signal }) => {
      const query = toEntriesQuery(place);
      const asked = pageParam === null ? { limit: firstPageSize } : { limit: pageSize, cursor: pageParam };
      const page = await client.reader.entries.list({ ...query, ...asked }, { signal });
      if (pageParam === null) queryClient.setQueryData(readerKeys.newest(place), page);
      return page;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: EntryPage) => page.nextCursor,
    // A list that is reopened starts with current data.
    gcTime: 0,
  });
}

/** A place other than the article that contains the search words, with the passage. */
export interface FoundPlace {
  kind: 'summary' | 'translation';
  excerpt: string;
}

function findPlaces(pages: readonly EntryPage[]): ReadonlyMap<EntryHead['id'], FoundPlace> {
  const places = new Map<EntryHead['id'], FoundPlace>();
  for (const { inSummary, inTranslation } of pages) {
    for (const { id, excerpt } of inTranslation) places.set(id, { kind: 'translation', excerpt });
    for (const { id, excerpt } of inSummary) places.set(id, { kind: 'summary', excerpt });
  }
  return places;
}

/** Two pages fetched at different times may contain the same entry. */
function uniqueHeads(pages: readonly EntryPage[]): EntryHead[] {
  const byId = new Map<EntryHead['id'], EntryHead>();
  for (const page of pages) for (const head of page.items) if (!byId.has(head.id)) byId.set(head.id, head);
  return [...byId.values()];
}

function insertHead(heads: readonly EntryHead[], head: EntryHead): EntryHead[] {
  const at = heads.findIndex((other) => compareEntries(head, other) < 0);
  return at === -1 ? [...heads, head] : heads.toSpliced(at, 0, head);
}
