import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import type { Change } from '#schema/wire.ts';
import { watchLists } from '#web/render-app.tsx';

function watch(streams: (() => AsyncGenerator<Change>)[], isFetching = () => 0, isMutating = () => 0) {
  const stopping = new AbortController();
  const read: string[] = [];
  const done = watchLists({
    client: { changes: () => streams.shift()?.() ?? untilAborted(stopping.signal) },
    queryClient: {
      getQueryCache: () => new QueryClient().getQueryCache(),
      isFetching,
      isMutating,
      invalidateQueries: async (filters) => void read.push(String(filters?.queryKey?.[0])),
    },
    signal: stopping.signal,
  });
  return {
    read,
    stop: () => {
      stopping.abort();
      return done;
    },
  };
}

describe('live lists', () => {
  test('refetch once what changed many times in a moment', async () => {
    const watching = watch([
      async function* () {
        for (let count = 0; count < 100; count++) yield { what: 'runs' };
        yield { what: 'issues' };
      },
    ]);
    await expect.poll(() => watching.read).toEqual(['runs', 'issues']);
    await watching.stop();
    expect(watching.read).toEqual(['runs', 'issues']);
  });

  test('wait for a fetch in progress instead of cancelling it', async () => {
    let fetching = 1;
    let looks = 0;
    const watching = watch(
      [
        async function* () {
          yield { what: 'runs' };
        },
      ],
      () => {
        looks += 1;
        return fetching;
      },
    );
    await expect.poll(() => looks).toBeGreaterThan(1);
    expect(watching.read).toEqual([]);
    fetching = 0;
    await expect.poll(() => watching.read).toEqual(['runs']);
    await watching.stop();
  });

  test('wait for a pending change, which an older response would undo on screen', async () => {
    let mutating = 1;
    let looks = 0;
    const watching = watch(
      [
        async function* () {
          yield { what: 'entries' };
        },
      ],
      () => 0,
      () => {
        looks += 1;
        return mutating;
      },
    );
    await expect.poll(() => looks).toBeGreaterThan(1);
    expect(watching.read).toEqual([]);
    mutating = 0;
    await expect.poll(() => watching.read).toEqual(['entries']);
    await watching.stop();
  });

  test('refetch what was requested before the server told of a change, and not what was requested after', async () => {
    const stopping = new AbortController();
    const queryClient = new QueryClient({
      defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
    });
    const asked: string[] = [];
    const ask = (what: string) =>
      queryClient.fetchQuery({ queryKey: [what], queryFn: async () => asked.push(what) });
    const refetched: unknown[] = [];
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'invalidate')
        refetched.push(event.query.queryKey[0]);
    });
    const done = watchLists({
      client: {
        async *changes() {
          await ask('runs');
          untilLater();
          for (const what of ['runs', 'entries', 'issues'] as const) yield { what };
          untilLater();
          await ask('entries');
          yield* untilAborted(stopping.signal);
        },
      },
      queryClient,
      signal: stopping.signal,
    });
    await expect.poll(() => refetched).toEqual(['runs']);
    stopping.abort();
    await done;
    expect(refetched).toEqual(['runs']);
    expect(asked).toEqual(['runs', 'entries']);
  });

  test('continue after the client has given up', async () => {
    const watching = watch([
      // oxlint-disable-next-line require-yield
      async function* () {
        throw new AppError('server_unreachable', 'Away.');
      },
      async function* () {
        yield { what: 'settings' };
      },
    ]);
    await expect.poll(() => watching.read).toEqual(['settings']);
    await watching.stop();
  });
});

// oxlint-disable-next-line require-yield
async function* untilAborted(signal: AbortSignal): AsyncGenerator<Change> {
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

/** Waits until the clock advances, so that two timestamps differ. */
function untilLater(): void {
  const now = performance.now();
  while (performance.now() === now);
}
