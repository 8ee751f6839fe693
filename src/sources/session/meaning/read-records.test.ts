import { beforeEach, expect, test } from 'vitest';
import type { SubmitRequest } from '#engine/define-task.ts';
import { AppError } from '#schema/app-error.ts';
import type { Run } from '#schema/runs/run.ts';
import type { MeaningStore } from './ports.ts';
import { type Chosen, createReading } from './read-records.ts';

const minute = 60_000;
const chosen = { id: 'vectors', key: 'key-1' } as NonNullable<Chosen>;

let now: number;
let runs: Run[];
let cancelled: string[];
let submitted: SubmitRequest[];
/** Ids of unread prompts, sorted newest first. */
let unread: number[];
let forgettable: number;
let refusal: AppError | null;
let hasRead: boolean;
let reading: ReturnType<typeof createReading>;

beforeEach(() => {
  [now, runs, cancelled, submitted, unread, forgettable] = [100 * minute, [], [], [], [3, 2, 1], 0];
  refusal = null;
  hasRead = false;
  const store: Partial<MeaningStore> = {
    canCompare: async () => true,
    measure: async () => (hasRead ? 4 : null),
    async forgetOthers(_, limit) {
      const forgotten = Math.min(limit, forgettable);
      forgettable -= forgotten;
      return forgotten;
    },
    async listUnread({ kind, below, limit }) {
      const ids = kind === 'prompt' ? unread.filter((id) => id < below).slice(0, limit) : [];
      return {
        unread: ids.map((id) => ({ kind, id })),
        next: ids.length < limit ? null : (ids.at(-1) ?? null),
      };
    },
  };
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  reading = createReading({
    store: store as MeaningStore,
    listRuns: async () => runs,
    async submit(request) {
      if (refusal !== null) throw refusal;
      submitted.push(request);
    },
    cancelRun: async (id) => void cancelled.push(id),
    now: () => now,
    log,
  });
});

const run = (status: Run['status'], finishedAt: number | null = now) =>
  ({ id: `run-${runs.length}`, status, finishedAt, route: ['vectors'] }) as unknown as Run;
const ids = () => submitted.map(({ input }) => (input.subject as { records: object[] }).records.length);

test('reads at most 256 records in a run, one run at a time, the newest first', async () => {
  unread = Array.from({ length: 1200 }, (_, at) => 1200 - at);
  expect(await reading.step(chosen)).toBe('soon');
  expect(ids()).toEqual([256]);
  expect(submitted[0]).toMatchObject({ taskType: 'embedding', trigger: 'auto', route: ['vectors'] });
  const { sourceText, subject } = submitted[0]?.input ?? {};
  expect(sourceText).toBe('');
  expect(JSON.stringify(subject)).toContain('[{"kind":"prompt","id":1200},{"kind":"prompt","id":1199}');
  runs = [run('running', null)];
  await reading.step(chosen);
  expect(ids()).toEqual([256]);
});

test('finds what arrives after everything was read', async () => {
  unread = [];
  await reading.step(chosen);
  unread = [7];
  await reading.step(chosen);
  expect(ids()).toEqual([1]);
});

test('waits longer after each failure, and never more than an hour', async () => {
  runs = [run('failed'), run('succeeded')];
  now += minute - 1;
  await reading.step(chosen);
  expect(ids()).toEqual([]);
  now += 1;
  await reading.step(chosen);
  expect(ids()).toEqual([3]);
  runs = Array.from({ length: 8 }, () => run('failed'));
  now += 59 * minute;
  await reading.step(chosen);
  expect(ids()).toEqual([3]);
  now += minute;
  await reading.step(chosen);
  expect(ids()).toEqual([3, 3]);
});

test('has a few new records wait for others, unless the model has read none yet', async () => {
  runs = [run('succeeded')];
  hasRead = true;
  await reading.step(chosen);
  expect(ids()).toEqual([]);
  hasRead = false;
  await reading.step(chosen);
  hasRead = true;
  now += 10 * minute;
  await reading.step(chosen);
  expect(ids()).toEqual([3, 3]);
});

test('pauses at a spending cap', async () => {
  refusal = new AppError('spending_capped', 'Enough for today.');
  expect(await reading.step(chosen)).toBe('soon');
  refusal = new AppError('internal', 'A defect.');
  await expect(reading.step(chosen)).rejects.toThrow('A defect.');
});

test('turned off, it stops the run in progress and deletes what was made, once', async () => {
  runs = [run('running', null)];
  forgettable = 700;
  expect(await reading.step(null)).toBe('at-once');
  expect(await reading.step(null)).toBe('later');
  expect(new Set(cancelled)).toEqual(new Set(['run-0']));
  cancelled = [];
  forgettable = 5;
  expect(await reading.step(null)).toBe('later');
  expect([cancelled, forgettable, submitted]).toEqual([[], 5, []]);
});
