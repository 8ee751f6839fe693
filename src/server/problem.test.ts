import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import { errorCodes } from '#schema/error-codes.ts';
import { problemSchema } from '#schema/problem.ts';
import { createLineLog } from '#tests/fixtures/open-real-server.ts';
import { answerProblem, statusOf } from './problem.ts';

async function answerTo(error: Error) {
  const { log, lines } = createLineLog();
  const app = new Hono();
  app.onError((thrown, c) => answerProblem(thrown, c, log));
  app.get('/broken', () => {
    throw error;
  });
  const response = await app.request('/broken?secret=1');
  const text = await response.text();
  return { response, text, problem: problemSchema.parse(JSON.parse(text)), lines };
}

describe('an error of the closed list', () => {
  test('is answered with its code, words, remedy and status', async () => {
    const { response, problem, lines } = await answerTo(new AppError('conflict', 'It runs already.'));
    expect(response.status).toBe(409);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(problem).toMatchObject({
      code: 'conflict',
      detail: 'It runs already.',
      status: 409,
      retry: false,
    });
    expect(problem.reference).toBeUndefined();
    expect(lines).toEqual([]);
  });

  test('says in whole seconds when to come again, never too early', async () => {
    const { response, problem } = await answerTo(
      new AppError('model_rate_limited', 'Slow down.', { retryAfterMs: 1200 }),
    );
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('2');
    expect(problem.retryAfterMs).toBe(1200);
  });

  test('with the status 503 says when to come again, whoever threw it and whatever time it names', async () => {
    const unavailable = errorCodes.filter((code) => statusOf(code) === 503);
    expect(unavailable.length).toBeGreaterThan(2);
    for (const code of unavailable)
      for (const [retryAfterMs, seconds] of [
        [undefined, '5'],
        [Number.NaN, '5'],
        [-1, '5'],
        [1e300, '86400'],
        [100, '1'],
      ] as const) {
        const { response, problem } = await answerTo(new AppError(code, 'Away.', { retryAfterMs }));
        expect({ code, after: response.headers.get('retry-after') }).toEqual({ code, after: seconds });
        expect(problem.retryAfterMs).toBeGreaterThan(0);
      }
  });

  test('about a missing token says how to show one', async () => {
    const { response } = await answerTo(new AppError('unauthorized', 'No token.'));
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain('Bearer');
  });

  test('keeps its cause to itself', async () => {
    const error = new AppError('database_unavailable', 'No database.', {
      cause: new Error('at secret-place'),
    });
    const { text } = await answerTo(error);
    expect(text).not.toContain('secret-place');
  });

  test('never has a status of success', () => {
    for (const code of errorCodes) expect(statusOf(code)).toBeGreaterThanOrEqual(400);
  });
});

describe('an error that nobody foresaw', () => {
  test('shows only a reference, under which the log has the rest', async () => {
    const { response, text, problem, lines } = await answerTo(new Error('password is hunter2'));
    expect(response.status).toBe(500);
    expect(problem.code).toBe('internal');
    expect(text).not.toContain('hunter2');
    expect(problem.reference).toMatch(/^[0-9a-f-]{36}$/);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.level).toBe('error');
    expect(lines[0]?.fields).toMatchObject({ reference: problem.reference, method: 'GET', path: '/broken' });
    expect(lines[0]?.fields.err).toMatchObject({ message: 'password is hunter2' });
  });

  test('leaves the query of the request out of the log', async () => {
    const { lines } = await answerTo(new Error('boom'));
    expect(JSON.stringify(lines)).not.toContain('secret=1');
  });
});
