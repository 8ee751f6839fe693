import { describe, expect, test } from 'vitest';
import { backLinkKeys, footnoteKey, isBackLink, isReference } from './footnote-popover.tsx';

describe('a footnote', () => {
  test.each([
    ['#fn1', '#fnref1'],
    ['#fn:harbour', '#fnref:harbour'],
    ['#_ftn12', '#_ftnref12'],
    ['#footnote-3', '#footnote-anchor-3'],
    ['#cite_note-7', '#cite_ref-7'],
    ['#user-content-fn-2', '#user-content-fnref-2'],
    ['#fn%3A4', '#fnref%3A4'],
  ])('at %s belongs to the reference at %s', (note, reference) => {
    expect(footnoteKey(note)).toBe(footnoteKey(reference));
    expect(footnoteKey(note)).not.toBeNull();
    expect(isBackLink(reference, '1')).toBe(true);
    expect(isBackLink(note, '1')).toBe(false);
  });

  test.each([
    ['#cite_note-7', '#cite_ref-7'],
    ['#cite_note-Harbour_board-3', '#cite_ref-Harbour_board_3-0'],
    ['#cite_note-Harbour_board-3', '#cite_ref-Harbour_board_3-11'],
    ['#user-content-fn-2', '#user-content-fnref-2-2'],
    ['#fn4', '#fnref4:1'],
    ['#fn4', '#fnref4%3A1'],
  ])('at %s is linked back to each of its references, such as %s', (note, back) => {
    expect(backLinkKeys(back)).toContain(footnoteKey(note));
  });

  test('is not a heading, nor anything hostile', () => {
    expect(['#', '#introduction', '#fn', '#1', '#%'].map(footnoteKey)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(footnoteKey(`#fn${'ref'.repeat(50_000)}1`)).toBe('1');
  });

  test('has a mark, not a word', () => {
    expect(['1', '[12]', ' * ', '†', 'a', '(b)'].map(isReference)).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(['', 'here', 'see 1', '123456789'].map(isReference)).toEqual([false, false, false, false]);
  });
});
