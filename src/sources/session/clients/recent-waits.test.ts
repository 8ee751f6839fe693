import { expect, test } from 'vitest';
import { createRecentWaits } from './create-hooks.ts';

test('the wait of a client is that of its last 200 tool calls, but for the longest', () => {
  const waits = createRecentWaits();
  expect(waits.list()).toEqual([]);
  waits.add('codex', 7.123);
  expect(waits.list()).toEqual([{ client: 'codex', toolCalls: 1, p95Ms: 7.12 }]);
  for (let call = 0; call < 100; call += 1) waits.add('claude-code', 500);
  for (let call = 1; call <= 200; call += 1) waits.add('claude-code', call <= 190 ? 2 : 90);
  expect(waits.list()).toEqual([
    { client: 'codex', toolCalls: 1, p95Ms: 7.12 },
    { client: 'claude-code', toolCalls: 200, p95Ms: 2 },
  ]);
  waits.add('claude-code', 90);
  expect(waits.list()[1]).toMatchObject({ toolCalls: 200, p95Ms: 90 });
});
