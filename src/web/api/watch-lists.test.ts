import { describe, expect, test } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import type { Change } from '#schema/wire.ts';
import { watchLists } from './watch-lists.ts';

function watch(streams: (() => AsyncGenerator<Change>)[], isFetching = () => 0, isMutating = () => 0) {
  const stopping = new AbortController();
  const read: string[] = [];
  const done = watchLists({
    client: { changes: () => streams.shift()?.() ?? untilAborted(stopping.signal) },
    queryClient: {
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
