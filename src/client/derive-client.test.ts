import { expect, test } from 'vitest';
import { z } from 'zod';
import type { RouteTable } from '#schema/routes/route.ts';
import { createApi } from './call-api.ts';
import { deriveClient } from './create-client.ts';

const shelf = {
  operationId: 'x',
  summary: 'x',
  gives: 'x',
  params: { id: z.string(), book: z.string() },
  path: '/shelves/{id}/books/{book}',
} as const;

const routes = {
  books: {
    put: {
      ...shelf,
      method: 'PUT',
      body: z.object({ title: z.string() }),
      answer: z.object({ no: z.int() }),
    },
    find: {
      ...shelf,
      method: 'GET',
      query: z.object({ limit: z.coerce.number().default(5), word: z.string().optional() }),
      argument: 'word',
      answer: z.object({ items: z.array(z.string()) }),
      result: 'items',
    },
    lend: { ...shelf, method: 'POST', keyed: true, answer: z.object({ no: z.int() }) },
    read: { ...shelf, method: 'GET', type: 'text/plain' },
    remove: { ...shelf, method: 'DELETE' },
  },
} as const satisfies RouteTable;

function open(answer: () => Response) {
  const requests: Request[] = [];
  const fetch = async (request: Request) => {
    requests.push(request);
    return answer();
  };
  return { ...deriveClient(createApi({ fetch }), routes), requests };
}

test('a derived function takes the parameters of the path in order, then the body', async () => {
  const { books, requests } = open(() => Response.json({ no: 7 }));
  expect(await books.put('a/b', 'c', { title: 'T' })).toEqual({ no: 7 });
  expect(requests[0]?.url).toMatch(/\/shelves\/a%2Fb\/books\/c$/);
  expect(requests[0]?.method).toBe('PUT');
  expect(await requests[0]?.json()).toEqual({ title: 'T' });
});

test('a derived function takes and returns a single field where its route says so', async () => {
  const { books, requests } = open(() => Response.json({ items: ['one'] }));
  expect(await books.find('a', 'b', 'word')).toEqual(['one']);
  expect(await books.find('a', 'b')).toEqual(['one']);
  expect(requests.map(({ url }) => new URL(url).search)).toEqual(['?word=word', '']);
});

test('a derived function sends a key if its route takes one, and stops with its signal', async () => {
  const { books, requests } = open(() => Response.json({ no: 1 }));
  await books.lend('a', 'b', { idempotencyKey: 'mine' });
  expect(requests[0]?.headers.get('idempotency-key')).toBe('mine');
  const signal = AbortSignal.abort(new Error('gone'));
  await books.lend('a', 'b', { signal });
  expect(requests[1]?.signal.aborted).toBe(true);
});

test('a derived function returns text as it is, nothing for nothing, and refuses an unexpected answer', async () => {
  expect(await open(() => new Response('Once')).books.read('a', 'b')).toBe('Once');
  expect(await open(() => new Response(null, { status: 204 })).books.remove('a', 'b')).toBeUndefined();
  await expect(open(() => Response.json({ no: 'x' })).books.lend('a', 'b')).rejects.toMatchObject({
    code: 'server_incompatible',
  });
});
