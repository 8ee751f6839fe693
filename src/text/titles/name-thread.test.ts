import { expect, test } from 'vitest';
import { nameThread } from './read-title.ts';

test('names a thread by its first sentence', () => {
  expect(nameThread('How do I close a bridge?\n\nAsk the harbour.')).toBe('How do I close a bridge?');
});

test('cuts a long sentence at a space', () => {
  const name = nameThread(`Please ${'explain to me in detail '.repeat(10)}how this works`);
  expect(name).toMatch(/^Please explain .*\w…$/);
  expect(Array.from(name).length).toBeLessThanOrEqual(61);
});
