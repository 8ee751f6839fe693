import { describe, expect, test } from 'vitest';
import { createContext } from './create-memory.ts';

describe('what a session is told', () => {
  test('is what the worker says, and stays the same for that session', async () => {
    let text = 'first';
    const given: string[] = [];
    const context = createContext(
      async () => text,
      (told) => given.push(told),
    );
    expect(await context.textFor('a')).toBe('');
    context.refresh();
    expect(await context.textFor('a')).toBe('first');
    text = 'second';
    context.refresh();
    expect(await context.textFor('b')).toBe('second');
    expect(await context.textFor('a')).toBe('first');
    context.forget('a');
    expect(await context.textFor('a')).toBe('second');
    expect(given).toEqual(['first', 'second', 'second']);
  });

  test('does not wait for a slow worker', async () => {
    const slow = Promise.withResolvers<string>();
    const context = createContext(() => slow.promise);
    context.refresh();
    expect(await context.textFor('a')).toBe('');
    slow.resolve('late');
    await expect.poll(() => context.textFor('a')).toBe('late');
  });

  test('is the last known where the worker went away', async () => {
    let text: string | null = 'known';
    const context = createContext(async () => text);
    context.refresh();
    expect(await context.textFor('a')).toBe('known');
    text = null;
    context.refresh();
    expect(await context.textFor('b')).toBe('known');
  });
});
