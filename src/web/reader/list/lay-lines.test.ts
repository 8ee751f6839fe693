import { describe, expect, test } from 'vitest';
import { type EntryHead, entryIdSchema } from '#schema/entry.ts';
import { cardPicturePx, dayLineOf, dayPx, layLines, lineAt, rowPx } from './lay-lines.ts';

const headAt = (id: number, publishedAt: number): EntryHead => ({
  id: entryIdSchema.parse(id),
  feedId: null,
  feedTitle: null,
  url: null,
  title: `Entry ${id}`,
  author: null,
  excerpt: '',
  publishedAt,
  read: false,
  starred: false,
  hasSummary: false,
  summaryStart: null,
  imageKey: null,
  tags: [],
});
const local = (day: number, hour: number) => new Date(2026, 0, day, hour).getTime();
const heads = [
  headAt(4, local(9, 23)),
  headAt(3, local(9, 0)),
  headAt(2, local(8, 23)),
  headAt(1, local(2, 5)),
];

describe('the lines of a list', () => {
  test('put a heading over each day, which spans its entries', () => {
    const lines = layLines(heads, { density: 'comfortable', hasDays: true, hasPictures: true });
    expect(lines.map((line) => (line.kind === 'day' ? line.span : line.head.id))).toEqual([
      dayPx + 2 * rowPx.comfortable,
      4,
      3,
      dayPx + rowPx.comfortable,
      2,
      dayPx + rowPx.comfortable,
      1,
    ]);
    expect(lines.at(-1)?.start).toBe(3 * dayPx + 3 * rowPx.comfortable);
  });

  test('have no headings where entries are not in order of time', () => {
    const lines = layLines(heads, { density: 'compact', hasDays: false, hasPictures: true });
    expect(lines.map(({ kind, start }) => [kind, start])).toEqual(
      heads.map((_, index) => ['entry', index * rowPx.compact]),
    );
    expect(dayLineOf(lines, 2)).toBe(-1);
  });

  test('are higher where a card has a picture', () => {
    const pictured = heads.map((head, index) => ({ ...head, imageKey: index === 1 ? 'key' : null }));
    const sizes = (hasPictures: boolean) =>
      layLines(pictured, { density: 'cards', hasDays: false, hasPictures }).map(({ size }) => size);
    const { cards } = rowPx;
    expect(sizes(true)).toEqual([cards, cards + cardPicturePx, cards, cards]);
    expect(sizes(false)).toEqual([cards, cards, cards, cards]);
  });

  test('are found by their distance from the top, and their heading by them', () => {
    const lines = layLines(heads, { density: 'comfortable', hasDays: true, hasPictures: true });
    expect(lineAt([], 50)).toBe(-1);
    expect([0, dayPx - 1, dayPx, 10_000].map((offset) => lineAt(lines, offset))).toEqual([0, 0, 1, 6]);
    expect([0, 2, 3, 6].map((index) => dayLineOf(lines, index))).toEqual([0, 0, 3, 5]);
  });
});
