import { expect, test } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import { explainPostgresError } from './postgres-error.ts';

function explain(code: string | null, message = 'as the driver says'): unknown {
  return explainPostgresError(Object.assign(new Error(message), code === null ? {} : { code }));
}

test.each([
  ['the server that is away', 'ECONNREFUSED'],
  ['the name that is not known yet', 'ENOTFOUND'],
  ['the server that starts', '57P03'],
  ['a statement that took too long', '57014'],
  ['too many connections', '53300'],
  ['a transaction that was given up as idle', '25P03'],
  ['a deadlock', '40P01'],
])('%s passes, so the error says when to come again', (_, code) => {
  expect(explain(code)).toMatchObject({ code: 'database_unavailable', retryAfterMs: expect.any(Number) });
});

test('a full disk is named as such, and may have room again', () => {
  expect(explain('53100')).toMatchObject({ code: 'disk_full', retryAfterMs: expect.any(Number) });
});

test.each([
  'Query read timeout',
  'Connection terminated unexpectedly',
  'Postgres connection has been discarded',
])('“%s” passes too', (message) => {
  expect(explain(null, message)).toMatchObject({ retryAfterMs: expect.any(Number) });
});

test.each([
  ['a wrong password', '28P01'],
  ['a database that does not exist', '3D000'],
  ['missing rights', '42501'],
  ['a certificate that is not trusted', 'SELF_SIGNED_CERT_IN_CHAIN'],
])('%s does not pass, so the error names no time', (_, code) => {
  const explained = explain(code);
  expect(explained).toBeInstanceOf(AppError);
  expect(explained).toMatchObject({ code: 'database_unavailable', retryAfterMs: undefined });
});

test('the fault of a statement stays what it is', () => {
  const fault = Object.assign(new Error('duplicate key'), { code: '23505' });
  expect(explainPostgresError(fault)).toBe(fault);
});
