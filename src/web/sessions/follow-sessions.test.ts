import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import { promptSchema, type SessionRecord, sessionSchema } from '#schema/sessions/session.ts';
import type { SessionNews } from '#schema/sessions/session-news.ts';
import { makePrompt } from '#tests/fixtures/session-records.ts';
import { type KnownRecords, recordRef } from '#web/sessions/timeline/known-records.ts';
import { type Scope, sessionsKeys } from './sessions-queries.ts';
import { followSessions } from './use-live-sessions.ts';

const session = sessionSchema.parse({
  id: 1,
  contentSessionId: 'oc_1',
  project: 'web',
  promptCount: 1,
  status: 'active',
  startedAt: 1,
  updatedAt: 2,
  completedAt: null,
});

function newPrompt(id: number): SessionNews {
  return { type: 'new_prompt', session, prompt: promptSchema.parse(makePrompt({ id, at: id })) };
}

function follow(queryClient: QueryClient, streams: (() => AsyncGenerator<SessionNews>)[]) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const done = followSessions({
    client: { sessions: { follow: () => streams.shift()?.() ?? untilAborted(signal) } },
    queryClient,
    signal,
  });
  return () => {
    stopping.abort();
    return done;
  };
}

function know(queryClient: QueryClient, scope: Scope): () => string {
  const known: KnownRecords = { items: [], hasMore: { prompt: false, observation: false, summary: false } };
  queryClient.setQueryData(sessionsKeys.records(scope), known);
  return () =>
    (queryClient.getQueryData<KnownRecords>(sessionsKeys.records(scope))?.items ?? [])
      .map((record: SessionRecord) => recordRef(record))
      .join(' ');
}

describe('session events', () => {
  test('are added to every list they belong to, and to no other', async () => {
    const queryClient = new QueryClient();
    const everything = know(queryClient, {});
    const here = know(queryClient, { project: 'web' });
    const there = know(queryClient, { project: 'api' });
    const inside = know(queryClient, { sessionDbId: session.id });
    const stop = follow(queryClient, [
      async function* () {
        yield newPrompt(1);
        yield newPrompt(2);
        yield newPrompt(2);
      },
    ]);
    await expect.poll(everything).toBe('P2 P1');
    expect([here(), there(), inside()]).toEqual(['P2 P1', '', 'P2 P1']);
    expect(queryClient.getQueryData(sessionsKeys.session(session.id))).toEqual(session);
    await stop();
  });

  test('refetch counts and context, once for many events', async () => {
    const queryClient = new QueryClient();
    let reads = 0;
    const observer = new QueryObserver(queryClient, {
      queryKey: sessionsKeys.projects(),
      queryFn: () => {
        reads += 1;
        return reads;
      },
    });
    const leave = observer.subscribe(() => {});
    await expect.poll(() => reads).toBe(1);
    const stop = follow(queryClient, [
      async function* () {
        for (let id = 1; id <= 100; id += 1) yield newPrompt(id);
      },
    ]);
    await expect.poll(() => observer.getCurrentResult().data).toBe(2);
    await stop();
    leave();
    expect(reads).toBe(2);
  });

  test('refetch everything after each connection, even if the client had given up', async () => {
    const queryClient = new QueryClient();
    queryClient.setQueryData(sessionsKeys.projects(), { items: [], projects: [] });
    const stop = follow(queryClient, [
      // oxlint-disable-next-line require-yield
      async function* () {
        throw new AppError('server_unreachable', 'Away.');
      },
      async function* () {
        yield { type: 'connected' };
      },
    ]);
    await expect.poll(() => queryClient.getQueryState(sessionsKeys.projects())?.isInvalidated).toBe(true);
    await stop();
  });

  test('refetch everything after an import', async () => {
    const queryClient = new QueryClient();
    know(queryClient, {});
    const stop = follow(queryClient, [
      async function* () {
        yield { type: 'sessions_imported' };
      },
    ]);
    await expect.poll(() => queryClient.getQueryState(sessionsKeys.records({}))?.isInvalidated).toBe(true);
    await stop();
  });
});

// oxlint-disable-next-line require-yield
async function* untilAborted(signal: AbortSignal): AsyncGenerator<SessionNews> {
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}
