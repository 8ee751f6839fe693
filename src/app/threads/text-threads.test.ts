import { setImmediate as nextTick } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { groundSummary } from '#text/ground-summary.ts';
import { createTextThreads, isSmall } from './text-threads.ts';

const sentence = 'The council of Bremen voted against the new bridge on Monday. ';
const threads = createTextThreads();
afterEach(() => threads.close());

/** Counts the turns of the event loop before the work was done. */
async function countTicks(work: Promise<unknown>): Promise<number> {
  let ticks = 0;
  let isDone = false;
  void work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await nextTick();
    ticks++;
  }
  return ticks;
}

test('a large text is worked on beside the event loop, with the same result as on it', async () => {
  const source = sentence.repeat(2000);
  // The first call loads the rules.
  await threads.run('groundSummary', [sentence, sentence]);
  const small = threads.run('groundSummary', [sentence, sentence]);
  expect(await countTicks(small)).toBe(1);
  const large = threads.run('groundSummary', [source, sentence]);
  expect(await countTicks(large)).toBeGreaterThan(10);
  expect(await large).toEqual(groundSummary(source, sentence));
});

describe('what is small enough to be done on the spot', () => {
  test.each([
    ['a page of letters', ['x'.repeat(19_990)], true],
    ['more than that', ['x'.repeat(20_001)], false],
    ['a page of Chinese', ['桥'.repeat(4990)], true],
    ['more Chinese than that', ['桥'.repeat(5001)], false],
    ['one large text among small ones', [['a', { b: ['c', 'x'.repeat(30_000)] }]], false],
    ['many small texts', [Array.from({ length: 300 }, () => ({ text: 'x'.repeat(100) }))], false],
    ['a large value without texts', [Array.from({ length: 6000 }, () => 1)], false],
    ['nothing at all', [null, undefined], true],
  ])('%s', (_, given, expected) => {
    expect(isSmall(given)).toBe(expected);
  });
});
