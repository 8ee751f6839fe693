import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { feedIdSchema } from '#schema/feed.ts';
import { issueIdSchema } from '#schema/ids.ts';
import type { Store } from '#store/store.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { endRun } from './end-run.ts';
import { makeEntry, makeFeed } from './make-entry.ts';
import {
  createRun,
  createRunning,
  createSucceeded,
  makeFailure,
  makePayload,
  slot,
  startTime,
} from './make-run.ts';
import { makeObservation, makePrompt, makeSummary } from './make-session.ts';
import { createThread, talk } from './make-thread.ts';
import { withRawDatabase } from './with-raw-database.ts';

const steps: Record<string, (store: Store, choice: number) => Promise<unknown>> = {
  queue: (store, choice) => createRun(store, { createdAt: startTime + choice }),
  succeed: (store, choice) =>
    createSucceeded(store, {
      run: { createdAt: startTime + choice * 400_000 },
      finish: {
        payload: makePayload({ source: { kind: 'entry', id: String(choice % 4) } }),
        summaryCap: 2,
      },
    }),
  fail: async (store) => endRun(store, makeFailure((await createRunning(store)).id)),
  clear: (store, choice) =>
    store.reader.clearSummaries({
      source: sourceOf(choice),
      slot: null,
      undoId: 'undo',
      at: startTime + 3000,
    }),
  restore: (store, choice) =>
    store.reader.restoreSummaries({ source: sourceOf(choice), undoId: 'undo', at: startTime + 3000, cap: 2 }),
  removeSummary: (store, choice) => store.reader.deleteSummary({ ...slot, source: sourceOf(choice) }),
  removeRuns: (store) => store.runs.clearFinishedRuns(),
  subscribe: (store, choice) => store.reader.createFeed(makeFeed(choice % 3), someEntries()),
  save: (store, choice) => store.reader.saveEntry(makeEntry(choice), startTime),
  read: async (store, choice) => {
    const entry = await someEntry(store, choice);
    if (entry) await store.reader.patchEntry(entry.id, { read: !entry.read }, startTime);
  },
  star: async (store, choice) => {
    const entry = await someEntry(store, choice);
    if (entry) await store.reader.patchEntry(entry.id, { starred: !entry.starred }, startTime);
  },
  readAll: (store) => store.reader.markRead({ before: startTime + 10 }, startTime),
  removeEntry: async (store, choice) => {
    const entry = await someEntry(store, choice);
    if (entry) await store.reader.deleteEntry(entry.id);
  },
  unsubscribe: (store, choice) => store.reader.deleteFeed(feedIdSchema.parse((choice % 5) + 1)),
  talk: async (store) => talk(store, (await createThread(store)).id, 'When do I plant peas?'),
  removeThread: async (store, choice) => {
    const { items } = await store.spaces.listThreads({ limit: 10 });
    const thread = items[choice % Math.max(1, items.length)];
    if (thread) await store.spaces.deleteThread(thread.id);
  },
  prompt: (store, choice) => store.sessions.addPrompt(makePrompt(ofSession(choice))),
  observe: (store, choice) =>
    store.sessions.addObservation(makeObservation({ contentSessionId: `s${choice % 3}` })),
  summarize: (store, choice) =>
    store.sessions.addSummary(makeSummary({ notes: String(choice) }, { contentSessionId: `s${choice % 3}` })),
  removeProject: (store, choice) => store.sessions.deleteSessions({ project: `p${choice % 2}` }),
  report: (store, choice) =>
    store.runs.addIssue({
      id: issueIdSchema.parse(randomUUID()),
      kind: choice % 2 === 0 ? 'feed-failed' : 'run-failed',
      code: 'internal',
      message: 'It failed.',
      runId: null,
      details: {},
      lastEvents: [],
      createdAt: startTime,
    }),
  removeIssues: (store) => store.runs.deleteIssues(),
  sweep: (store) =>
    store.runs.sweep({ eventsBefore: startTime, runsBefore: 0, issuesBefore: 0, keysBefore: 0 }),
};

const names = Object.keys(steps);
const someSteps = fc.array(
  fc.record({ name: fc.constantFrom(...names), choice: fc.integer({ min: 0, max: 11 }) }),
  { minLength: 20, maxLength: 40 },
);

describeEachStore('counters', (current) => {
  test('equal a recount after every change', async () => {
    const { store } = current();
    for (const taken of fc.sample(someSteps, 3)) {
      for (const { name, choice } of taken) {
        await steps[name]?.(store, choice);
        expect([name, await store.correctCounters()]).toEqual([name, null]);
      }
    }
  });

  test('equal a recount after changes by several processes at once, before and after they are added up', async () => {
    const { store, openAnother } = current();
    const stores = [store, await openAnother(), await openAnother()];
    await store.reader.createFeed(makeFeed(0), someEntries());
    const names = [
      'queue',
      'succeed',
      'fail',
      'prompt',
      'observe',
      'report',
      'talk',
      'save',
      'read',
      'sweep',
    ];
    await Promise.all(
      stores.flatMap((each, at) => names.map(async (name, choice) => steps[name]?.(each, choice * 3 + at))),
    );
    const before = await readCounts(store);
    expect(before).toMatchObject({ runs: 12, sessions: 3, entries: 6, issues: 6, spent: 6 });
    expect(await store.correctCounters()).toBeNull();
    await steps.sweep?.(store, 0);
    expect(await readCounts(store)).toEqual(before);
    expect(await store.correctCounters()).toBeNull();
  });

  test('that are wrong are named and corrected', async () => {
    const { store, place } = current();
    await store.reader.createFeed(makeFeed(0), someEntries());
    await createSucceeded(store);
    const before = await readCounts(store);
    await withRawDatabase(place, async (db) => {
      await sql`update entry_counts set unread = unread + 5`.execute(db);
      await sql`delete from spending`.execute(db);
    });
    expect(await readCounts(store)).not.toEqual(before);
    expect(await store.correctCounters()).toBe(
      'Some counts were wrong and have been corrected: entries, spending.',
    );
    expect(await store.correctCounters()).toBeNull();
    expect(await readCounts(store)).toEqual(before);
  });

  test('of a transaction that fails are as before', async () => {
    const { store } = current();
    const running = await createRunning(store);
    const before = await readCounts(store);
    const failing = { ...makeFailure(running.id), enqueueNext: () => Promise.reject(new Error('cut off')) };
    await expect(endRun(store, failing)).rejects.toThrow('cut off');
    expect(await readCounts(store)).toEqual(before);
    expect(await store.correctCounters()).toBeNull();
  });
});

async function readCounts(store: Store) {
  const { counts } = await store.measureStorage();
  const { unread, starred, saved } = await store.reader.listSubscriptions();
  const spent = await store.runs.listSpending({ since: 0, utcOffsetMinutes: 0 });
  return {
    ...counts,
    unread,
    starred,
    saved,
    ...(await store.sessions.countSessions()),
    spent: spent.reduce((sum, { runs }) => sum + runs, 0),
    costUsd: await store.runs.sumCost(0),
  };
}

async function someEntry(store: Store, choice: number) {
  const { items } = await store.reader.listEntries({ view: 'all', limit: 50 });
  return items[choice % Math.max(1, items.length)];
}

const sourceOf = (choice: number) => ({ kind: 'entry' as const, id: String(choice % 4) });

function ofSession(choice: number) {
  return { contentSessionId: `s${choice % 3}`, project: `p${choice % 2}`, at: startTime + choice };
}

function someEntries() {
  return [1, 2, 3].map((number) => makeEntry(number));
}
