import { describe, expect, test } from 'vitest';
import { removeIds } from './remove-ids.ts';

const uuid = '550e8400-e29b-41d4-a716-446655440000';

describe('removing ids', () => {
  test.each([
    ['a UUID', `Saved ${uuid}.`, 'Saved.'],
    ['a UUID in capitals', `Saved ${uuid.toUpperCase()} today.`, 'Saved today.'],
    ['a UUID without dashes', `Saved ${uuid.replaceAll('-', '')} today.`, 'Saved today.'],
    ['a UUID with other dashes', `Saved ${uuid.replaceAll('-', '–')} today.`, 'Saved today.'],
    ['a UUID inside a longer name', `Saved item_${uuid}_v2 today.`, 'Saved item__v2 today.'],
    ['the words that introduce it', `Saved the list (ID: ${uuid}) today.`, 'Saved the list today.'],
    ['several in a row', `Saved ${uuid}, ${uuid} and ${uuid} today.`, 'Saved today.'],
    ['a hash', 'Released commit 9fceb02d0ae598e95dc970b74767f19372d61af8.', 'Released commit.'],
    ['a short hex id', 'Saved the order 64bfaa10cc9d today.', 'Saved the order today.'],
    ['a known id', 'Saved rec_42a and the soup.', 'Saved and the soup.'],
    ['Chinese', `保存了菜谱（编号：${uuid}）。`, '保存了菜谱。'],
  ])('takes out %s', (_, text, plain) => {
    expect(removeIds(text, ['rec_42a'])).toBe(plain);
  });

  test.each([
    'The facade was defaced in 2024 and the decade ended.',
    'Call 004915112345678 and pay 1234567890123 yen.',
    'Version 1.2.3 of the report, page 42, room A12.',
  ])('leaves %s', (text) => {
    expect(removeIds(text, ['A12', 'report'])).toBe(text);
  });
});
