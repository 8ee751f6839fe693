import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Reachability, watchReachability } from './connection.ts';

const healthUrl = 'http://127.0.0.1/api/health';
const request = (init: RequestInit = {}) => new Request('http://127.0.0.1/api/runs', init);
const watch = (fetch: Reachability['fetch']) => watchReachability({ fetch, healthUrl });

describe('reachability', () => {
  afterEach(() => vi.useRealTimers());

  test('reports away when a request finds no server, and back when one responds', async () => {
    let up = true;
    const heard: boolean[] = [];
    const watched = watch(async () => {
      if (!up) throw new TypeError('Failed to fetch');
      return new Response('{}');
    });
    watched.subscribe(() => heard.push(watched.isAway()));
    await watched.fetch(request());
    up = false;
    await expect(watched.fetch(request())).rejects.toThrow('Failed to fetch');
    await expect(watched.fetch(request())).rejects.toThrow('Failed to fetch');
    up = true;
    expect(await watched.look()).toBe(true);
    expect(heard).toEqual([true, false]);
  });

  test('ignores a cancelled request', async () => {
    const controller = new AbortController();
    const watched = watch(async () => {
      controller.abort();
      throw new DOMException('aborted', 'AbortError');
    });
    await expect(watched.fetch(request({ signal: controller.signal }))).rejects.toThrow('aborted');
    expect(watched.isAway()).toBe(false);
  });

  test('does not count a proxy’s answer for a missing server as a response', async () => {
    const watched = watch(async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }));
    await watched.fetch(request());
    expect(watched.isAway()).toBe(true);
    expect(await watched.look()).toBe(false);
  });

  test('gives up a request that a hung server never answers, and reports it', async () => {
    vi.useFakeTimers();
    const watched = watch((input, init) => untilAborted(init?.signal ?? input.signal));
    const refused = watched.fetch(request()).catch(String);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await refused).toContain('the server does not answer');
    expect(watched.isAway()).toBe(true);
  });

  test('waits for a slow response as long as the server is alive', async () => {
    vi.useFakeTimers();
    const watched = watch(async (input, init) => {
      if (input.url === healthUrl) return new Response('{}');
      await Promise.race([new Promise((resolve) => setTimeout(resolve, 60_000)), untilAborted(init?.signal)]);
      return new Response('late');
    });
    const answer = watched.fetch(request());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await (await answer).text()).toBe('late');
    expect(watched.isAway()).toBe(false);
  });

  test('restarts event streams and leaves other requests alone', async () => {
    const watched = watch((input, init) => untilAborted(init?.signal ?? input.signal));
    const other = new AbortController();
    const stream = watched.fetch(request({ headers: { accept: 'text/event-stream' } }));
    const plain = watched.fetch(request({ signal: other.signal }));
    watched.renewStreams();
    await expect(stream).rejects.toThrow();
    other.abort(new Error('only now'));
    await expect(plain).rejects.toThrow('only now');
  });
});

function untilAborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
