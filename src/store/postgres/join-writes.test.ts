import { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { nameOfText, nameText } from '#store/prepared-query.ts';
import { joinWrites } from './postgres.ts';

const update = CompiledQuery.raw('update a set x = $1 where id = $2 returning id', [1, 'one']);
const insert = CompiledQuery.raw('insert into b values ($1, $2)', ['one', 2]);
const text =
  'with w0 as (update a set x = $1 where id = $2 returning id), w1 as (insert into b values ($3, $4)) select 1 from w0';

test('statements are joined with their values in order', () => {
  const { sql, parameters } = joinWrites([update, insert], 'select 1 from w0');
  expect({ sql, parameters }).toEqual({ sql: text, parameters: [1, 'one', 'one', 2] });
});

test('the plan is kept only if those of all statements are', () => {
  nameText(update.sql);
  joinWrites([update, insert], 'select 1 from w0');
  expect(nameOfText(text)).toBeUndefined();
  nameText(insert.sql);
  joinWrites([update, insert], 'select 1 from w0');
  expect(nameOfText(text)).toBeDefined();
});
