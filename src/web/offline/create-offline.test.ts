import { describe, expect, test } from 'vitest';
import { watchReachability } from '#web/api/connection.ts';
import { createOffline, type OfflineKey } from './create-offline.ts';
import type { DevicePorts } from './device.ts';
import type { Exchange } from './learn-answer.ts';

const origin = 'http://127.0.0.1:1';

interface Bench {
  /** The server's response to a request. A thrown error means that the server is unreachable. */
  serve: (request: Request) => Response;
  /** The answers stored on the device, by path. */
  kept: Map<string, unknown>;
}

function openBench({
  kept = {},
  stored = {},
}: {
  kept?: Record<string, unknown>;
  stored?: Record<string, string>;
} = {}) {
  const bench: Bench = { serve: () => Response.json({}), kept: new Map(Object.entries(kept)) };
  const log: string[] = [];
  const learned: Exchange[] = [];
  const storage = new Map<string, string>(Object.entries(stored));
  let waiting = 0;
  const reachability = watchReachability({
    fetch: async (input) => {
      log.push(`${input.method} ${new URL(input.url).pathname}`);
      return bench.serve(input);
    },
    healthUrl: `${origin}/api/health`,
  });

  async function openDevice({ onWaiting }: DevicePorts) {
    return {
      async answer(asked: Exchange['asked']) {
        if (asked.kind === 'patch') {
          waiting += 1;
          onWaiting(waiting);
        }
        return bench.kept.get(asked.kind) ?? null;
      },
      async learn(exchange: Exchange) {
        learned.push(exchange);
      },
      async send() {
        log.push('send');
        if (reachability.isAway()) return;
        waiting = 0;
        onWaiting(0);
      },
      keepRecent: async () => true,
      measure: async () => ({ entries: 2, bytes: 10 }),
      close: () => void log.push('close'),
    };
  }

  const offline = createOffline({
    reachability,
    loadDevice: async () => ({ openDevice, keepApp: async () => {} }),
    clearDevice: async () => void log.push('clear'),
    read: (key: OfflineKey) => storage.get(key) ?? null,
    write: (key, value) => void (value === null ? storage.delete(key) : storage.set(key, value)),
    now: () => 1000,
    isVisible: () => true,
    untilIdle: async () => {},
    wait: async () => {},
  });
  const ask = (path: string, init: RequestInit = {}) => offline.fetch(new Request(`${origin}${path}`, init));
  const star = () => ask('/api/entries/7', { method: 'PATCH', body: '{"starred":true}' });
  return { bench, log, learned, storage, offline, reachability, ask, star };
}

function goAway(): never {
  throw new TypeError('Failed to fetch');
}

