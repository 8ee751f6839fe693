import { describe, expect, test } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import { modelProfileIdSchema } from '#schema/ids.ts';
import { createClient } from './create-client.ts';

const health = { status: 'ok', version: '1', store: 'sqlite', uptimeMs: 1 };

function answering(answer: () => Response) {
  const requests: Request[] = [];
  const fetch = async (request: Request) => {
    requests.push(request);
    return answer();
  };
  return { requests, fetch };
}

async function failureOf(answer: () => Response): Promise<AppError> {
  const error = await createClient(answering(answer))
    .health()
    .catch((thrown: unknown) => thrown);
  if (!(error instanceof AppError)) throw new Error('it did not fail as it should', { cause: error });
  return error;
}

describe('a client', () => {
  test('calls the given address with the token', async () => {
    const { fetch, requests } = answering(() => Response.json(health));
    await createClient({ fetch, baseUrl: 'http://precis.example:1234/', token: 'open sesame' }).health();
    expect(requests[0]?.url).toBe('http://precis.example:1234/api/health');
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer open sesame');
  });

  test('sends only what is given of a query', async () => {
    const { fetch, requests } = answering(() => Response.json({ items: [], nextCursor: null }));
    await createClient({ fetch }).runs.list({ status: 'failed', cursor: undefined, sourceId: 'a&b' });
    expect(new URL(requests[0]?.url ?? '').search).toBe('?status=failed&sourceId=a%26b');
  });

  test('keeps the slash of a profile id inside its part of the path', async () => {
    const { fetch, requests } = answering(() => new Response(null, { status: 204 }));
    await createClient({ fetch }).models.remove(modelProfileIdSchema.parse('openai/gpt:1'));
    expect(requests[0]?.method).toBe('DELETE');
    expect(new URL(requests[0]?.url ?? '').pathname).toBe('/api/models/openai%2Fgpt%3A1');
  });

  test('may use a fetch that takes an address and options', async () => {
    const client = createClient({
      fetch: (input, init) =>
        Promise.resolve(Response.json({ ...health, version: new Request(input, init).method })),
    });
    expect((await client.health()).version).toBe('GET');
  });
});

describe('a failure', () => {
  test('that the server explains keeps code, words, time to wait and details', async () => {
    const problem = {
      type: 'x',
      title: 'Limited.',
      status: 429,
      detail: 'Wait a little.',
      code: 'model_rate_limited',
      remedy: 'Wait.',
      retry: true,
      retryAfterMs: 1500,
      details: { host: 'a' },
      reference: 'r1',
    };
    const error = await failureOf(() => Response.json(problem, { status: 429 }));
    expect(error).toMatchObject({
      code: 'model_rate_limited',
      message: 'Wait a little.',
      retryAfterMs: 1500,
    });
    expect(error.details).toEqual({ host: 'a', reference: 'r1' });
  });

  test('to reach the server is named so and keeps its cause', async () => {
    const cause = new TypeError('fetch failed');
    const client = createClient({ fetch: () => Promise.reject(cause) });
    const error = await client.health().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'server_unreachable', retry: true, cause });
  });

  test('of a proxy in between counts as an unreachable server', async () => {
    const error = await failureOf(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    expect(error.code).toBe('server_unreachable');
  });

  test.each([
    ['of another shape', () => Response.json({ status: 'fine' })],
    ['that is no JSON', () => new Response('<!doctype html>')],
    ['of another program', () => new Response('Not here', { status: 404 })],
  ])('to understand an answer %s is named so', async (_what, answer) => {
    const error = await failureOf(answer);
    expect(error).toMatchObject({ code: 'server_incompatible', retry: false });
  });
});
