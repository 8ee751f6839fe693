import type pg from 'pg';
import { expect, test } from 'vitest';
import { startLate } from './postgres.ts';

function open({ failOn = '' } = {}) {
  const sent: string[] = [];
  const query = async (asked: string | pg.QueryConfig) => {
    const text = typeof asked === 'string' ? asked : asked.text;
    sent.push(text);
    if (text === failOn) throw new Error('refused');
    return text.includes(';') ? [{ rows: [] }, { rows: [{ text }] }] : { rows: [{ text }] };
  };
  return { sent, send: startLate({ query } as unknown as pg.PoolClient) };
}

test('a first statement without values goes out with the begin, and its own result is returned', async () => {
  const { send, sent } = open();
  await send({ text: 'begin' });
  expect(await send({ text: 'select 1' })).toEqual({ rows: [{ text: 'begin; select 1' }] });
  await send({ text: 'select 2' });
  await send({ text: 'commit' });
  expect(sent).toEqual(['begin; select 1', 'select 2', 'commit']);
});

test('a first statement with values follows the begin', async () => {
  const { send, sent } = open();
  await send({ text: 'begin' });
  await send({ text: 'select $1', values: [1] });
  await send({ text: 'rollback' });
  await send({ text: 'select 2' });
  expect(sent).toEqual(['begin', 'select $1', 'rollback', 'select 2']);
});

test.each(['commit', 'rollback'])('a transaction without statements sends nothing at its %s', async (end) => {
  const { send, sent } = open();
  await send({ text: 'begin' });
  await send({ text: end });
  expect(sent).toEqual([]);
});

test('a transaction that could not begin is not rolled back', async () => {
  const { send, sent } = open({ failOn: 'begin' });
  await send({ text: 'begin' });
  await expect(send({ text: 'select $1', values: [1] })).rejects.toThrow('refused');
  await send({ text: 'rollback' });
  expect(sent).toEqual(['begin']);
});

test('a transaction whose first statement failed is rolled back', async () => {
  const { send, sent } = open({ failOn: 'begin; select 1' });
  await send({ text: 'begin' });
  await expect(send({ text: 'select 1' })).rejects.toThrow('refused');
  await send({ text: 'rollback' });
  expect(sent).toEqual(['begin; select 1', 'rollback']);
});