describe('without a server', () => {
  test('what is kept is the answer, and it is said', async () => {
    const { bench, offline, reachability, ask } = openBench({ kept: { entry: { id: 7 } } });
    bench.serve = goAway;
    const response = await ask('/api/entries/7');
    expect(await response.json()).toEqual({ id: 7 });
    expect(offline.get().isShown).toBe(true);
    bench.serve = () => Response.json({});
    await reachability.look();
    expect(offline.get().isShown).toBe(false);
  });

  test('what is not kept fails as before, and so does everything else', async () => {
    const { bench, offline, ask } = openBench();
    bench.serve = goAway;
    await expect(ask('/api/entries/7')).rejects.toThrow('Failed to fetch');
    await expect(ask('/api/runs')).rejects.toThrow('Failed to fetch');
    expect(offline.get().isShown).toBe(false);
  });

  test('a proxy that answers for it counts as none', async () => {
    const { bench, ask } = openBench({ kept: { list: { items: [] } } });
    bench.serve = () => new Response('Bad Gateway', { status: 502 });
    expect(await (await ask('/api/entries')).json()).toEqual({ items: [] });
  });

  test('an error of the server itself is not hidden', async () => {
    const { bench, ask, learned } = openBench({ kept: { entry: { id: 7 } } });
    bench.serve = () => Response.json({ code: 'internal' }, { status: 500 });
    expect((await ask('/api/entries/7')).status).toBe(500);
    expect(learned).toEqual([]);
  });

  test('a cancelled request stays cancelled', async () => {
    const { bench, ask } = openBench({ kept: { entry: { id: 7 } } });
    const controller = new AbortController();
    bench.serve = () => {
      controller.abort(new Error('left'));
      return goAway();
    };
    await expect(ask('/api/entries/7', { signal: controller.signal })).rejects.toThrow('Failed to fetch');
  });

  test('a change waits, and is sent before anything else is asked', async () => {
    const { bench, log, offline, storage, reachability, ask, star } = openBench({
      kept: { patch: { id: 7 } },
    });
    bench.serve = goAway;
    expect((await star()).ok).toBe(true);
    expect([offline.get().waiting, storage.get('waiting')]).toEqual([1, '1']);
    bench.serve = () => Response.json({});
    log.length = 0;
    await reachability.look();
    await ask('/api/entries/7');
    expect(log).toContain('send');
    expect(log.lastIndexOf('send')).toBeLessThan(log.indexOf('GET /api/entries/7'));
    expect([offline.get().waiting, storage.get('waiting')]).toEqual([0, undefined]);
  });

  test('a change from the last visit is sent first', async () => {
    const { log, ask } = openBench({ stored: { waiting: '2' } });
    await ask('/api/entries/7');
    expect(log[0]).toBe('send');
  });
});

describe('with a server', () => {
  test('answers are learned, and nothing is asked of the device', async () => {
    const { bench, learned, log, ask } = openBench();
    bench.serve = () => Response.json({ id: 7 });
    expect(await (await ask('/api/entries/7')).json()).toEqual({ id: 7 });
    await expect.poll(() => learned.map(({ answered }) => answered)).toEqual(['{"id":7}']);
    expect(log).toEqual(['GET /api/entries/7']);
  });

  test('signing out elsewhere deletes what is kept, once', async () => {
    const { bench, log, offline, ask, storage } = openBench({ stored: { 'kept-at': '5', waiting: '1' } });
    expect(offline.get().keptAt).toBe(5);
    bench.serve = () => Response.json({}, { status: 401 });
    await ask('/api/runs');
    await ask('/api/runs');
    await expect.poll(() => log.filter((line) => line === 'clear')).toHaveLength(1);
    expect([offline.get().keptAt, offline.get().waiting, storage.size]).toEqual([null, 0, 0]);
  });

  test('what another tab deleted is deleted here too', async () => {
    const { log, offline, storage } = openBench({ stored: { 'kept-at': '5' } });
    storage.delete('kept-at');
    offline.readAgain();
    await expect.poll(() => log).toEqual(['clear']);
    expect(offline.get().keptAt).toBeNull();
    offline.readAgain();
    expect(log).toEqual(['clear']);
  });

  test('an answer asked for before all was deleted is not kept', async () => {
    const { bench, learned, offline, ask } = openBench();
    bench.serve = () => Response.json({ id: 7 });
    await Promise.all([ask('/api/entries/7'), offline.clear()]);
    bench.serve = () => Response.json({ id: 8 });
    await ask('/api/entries/8');
    await expect.poll(() => learned.map(({ answered }) => answered)).toContain('{"id":8}');
    expect(learned).toHaveLength(1);
  });

  test('nothing is kept or answered where the user turned it off', async () => {
    const { bench, log, learned, offline, storage, ask } = openBench({ kept: { entry: { id: 7 } } });
    await offline.setOn(false);
    expect(log).toEqual(['clear']);
    expect(storage.get('choice')).toBe('off');
    await ask('/api/entries/7');
    bench.serve = goAway;
    await expect(ask('/api/entries/7')).rejects.toThrow('Failed to fetch');
    expect(learned).toEqual([]);
  });
});
