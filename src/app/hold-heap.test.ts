import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Objects that live for a while, as under load, beside 30 MB that stay. */
const script = (isHeld: boolean) => `
  import { holdHeap } from ${JSON.stringify(new URL('hold-heap.ts', import.meta.url).href)};
  import { getHeapStatistics } from 'node:v8';
  if (${isHeld}) holdHeap();
  const make = (count) => Array.from({ length: count }, (_, at) => ({ at, text: 'x'.repeat(8) + at }));
  const kept = make(400_000);
  const recent = [];
  let most = 0;
  for (let round = 0; round < 600; round++) {
    recent[round % 40] = make(5_000);
    if (round > 300) most = Math.max(most, getHeapStatistics().used_heap_size);
    if (round % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 60));
  }
  console.log(most / 1e6, kept.length);
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
