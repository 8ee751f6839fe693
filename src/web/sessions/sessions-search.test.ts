import { describe, expect, test } from 'vitest';
import { dayEdges, isSearching, parseSessionsSearch } from './sessions-search.ts';

describe('the URL of Sessions', () => {
  test('names project, search and record, and ignores anything unknown', () => {
    const address = {
      project: 'web',
      q: ' login ',
      type: 'sessions',
      from: '2026-01-01',
      to: '2026-01-31',
      at: 'O12',
      other: 'x',
    };
    const { other: _, ...known } = address;
    expect(parseSessionsSearch(address)).toEqual({ ...known, q: 'login' });
    expect(
      parseSessionsSearch({
        q: '  ',
        type: 'all',
        from: 'yesterday',
        to: '2026-13-99',
        at: 'X1',
        project: {},
      }),
    ).toEqual({});
  });

  test('distinguishes a project without a name from all projects, and accepts a number as a name', () => {
    expect(parseSessionsSearch({ project: '' })).toEqual({ project: '' });
    expect(parseSessionsSearch({})).toEqual({});
    expect(parseSessionsSearch({ project: 42 })).toEqual({ project: '42' });
  });

  test('starts a search by words or by a filter, not by a project', () => {
    expect([{ q: 'x' }, { type: 'prompts' as const }, { from: '2026-01-01' }].map(isSearching)).toEqual([
      true,
      true,
      true,
    ]);
    expect(isSearching({ project: 'web', at: 'P1' })).toBe(false);
  });
});

test('a day is complete, in the reader’s time zone', () => {
  const { start, end } = dayEdges('2026-03-01');
  expect([new Date(start).toString().slice(0, 21), new Date(end).toString().slice(0, 24)]).toEqual([
    'Sun Mar 01 2026 00:00',
    'Sun Mar 01 2026 23:59:59',
  ]);
});
