import { describe, expect, test } from 'vitest';
import { ask } from './raw-http.ts';
import { useServer } from './use-server.ts';

const server = useServer();
const headers = { 'content-type': 'application/json' };

/** The longest wait of other requests. If a body were read at once, they would wait for more than eight seconds. */
const longestWaitMs = 5000;

/** Measures the longest wait of other requests during the work, and how long the work took. */
async function longestWaitDuring(work: () => Promise<unknown>) {
  const begunAt = performance.now();
  let isOver = false;
  let longestMs = 0;
  const asking = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      await ask(server().url, { path: '/api/version' });
      longestMs = Math.max(longestMs, performance.now() - startedAt);
    }
  })();
  await work();
  const tookMs = performance.now() - begunAt;
  isOver = true;
  await asking;
  return { longestMs, tookMs };
}

describe('a body made to stop the server', () => {
  const size = 16_000_000;
  test.each([
    ['open brackets', '/api/summaries', () => '['.repeat(size), 400],
    ['open objects', '/api/summaries', () => '{"a":'.repeat(size / 5), 400],
    ['very many values', '/api/summaries', () => `[${'0,'.repeat(size / 2)}0]`, 400],
    ['very many empty lists', '/api/entries', () => `[${'[],'.repeat(size / 3)}0]`, 400],
    [
      'escapes without a text',
      '/api/entries',
      () => JSON.stringify({ text: '\\u0041'.repeat(size / 8) }),
      400,
    ],
    ['one long text', '/api/summaries', () => `{"text":"${'\\n'.repeat(size / 2)}"}`, 422],
    ['open brackets where little is taken', '/api/settings', () => '['.repeat(size), 413],
    ['open brackets for the tools', '/mcp', () => '['.repeat(size), 400],
    [
      'a line of open brackets to import',
      '/api/sessions/import',
      () => JSON.stringify({ jsonl: '['.repeat(size) }),
      200,
    ],
  ])('(%s at %s) is answered while others are served', async (_what, path, make, status) => {
    const body = make();
    let answered = 0;
    const { longestMs, tookMs } = await longestWaitDuring(async () => {
      answered = (await ask(server().url, { method: 'POST', path, headers, body })).status;
    });
    expect(answered).toBe(status);
    // On a busy machine, everything takes longer.
    expect(longestMs).toBeLessThan(Math.max(longestWaitMs, tookMs / 2));
  });

  test.each([5000, 100_000])('by turns nested %d deep is refused', async (depth) => {
    const deep = '['.repeat(depth) + ']'.repeat(depth);
    const body = `{"user_message":"u","final_response":"f","step_results":${deep}}`;
    const path = '/api/conversations/trip/turns';
    const answer = await ask(server().url, { method: 'POST', path, headers, body });
    expect(answer.status).toBe(400);
    expect(answer.body).toContain('nested more than 200 levels deep');
  });
});
