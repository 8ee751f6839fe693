import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Objects that live for a while, as under load, beside 30 MB that stay. */
const script = (isHeld: boolean) => `
  import { holdHeap } from ${JSON.stringify(new URL('../../src/app/hold-heap.ts', import.meta.url).href)};
  import { getHeapStatistics } from 'node:v8';
  if (${isHeld}) holdHeap();
  const make = (count) => Array.from({ length: count }, (_, at) => ({ at, text: 'x'.repeat(8) + at }));
  const kept = make(400_000);
  const recent = [];
  let most = 0;
  const work = async (rounds) => {
    for (let round = 0; round < rounds; round++) {
      recent[round % 40] = make(5_000);
      most = Math.max(most, getHeapStatistics().used_heap_size);
      if (round % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 60));
    }
  };
  // The first look is made after a second of work, and takes its time.
  while (performance.now() < 3000) await work(20);
  most = 0;
  await work(400);
  console.log(String(most / 1e6), kept.length);
`;

function mostMb(isHeld: boolean): number {
  const args = ['--input-type=module', '-e', script(isHeld)];
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }).split(' ')[0]);
}

test('the heap of a busy process stays near what is alive in it', () => {
  const held = mostMb(true);
  expect(held).toBeGreaterThan(30);
  expect(held).toBeLessThan(mostMb(false) * 0.8);
}, 60_000);
