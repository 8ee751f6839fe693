import { describe, expect, test } from 'vitest';
import { watchReachability } from './reachability.ts';

const request = (signal?: AbortSignal) =>
  new Request('http://127.0.0.1/api/health', signal ? { signal } : {});

describe('reachability', () => {
  test('says away when a request finds no server, and back when one answers', async () => {
    let up = true;
    const heard: boolean[] = [];
    const watched = watchReachability(async () => {
      if (!up) throw new TypeError('Failed to fetch');
      return new Response('{}');
    });
    watched.subscribe(() => heard.push(watched.isAway()));
    await watched.fetch(request());
    up = false;
    await expect(watched.fetch(request())).rejects.toThrow('Failed to fetch');
    await expect(watched.fetch(request())).rejects.toThrow('Failed to fetch');
    up = true;
    await watched.fetch(request());
    expect(heard).toEqual([true, false]);
  });

  test('takes a request that was called off for no sign of anything', async () => {
    const controller = new AbortController();
    const watched = watchReachability(async () => {
      controller.abort();
      throw new DOMException('aborted', 'AbortError');
    });
    await expect(watched.fetch(request(controller.signal))).rejects.toThrow('aborted');
    expect(watched.isAway()).toBe(false);
  });
});
