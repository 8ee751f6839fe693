import { beforeEach, expect, test } from 'vitest';
import { type OpenSessions, openSessions } from '#tests/fixtures/open-sessions.ts';
import { createSessionServer, type SessionServer } from '#tests/fixtures/session-server.ts';

let open: OpenSessions;
let server: SessionServer;

beforeEach(() => {
  open = openSessions();
  server = createSessionServer(open);
});

async function send(method: string, path: string, body?: object) {
  const response = await server.app.request(path, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const text = await response.text();
  return { status: response.status, json: text === '' ? null : JSON.parse(text) };
}

test('a memory is saved, listed, edited, deleted and restored', async () => {
  const { json: saved } = await server.post('/api/memories', { text: ' Always use pnpm ', project: 'web' });
  expect(saved).toMatchObject({
    text: 'Always use pnpm',
    kind: 'instruction',
    origin: 'user',
    project: 'web',
  });
  const path = `/api/memories/${String(saved.id)}`;
  expect((await server.get('/api/memories?project=web')).json).toMatchObject({
    items: [saved],
    hasMore: false,
  });
  expect((await server.get('/api/memories?project=api')).json).toMatchObject({ items: [] });
  expect((await send('PATCH', path, { project: null })).json).toMatchObject({ project: null });
  expect((await server.get('/api/memories?project=api&limit=1')).json).toMatchObject({
    items: [{ id: saved.id }],
  });
  expect((await send('DELETE', path)).status).toBe(204);
  expect((await send('DELETE', path)).status).toBe(404);
  expect((await send('PATCH', path, { kind: 'fact' })).status).toBe(404);
  expect((await send('POST', `${path}/restore`)).json).toMatchObject({ id: saved.id });
  expect((await server.get('/api/memories')).json).toMatchObject({ items: [{ id: saved.id }] });
});

test('the same text twice is one memory, and an edit does not make it two', async () => {
  const { json: one } = await server.post('/api/memories', { text: 'Use tabs' });
  const { json: again } = await server.post('/api/memories', { text: 'use tabs.' });
  expect(again.id).toBe(one.id);
  const { json: other } = await server.post('/api/memories', { text: 'Write tests' });
  expect(await send('PATCH', `/api/memories/${String(other.id)}`, { text: 'Use tabs' })).toMatchObject({
    status: 409,
    json: { code: 'conflict' },
  });
});

test.each([
  {},
  { text: '' },
  { text: ' ' },
  { text: 5 },
  { text: 'x'.repeat(2001) },
  { text: 'x', kind: 'law' },
  { text: 'x', origin: 'recognized' },
  { text: 'x', source: 'the sky' },
  { text: '<private>x</private>' },
])('%j is refused', async (body) => {
  expect((await server.post('/api/memories', body)).status).toBe(400);
});

test('a source that does not exist is not found', async () => {
  expect((await server.post('/api/memories', { text: 'x', source: 'P77' })).status).toBe(404);
});
