import { describe, expect, test } from 'vitest';
import type { RecordKind, SessionRecord } from '#schema/sessions/session.ts';
import { makeObservation, makePrompt, makeSummary } from '#tests/fixtures/session-records.ts';
import {
  type KnownRecords,
  kindsToRead,
  recordRef,
  shownRecords,
  withChanged,
  withNewest,
  withOlder,
  withoutRecord,
  withRecord,
} from './known-records.ts';

const nothing = { items: [], hasMore: false };
const nobody = new Set<string>();
const refs = (records: readonly SessionRecord[]) => records.map(recordRef).join(' ');

function pages(given: Partial<Record<RecordKind, SessionRecord[]>>, open: RecordKind[] = []) {
  const page = (kind: RecordKind) => ({ items: given[kind] ?? [], hasMore: open.includes(kind) });
  return { prompt: page('prompt'), observation: page('observation'), summary: page('summary') };
}

function known(given: Parameters<typeof pages>[0], open: RecordKind[] = []): KnownRecords {
  return withNewest(undefined, pages(given, open), nobody);
}

describe('known records', () => {
  test('are shown down to the oldest of a kind with more to load, so that nothing is missing between them', () => {
    const records = known(
      {
        prompt: [makePrompt({ id: 2, at: 50 }), makePrompt({ id: 1, at: 10 })],
        observation: [makeObservation({ id: 9, at: 52 }), makeObservation({ id: 8, at: 40 })],
        summary: [makeSummary({ id: 1, at: 60 }), makeSummary({ id: 0 + 3, at: 20 })],
      },
      ['observation'],
    );
    expect(refs(shownRecords(records))).toBe('S1 O9 P2 O8');
    expect(kindsToRead(records)).toEqual(['observation']);
    const more = withOlder(records, {
      observation: { items: [makeObservation({ id: 7, at: 15 })], hasMore: false },
    });
    expect(refs(shownRecords(more))).toBe('S1 O9 P2 O8 S3 O7 P1');
    expect(kindsToRead(more)).toEqual([]);
  });

  test('of the same moment are in the order they happened', () => {
    const records = known({
      prompt: [makePrompt({ id: 1, at: 5 })],
      observation: [makeObservation({ id: 2, at: 5 }), makeObservation({ id: 1, at: 5 })],
      summary: [makeSummary({ id: 1, at: 5 })],
    });
    expect(refs(records.items)).toBe('S1 O2 O1 P1');
  });

  test('keep what was loaded behind them when refetched, and lose what was deleted', () => {
    const [p1, p2, p3, p4] = [1, 2, 3, 4].map((id) => makePrompt({ id, at: id * 10 })) as [
      SessionRecord,
      SessionRecord,
      SessionRecord,
      SessionRecord,
    ];
    const before = known({ prompt: [p3, p2, p1] });
    const after = withNewest(
      before,
      pages({ prompt: [p4, p2] }, ['prompt']),
      new Set(before.items.map(recordRef)),
    );
    expect(refs(after.items)).toBe('P4 P2 P1');
    expect(after.hasMore.prompt).toBe(false);
  });

  test('start over when refetched after a long time: there may be a gap before the old ones', () => {
    const before = known({ prompt: [makePrompt({ id: 1, at: 1 })] });
    const after = withNewest(
      before,
      pages({ prompt: [makePrompt({ id: 90, at: 90 })] }, ['prompt']),
      new Set(['P1']),
    );
    expect(refs(after.items)).toBe('P90');
    expect(after.hasMore.prompt).toBe(true);
  });

  test('keep what arrived during the fetch', () => {
    const before = known({ prompt: [makePrompt({ id: 1, at: 1 })] });
    const meanwhile = withRecord(before, makePrompt({ id: 2, at: 2 }));
    const after = withNewest(meanwhile, pages({ prompt: [makePrompt({ id: 1, at: 1 })] }), new Set(['P1']));
    expect(refs(after.items)).toBe('P2 P1');
  });

  test('show a changed record in its place, and take no unknown one in', () => {
    const before = known({ summary: [makeSummary({ id: 2, at: 20 }), makeSummary({ id: 1, at: 10 })] });
    const changed = { ...makeSummary({ id: 1, at: 10 }), learned: 'More' } as SessionRecord;
    expect(withChanged(before, changed).items).toEqual([before.items[0], changed]);
    expect(withChanged(before, makeSummary({ id: 9, at: 1 })).items).toEqual(before.items);
  });

  test('hold a record once, however often it arrives, until it is deleted', () => {
    const once = withRecord(known({}), makeSummary({ id: 1, at: 1 }));
    const twice = withRecord(once, makeSummary({ id: 1, at: 1 }));
    expect(refs(twice.items)).toBe('S1');
    expect(refs(withoutRecord(twice, 'S1').items)).toBe('');
    expect(
      refs(withOlder(twice, { summary: { items: [makeSummary({ id: 1, at: 1 })], hasMore: false } }).items),
    ).toBe('S1');
    expect(
      withNewest(undefined, { prompt: nothing, observation: nothing, summary: nothing }, nobody).items,
    ).toEqual([]);
  });
});
