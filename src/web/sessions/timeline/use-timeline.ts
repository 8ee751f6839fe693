import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { Client } from '#client/create-client.ts';
import { type RecordKind, recordKinds } from '#schema/sessions/session.ts';
import type { ListRecordsQuery } from '#schema/sessions/sessions-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { recordRef } from '#web/sessions/record-ref.ts';
import { type Scope, sessionsKeys } from '#web/sessions/sessions-keys.ts';
import { toDate } from '#web/sessions/sessions-search.ts';
import {
  type KnownRecords,
  kindsToRead,
  type RecordPage,
  shownRecords,
  withNewest,
  withOlder,
} from './known-records.ts';

const pageSize = 50;

/** Records, newest first, with older ones on request. New records are added automatically. */
export function useTimeline(scope: Scope) {
  const client = useClient();
  const queryClient = useQueryClient();
  const queryKey = sessionsKeys.records(scope);
  const query = useQuery<KnownRecords>({
    queryKey,
    queryFn: async () => {
      const before = new Set(queryClient.getQueryData<KnownRecords>(queryKey)?.items.map(recordRef));
      const read = async (kind: RecordKind): Promise<RecordPage> =>
        isWanted(scope, kind)
          ? readPage(client, kind, { ...toQuery(scope), offset: 0, limit: pageSize })
          : { items: [], hasMore: false };
      const [prompt, observation, summary] = await Promise.all([
        read('prompt'),
        read('observation'),
        read('summary'),
      ]);
      const known = queryClient.getQueryData<KnownRecords>(queryKey);
      return withNewest(known, { prompt, observation, summary }, before);
    },
  });

  const [isLoadingMore, setLoadingMore] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const loading = useRef<Promise<void> | null>(null);

  function loadMore(): Promise<void> {
    loading.current ??= load().finally(() => {
      loading.current = null;
      setLoadingMore(false);
    });
    return loading.current;
  }

  async function load(): Promise<void> {
    const known = queryClient.getQueryData<KnownRecords>(queryKey);
    const kinds = known === undefined ? [] : kindsToRead(known);
    if (known === undefined || kinds.length === 0) return;
    setLoadingMore(true);
    setError(null);
    try {
      const pages = await Promise.all(
        kinds.map(async (kind) => {
          const offset = known.items.filter((record) => record.kind === kind).length;
          return [
            kind,
            await readPage(client, kind, { ...toQuery(scope), offset, limit: pageSize }),
          ] as const;
        }),
      );
      queryClient.setQueryData<KnownRecords>(queryKey, (now) =>
        now === undefined ? now : withOlder(now, Object.fromEntries(pages)),
      );
    } catch (thrown) {
      setError(thrown);
    }
  }

  const shown = useMemo(() => (query.data === undefined ? null : shownRecords(query.data)), [query.data]);
  const hasMore = query.data !== undefined && recordKinds.some((kind) => query.data.hasMore[kind]);
  return { query, shown, hasMore, isLoadingMore, moreError: error, loadMore };
}

function isWanted(scope: Scope, kind: RecordKind): boolean {
  return 'sessionDbId' in scope || scope.kind === undefined || scope.kind === kind;
}

function toQuery(scope: Scope): Partial<ListRecordsQuery> {
  if ('sessionDbId' in scope) return scope;
  const { project, from, to } = scope;
  return {
    ...(project === undefined ? {} : { project }),
    ...(from === undefined ? {} : { dateStart: toDate(from) }),
    ...(to === undefined ? {} : { dateEnd: toDate(to) }),
  };
}

async function readPage(
  { sessions }: Pick<Client, 'sessions'>,
  kind: RecordKind,
  query: Partial<ListRecordsQuery>,
): Promise<RecordPage> {
  if (kind === 'prompt') return mark(kind, await sessions.prompts(query));
  if (kind === 'observation') return mark(kind, await sessions.observations(query));
  return mark(kind, await sessions.summaries(query));
}

function mark<K extends RecordKind, R extends object>(kind: K, page: { items: R[]; hasMore: boolean }) {
  return { items: page.items.map((record) => ({ kind, ...record })), hasMore: page.hasMore };
}
