import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { Client } from '#client/create-client.ts';
import {
  type Observation,
  type Prompt,
  type RecordKind,
  recordKinds,
  type SessionId,
  type SessionRecord,
  type SessionSummary,
} from '#schema/sessions/session.ts';
import type { ListRecordsQuery } from '#schema/sessions/sessions-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { type Scope, sessionsKeys } from '#web/sessions/sessions-queries.ts';
import { toDate } from '#web/sessions/sessions-search.ts';
import {
  type KnownRecords,
  kindsToRead,
  type RecordPage,
  recordRef,
  shownRecords,
  withNewest,
  withOlder,
} from './known-records.ts';

const pageSize = 50;

/** Loads records newest first, and older ones on request. New records are added automatically. */
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

export interface Turn {
  key: string;
  sessionId: SessionId;
  project: string;
  promptNumber: number;
  /** Time of its newest record. */
  at: number;
  /** Null if the records precede any prompt, or if the prompt was deleted or is not loaded yet. */
  prompt: Prompt | null;
  observations: Observation[];
  summaries: SessionSummary[];
}

/** Groups records into turns. Both are sorted newest first. */
export function groupTurns(records: readonly SessionRecord[]): Turn[] {
  const turns = new Map<string, Turn>();
  for (const record of records) {
    const { sessionId, project, promptNumber, createdAt } = record;
    const key = `${sessionId}-${promptNumber}`;
    const turn = turns.get(key) ?? {
      key,
      sessionId,
      project,
      promptNumber,
      at: createdAt,
      prompt: null,
      observations: [],
      summaries: [],
    };
    turns.set(key, turn);
    if (record.kind === 'prompt') turn.prompt = record;
    else if (record.kind === 'observation') turn.observations.unshift(record);
    else turn.summaries.unshift(record);
  }
  return [...turns.values()];
}

/** Consecutive turns of one session, sorted newest first. */
export interface SessionSpan {
  sessionId: SessionId;
  project: string;
  from: number;
  to: number;
  turns: Turn[];
}

export function groupSpans(turns: readonly Turn[]): SessionSpan[] {
  const spans: SessionSpan[] = [];
  for (const turn of turns) {
    const { sessionId, project, at } = turn;
    const last = spans.at(-1);
    if (last?.sessionId !== sessionId) {
      spans.push({ sessionId, project, from: startOf(turn), to: at, turns: [turn] });
      continue;
    }
    last.from = Math.min(last.from, startOf(turn));
    last.turns.push(turn);
  }
  return spans;
}

export function startOf({ prompt, observations, at }: Turn): number {
  return prompt?.createdAt ?? observations[0]?.createdAt ?? at;
}
