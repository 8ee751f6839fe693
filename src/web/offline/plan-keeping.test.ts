import { describe, expect, test } from 'vitest';
import { type EntryHead, type EntryId, entryIdSchema } from '#schema/entry.ts';
import type { KeptHead } from './database.ts';
import { keptMs, maxBytes, maxEntries, minEntries, planKeeping, stampOf } from './plan-keeping.ts';

const now = 1_800_000_000_000;
const minuteMs = 60_000;
const idOf = (id: number): EntryId => entryIdSchema.parse(id);

/** A higher id means a newer entry. */
function head(id: number, patch: Partial<EntryHead> = {}): EntryHead {
  return {
    id: idOf(id),
    feedId: null,
    feedTitle: null,
    url: null,
    title: `Entry ${id}`,
    author: null,
    excerpt: '',
    publishedAt: now - 100_000 * minuteMs + id * minuteMs,
    read: false,
    starred: false,
    hasSummary: false,
    summaryStart: null,
    imageKey: null,
    tags: [],
    ...patch,
  };
}

function kept(of: EntryHead, patch: Partial<KeptHead> = {}): KeptHead {
  return { id: of.id, head: of, stamp: stampOf(of), bytes: 1000, openedAt: null, ...patch };
}

const young = (count: number) =>
  Array.from({ length: count }, (_, at) => head(count - at, { publishedAt: now - at * minuteMs }));
const ids = (heads: readonly { id: EntryId }[]) => heads.map(({ id }) => id);
const everything = { coveredSince: Number.NEGATIVE_INFINITY };

describe('what to keep', () => {
  test('is what is new, newest first, and nothing twice', () => {
    const recent = young(3);
    expect(ids(planKeeping({ recent, ...everything }, [], now).fetch)).toEqual([3, 2, 1]);
    const again = planKeeping(
      { recent, ...everything },
      recent.map((each) => kept(each)),
      now,
    );
    expect(again).toEqual({ fetch: [], update: [], remove: [] });
  });

  test('a read or starred entry is updated without asking for its article', () => {
    const [entry = head(1)] = young(1);
    const read = { ...entry, read: true };
    const plan = planKeeping({ recent: [read], ...everything }, [kept(entry)], now);
    expect(plan.fetch).toEqual([]);
    expect(plan.update.map(({ head: { read: isRead } }) => isRead)).toEqual([true]);
  });

  test('a new summary or another text is asked for', () => {
    const [entry = head(1)] = young(1);
    for (const changed of [{ hasSummary: true, summaryStart: 'Short.' }, { excerpt: 'Longer.' }]) {
      const plan = planKeeping({ recent: [{ ...entry, ...changed }], ...everything }, [kept(entry)], now);
      expect(ids(plan.fetch)).toEqual([1]);
    }
  });

  test('goes back a week, and at least to the newest entries', () => {
    const old = Array.from({ length: minEntries + 5 }, (_, at) =>
      head(1000 - at, { publishedAt: now - keptMs - 1 }),
    );
    expect(planKeeping({ recent: old, ...everything }, [], now).fetch).toHaveLength(minEntries);
  });

  test('forgets what was deleted, and what is old unless it was opened lately', () => {
    const [entry = head(1)] = young(1);
    const oldAt = now - 2 * keptMs;
    const old = kept(head(2, { publishedAt: oldAt }));
    const opened = kept(head(3, { publishedAt: oldAt }), { openedAt: now - 1 });
    const forgotten = kept(head(4, { publishedAt: oldAt }), { openedAt: now - keptMs - 1 });
    const deleted = kept(head(5, { publishedAt: now - minuteMs }), { openedAt: now - 1 });
    const plan = planKeeping(
      { recent: [entry], coveredSince: now - keptMs },
      [kept(entry), old, opened, forgotten, deleted],
      now,
    );
    expect(plan.remove).toEqual([2, 4, 5]);
  });

  test('holds the limits of count and size', () => {
    const many = young(maxEntries + 20);
    expect(planKeeping({ recent: many, ...everything }, [], now).fetch).toHaveLength(maxEntries);
    const large = young(4).map((each) => kept(each, { bytes: maxBytes / 2 }));
    const plan = planKeeping({ recent: large.map((each) => each.head), ...everything }, large, now);
    expect(plan.remove).toEqual([2, 1]);
  });
});
