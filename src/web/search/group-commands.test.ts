import { describe, expect, test } from 'vitest';
import type { Command } from '#web/commands.ts';
import { groupCommands } from './group-commands.ts';

const offered: Command[] = [
  { id: 'summary', group: 'here', label: 'Summary', run() {} },
  { id: 'add', group: 'anywhere', label: 'Add', run() {} },
  { id: 'theme-dark', group: 'anywhere', label: 'Theme: Dark', isOneOfMany: true, run() {} },
  {
    id: 'theme-light',
    group: 'anywhere',
    label: 'Theme: Light',
    isOneOfMany: true,
    isCurrent: true,
    run() {},
  },
  { id: 'spaces', group: 'places', label: 'Spaces', link: { to: '/spaces' } },
  ...Array.from({ length: 9 }, (_, at) => ({
    id: `feed-${at}`,
    group: 'places' as const,
    label: `Dark Matter ${at}`,
    isOneOfMany: true,
    link: { to: '/' as const },
  })),
];
const show = (query: string, recent: string[] = []) =>
  groupCommands(offered, query, recent).map(({ name, commands }) => [name, ...commands.map(({ id }) => id)]);

describe('the palette', () => {
  test('offers the actions and the screens before anything is typed, recent ones first', () => {
    const all = [
      ['here', 'summary'],
      ['anywhere', 'add'],
      ['places', 'spaces'],
    ];
    expect(show('')).toEqual(all);
    expect(show('', ['gone', 'theme-light', 'spaces', 'feed-3'])).toEqual([
      ['recent', 'spaces', 'feed-3'],
      ['here', 'summary'],
      ['anywhere', 'add'],
    ]);
    expect(show('> ')).toEqual(all);
  });

  test('shows the section with the best match first, and leaves room for search results', () => {
    expect(show('dark').map(([name]) => name)).toEqual(['places', 'anywhere']);
    expect(show('theme dark')).toEqual([['anywhere', 'theme-dark']]);
    expect(show('dark matter')[0]).toHaveLength(6);
  });

  test('shows every match where only commands are wanted', () => {
    expect(show('>dark matter')[0]).toHaveLength(10);
  });
});
