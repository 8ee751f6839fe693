import { expect, test } from 'vitest';
import { withScheme } from './web-address.ts';

test('a URL without a scheme gets the default one', () => {
  expect(withScheme(' example.org/feed ')).toBe('https://example.org/feed');
  expect(withScheme('localhost:8080/feed')).toBe('https://localhost:8080/feed');
  expect(withScheme('http://example.org')).toBe('http://example.org');
  expect(withScheme('precis:sample')).toBe('precis:sample');
});
