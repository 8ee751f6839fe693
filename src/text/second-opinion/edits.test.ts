import { expect, test } from 'vitest';
import { applyEdits, editsWithin, invertEdits, moveSpan } from './edits.ts';

const text = 'It costs 987 million. It opens in 2031. It is red.';
const edits = [
  { start: 0, end: 21, text: 'It costs 310 million, as planned.' },
  { start: 40, end: 50, text: 'It is blue.' },
];

test('edits replace exactly their places, and their inverse brings the text back', () => {
  const edited = applyEdits(text, edits);
  expect(edited).toBe('It costs 310 million, as planned. It opens in 2031. It is blue.');
  expect(applyEdits(edited, invertEdits(text, edits))).toBe(text);
  expect(applyEdits(text, [])).toBe(text);
});

test('a place between edits moves along, and one inside an edit is gone', () => {
  const moved = moveSpan({ start: 22, end: 39 }, edits);
  expect(applyEdits(text, edits).slice(moved?.start, moved?.end)).toBe('It opens in 2031.');
  expect(moveSpan({ start: 9, end: 20 }, edits)).toBeNull();
  expect(moveSpan({ start: 40, end: 50 }, edits)).toBeNull();
});

test('the edits of one part are counted from its beginning', () => {
  expect(editsWithin(edits, { start: 40, end: 50 })).toEqual([{ start: 0, end: 10, text: 'It is blue.' }]);
});
