import { describe, expect, test } from 'vitest';
import { dayEdges, isSearching, parseSessionsSearch } from './sessions-search.ts';

describe('the address of Sessions', () => {
  test('names project, search and record, and takes nothing that it does not know', () => {
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

  test('tells a project without a name from all projects, and one with a number for a name', () => {
    expect(parseSessionsSearch({ project: '' })).toEqual({ project: '' });
    expect(parseSessionsSearch({})).toEqual({});
    expect(parseSessionsSearch({ project: 42 })).toEqual({ project: '42' });
  });

  test('asks for a search by words or by a filter, and not by a project', () => {
    expect([{ q: 'x' }, { type: 'prompts' as const }, { from: '2026-01-01' }].map(isSearching)).toEqual([
      true,
      true,
      true,
    ]);
    expect(isSearching({ project: 'web', at: 'P1' })).toBe(false);
  });
});

test('a day is whole, in the reader’s own time', () => {
  const { start, end } = dayEdges('2026-03-01');
  expect([new Date(start).toString().slice(0, 21), new Date(end).toString().slice(0, 24)]).toEqual([
    'Sun Mar 01 2026 00:00',
    'Sun Mar 01 2026 23:59:59',
  ]);
});
