import { describe, expect, test } from 'vitest';
import {
  dayEdges,
  isFiltered,
  isSearching,
  parseSessionsSearch,
  scopeOf,
  toDate,
} from './sessions-search.ts';

describe('the URL of Sessions', () => {
  test('names project, search and record, and ignores anything unknown', () => {
    const address = {
      project: 'web',
      q: ' login ',
      type: 'sessions',
      from: '2026-01-01',
      to: '2026-01-31',
      at: 'O12',
      view: 'changes',
      other: 'x',
    };
    const { other: _, ...known } = address;
    expect(parseSessionsSearch(address)).toEqual({ ...known, q: 'login' });
    expect(parseSessionsSearch({ view: 'memory' })).toEqual({ view: 'memory' });
    expect(
      parseSessionsSearch({
        q: '  ',
        type: 'all',
        from: 'yesterday',
        to: '2026-13-99',
        at: 'X1',
        view: 'all',
        project: {},
      }),
    ).toEqual({});
  });

  test('distinguishes a project without a name from all projects, and accepts a number as a name', () => {
    expect(parseSessionsSearch({ project: '' })).toEqual({ project: '' });
    expect(parseSessionsSearch({})).toEqual({});
    expect(parseSessionsSearch({ project: 42 })).toEqual({ project: '42' });
  });

  test('starts a search by words only; kinds and days are filters, and a project is neither', () => {
    const searches = [{ q: 'x' }, { type: 'prompts' as const }, { from: '2026-01-01' }, { project: 'web' }];
    expect(searches.map(isSearching)).toEqual([true, false, false, false]);
    expect(searches.map(isFiltered)).toEqual([false, true, true, false]);
  });

  test('gives the timeline its project, kind and days', () => {
    expect(scopeOf({ project: '', q: 'x', at: 'P1' })).toEqual({ project: '' });
    expect(scopeOf({ type: 'sessions', from: '2026-03-01', to: '2026-03-02' })).toEqual({
      kind: 'summary',
      from: new Date(2026, 2, 1).getTime(),
      to: new Date(2026, 2, 3).getTime() - 1,
    });
    expect([toDate(dayEdges('1900-01-01').start), toDate(1_700_000_000_000)]).toEqual([
      '100000000',
      '1700000000000',
    ]);
  });
});

test('a day is complete, in the reader’s time zone', () => {
  const { start, end } = dayEdges('2026-03-01');
  expect([new Date(start).toString().slice(0, 21), new Date(end).toString().slice(0, 24)]).toEqual([
    'Sun Mar 01 2026 00:00',
    'Sun Mar 01 2026 23:59:59',
  ]);
});
