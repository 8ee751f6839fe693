import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AppError } from '#schema/app-error.ts';
import { createApi, type Schema } from './call-api.ts';

const schema = {
  safeParse: (data: unknown) => ({ success: true as const, data }),
};
const once = { method: 'POST' as const, path: '/api/summaries', body: { text: 'a' }, once: {} };

function answering(...answers: (() => Response)[]) {
  const requests: { key: string | null; body: string }[] = [];
  const fetch = async (request: Request) => {
    requests.push({ key: request.headers.get('idempotency-key'), body: await request.text() });
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError('fetch failed');
    return answer();
  };
  return { api: createApi({ fetch }), requests };
}

describe('a call that must not happen twice', () => {
  afterEach(() => vi.useRealTimers());

  test('has a key of its own, or the given one', async () => {
    const { api, requests } = answering(...[1, 2, 3].map(() => () => Response.json({})));
    await api.read(schema, once);
    await api.read(schema, once);
    await api.read(schema, { ...once, once: { idempotencyKey: 'mine' } });
    const [first, second, given] = requests.map(({ key }) => key);
    expect(first).toMatch(/^[\da-f]{32}$/);
    expect(second).toMatch(/^[\da-f]{32}$/);
    expect(second).not.toBe(first);
    expect(given).toBe('mine');
  });

  test.each([
    ['never came', () => Promise.reject(new TypeError('fetch failed')) as never],
    ['came from a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['was cut', () => new Response(new ReadableStream({ pull: (c) => c.error(new TypeError('cut')) }))],
  ])('is sent once more under the same key when its answer %s', async (_how, lost) => {
    vi.useFakeTimers();
    const { api, requests } = answering(lost, () => Response.json({ id: 1 }));
    const answer = api.read(schema, once);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await answer).toEqual({ id: 1 });
    expect(requests).toHaveLength(2);
    expect(requests[1]).toEqual(requests[0]);
  });

  test('is given up after that, and not sent again when the server refused it', async () => {
    vi.useFakeTimers();
    const gone = answering();
    const failure = gone.api.read(schema, once).catch((error: AppError) => error.code);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await failure).toBe('server_unreachable');
    expect(gone.requests).toHaveLength(2);
    const refusing = answering(() => new Response('Not here', { status: 404 }));
    await expect(refusing.api.read(schema, once)).rejects.toMatchObject({ code: 'server_incompatible' });
    expect(refusing.requests).toHaveLength(1);
  });
});

test('any other call has no key, and is sent once', async () => {
  const { api, requests } = answering();
  await expect(api.read(schema, { path: '/api/runs' })).rejects.toMatchObject({ code: 'server_unreachable' });
  expect(requests).toEqual([{ key: null, body: '' }]);
});

describe('a schema that is loaded later', () => {
  const answered = (build: string, body = '{"id":1}') =>
    new Response(body, { headers: { 'x-precis-build': build } });
  const isSameBuild = ({ headers }: Response) => headers.get('x-precis-build') === 'mine';

  function reading(response: Response, safeParse: Schema<unknown>['safeParse']) {
    const api = createApi({ fetch: async () => response, isSameBuild });
    return api.read({ isLoadedLater: true, safeParse }, { path: '/api/runs' });
  }

  test('is not needed for the answer of the same build, unless that is not JSON', async () => {
    const refuse = () => ({ success: false as const, error: new Error('no') });
    expect(await reading(answered('mine'), refuse)).toEqual({ id: 1 });
    const failure = { code: 'server_incompatible' };
    await expect(reading(answered('other'), refuse)).rejects.toMatchObject(failure);
    await expect(reading(answered('mine', '<p>'), refuse)).rejects.toMatchObject(failure);
  });

  test('that cannot be loaded belonged to another version', async () => {
    const unloadable = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    await expect(reading(answered('other'), unloadable)).rejects.toMatchObject({
      code: 'server_incompatible',
    });
  });
});
