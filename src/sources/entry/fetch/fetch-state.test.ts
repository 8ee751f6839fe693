import { expect, test } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import { stateAfterAnswer, stateAfterFailure, stateAfterRest } from '#sources/entry/feeds/refresh-feed.ts';
import type { FetchState } from '#sources/entry/ports.ts';

const minuteMs = 60_000;
const at = 1_750_000_000_000;
const error = new AppError('fetch_failed', 'no');
const healthy: FetchState = {
  url: 'https://a.example/feed',
  siteUrl: null,
  ownTitle: 'A',
  etag: '"1"',
  lastModified: null,
  bodyHash: 'hash',
  ttlMinutes: null,
  nextFetchAt: at,
  fetchedAt: at,
  failures: 0,
  reported: false,
  errorCode: null,
  errorMessage: null,
};

test('a feed that failed keeps what was known of it and waits twice as long each time, a day at most', () => {
  let state = healthy;
  const waits: number[] = [];
  for (let time = 0; time < 8; time += 1) {
    state = stateAfterFailure(state, { error, at, refreshMinutes: 60 });
    waits.push(((state.nextFetchAt ?? 0) - at) / minuteMs);
  }
  expect(waits).toEqual([60, 120, 240, 480, 960, 1440, 1440, 1440]);
  expect(state).toMatchObject({ etag: '"1"', bodyHash: 'hash', failures: 8, reported: true });
});

test('a failure never makes a feed come sooner than its schedule', () => {
  const refreshMinutes = 10_080;
  const { nextFetchAt } = stateAfterFailure(healthy, { error, at, refreshMinutes });
  expect(nextFetchAt).toBe(at + refreshMinutes * minuteMs);
});

test('a host that asks for rest gets it, and is reported when it asks a third time in a row', () => {
  let state = healthy;
  const seen: [number, boolean][] = [];
  for (let time = 0; time < 4; time += 1) {
    state = stateAfterRest(state, { error, restMs: minuteMs, at });
    seen.push([((state.nextFetchAt ?? 0) - at) / minuteMs, state.reported]);
  }
  expect(seen).toEqual([
    [1, false],
    [30, false],
    [60, true],
    [120, true],
  ]);
});

test('an answer makes a feed healthy again, and its own wish for time counts when it is longer', () => {
  const failing = { ...healthy, failures: 4, reported: true, errorCode: error.code, errorMessage: 'no' };
  const answer = {
    kind: 'unchanged' as const,
    url: failing.url,
    address: failing.url,
    etag: '"2"',
    lastModified: null,
  };
  const state = stateAfterAnswer(
    { ...failing, ttlMinutes: 120 },
    { answer, parsed: null, bodyHash: 'hash', at, refreshMinutes: 60 },
  );
  expect(state).toEqual({ ...healthy, etag: '"2"', ttlMinutes: 120, nextFetchAt: at + 120 * minuteMs });
});
