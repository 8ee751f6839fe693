import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import { classifyError } from './classify-error.ts';

const key = 'sk-secret-0123456789';
const classify = (error: unknown): AppError =>
  classifyError(error, { host: 'api.example.com', redact: (text) => text.replaceAll(key, '[key]') });

const withCode = (code: string): Error => Object.assign(new Error(`failed with ${code}`), { code });

test.each([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'ECONNRESET',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])('%s, deep among the causes, is a provider that cannot be reached', (code) => {
  const error = classify(new TypeError('fetch failed', { cause: withCode(code) }));
  expect(error).toMatchObject({ code: 'model_unreachable', message: expect.stringContaining(code) });
});

test('a port that may not be called is unreachable, not a defect', async () => {
  const error = await fetch('http://127.0.0.1:1/v1').catch((cause: unknown) => cause);
  expect(classify(error)).toMatchObject({
    code: 'model_unreachable',
    message: expect.stringContaining('forbidden port'),
  });
});

test('a host whose addresses all refuse is unreachable', () => {
  const cause = new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')]);
  expect(classify(new TypeError('fetch failed', { cause })).code).toBe('model_unreachable');
});

test('an error of our own keeps its code, however it was wrapped', () => {
  const own = new AppError('model_redirected', 'elsewhere');
  expect(classify(new Error('wrapped', { cause: own }))).toBe(own);
});

test('a defect is internal, and a key in its words is in no part of the error', () => {
  const error = classify(new TypeError(`"Bearer ${key}" is an invalid header value`));
  expect(error.code).toBe('internal');
  expect(inspect(error, { depth: 10, showHidden: true })).toContain('[key]');
  expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(key);
});

test('a wrong use of Node is no matter of the network', () => {
  expect(classify(withCode('ERR_INVALID_ARG_TYPE')).code).toBe('internal');
});

test('long words of a provider are cut', () => {
  expect(classify({ message: 'x'.repeat(10_000) }).message.length).toBeLessThan(600);
});
