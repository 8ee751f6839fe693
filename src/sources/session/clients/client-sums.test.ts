import { beforeEach, expect, test } from 'vitest';
import type { Log } from '#engine/ports.ts';
import { type ClientSums, createClientSums } from './client-sums.ts';
import type { ClientAdded } from './ports.ts';

let written: ClientAdded[][];
let warnings: string[];
let timers: Set<() => void>;
let now: number;
let isAway: boolean;
let sums: ClientSums;

beforeEach(() => {
  written = [];
  warnings = [];
  timers = new Set();
  now = 1000;
  isAway = false;
  const warn = (_fields: object, message: string) => void warnings.push(message);
  const log: Log = { debug: warn, info: warn, warn, error: warn };
  sums = createClientSums({
    store: {
      async countClients(added) {
        if (isAway) throw new Error('away');
        written.push([...added]);
      },
    },
    clock: {
      now: () => now,
      after(_ms, callback) {
        timers.add(callback);
        return () => void timers.delete(callback);
      },
    },
    log,
  });
});

test('events of a short time are one write, with the time of the last', async () => {
  sums.add('codex', { prompts: 1 });
  now += 5;
  sums.add('claude-code', { observations: 1 });
  sums.add('codex', { prompts: 1, contexts: 1, contextTokens: 80 });
  sums.add('claude-code', {});
  expect({ written, timers: timers.size }).toEqual({ written: [], timers: 1 });
  for (const tick of timers) tick();
  await sums.flush();
  expect(written).toEqual([
    [
      { client: 'claude-code', counts: { observations: 1 }, at: 1005 },
      { client: 'codex', counts: { prompts: 2, contexts: 1, contextTokens: 80 }, at: 1005 },
    ],
  ]);
  expect(timers.size).toBe(0);
});

test('nothing is written while nothing comes', async () => {
  await sums.flush();
  await sums.close();
  expect(written).toEqual([]);
});

test('what could not be written is written with the next', async () => {
  isAway = true;
  sums.add('codex', { prompts: 1 });
  await sums.flush();
  expect(warnings).toHaveLength(1);
  isAway = false;
  now += 5;
  sums.add('codex', { prompts: 2, lost: 1 });
  await sums.flush();
  expect(written).toEqual([[{ client: 'codex', counts: { prompts: 3, lost: 1 }, at: 1005 }]]);
});

test('a close writes the rest, and no timer is left', async () => {
  sums.add('codex', { prompts: 1 });
  await sums.close();
  sums.add('codex', { prompts: 1 });
  await sums.flush();
  expect(written.map(([added]) => added?.counts)).toEqual([{ prompts: 1 }, { prompts: 1 }]);
  expect(timers.size).toBe(0);
});
