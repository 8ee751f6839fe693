import { describe, expect, test } from 'vitest';
import { createContext } from './context.ts';

describe('what a session is told', () => {
  test('is what the worker says, and stays the same for that session', async () => {
    let text = 'first';
    const context = createContext(async () => text);
    context.refresh();
    expect(await context.textFor('a')).toBe('first');
    text = 'second';
    context.refresh();
    expect(await context.textFor('b')).toBe('second');
    expect(await context.textFor('a')).toBe('first');
    context.forget('a');
    expect(await context.textFor('a')).toBe('second');
  });

  test('holds the turn up for less than 50 ms when the worker is slow', async () => {
    const slow = Promise.withResolvers<string>();
    const context = createContext(() => slow.promise);
    context.refresh();
    const startedAt = performance.now();
    expect(await context.textFor('a')).toBe('');
    expect(performance.now() - startedAt).toBeLessThan(50);
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
