import { expect, test } from 'vitest';
import { chooseEncodings } from './choose-encoding.ts';

test.each([
  [undefined, []],
  ['', []],
  ['identity', []],
  ['gzip, deflate, br, zstd', ['br', 'gzip']],
  ['gzip', ['gzip']],
  ['GZIP', ['gzip']],
  ['*', ['br', 'gzip']],
  ['br;q=0, *', ['gzip']],
  ['br;q=0.5, gzip;q=0.8', ['gzip', 'br']],
  ['br ; q=0.9 , gzip ; q=0.9', ['br', 'gzip']],
  ['gzip;q=0', []],
  ['gzip;q=0.000, br', ['br']],
  ['identity, gzip;q=0.5', []],
  ['identity;q=0.5, gzip', ['gzip']],
  ['*;q=0', []],
  ['br;q=abc, gzip;q=2, deflate', []],
  ['x-gzip, brotli', []],
  [';q=1,,', []],
])('of %j the encodings are %j', (header, encodings) => {
  expect(chooseEncodings(header)).toEqual(encodings);
});
