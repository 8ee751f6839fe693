import { expect, test } from 'vitest';
import { changedSentences } from './repair-note.tsx';

const told = (before: string, after: string) =>
  changedSentences(before, after).map((sentence) =>
    sentence.map(({ kind, text }) => `${{ same: '', removed: '-', added: '+' }[kind]}${text}`).join('|'),
  );

test('only the sentences that changed are listed, each in full', () => {
  expect(
    told(
      'The bridge closes. It costs 987 million crowns. Two ferries run.',
      'The bridge closes. It costs 118 million crowns. Two ferries run.',
    ),
  ).toEqual(['It costs |-987 |+118 |million crowns. ']);
});

test('a changed last word does not take the next sentence along', () => {
  expect(told('It opens at nine. Two ferries run.', 'It opens at ten. Two ferries run.')).toEqual([
    'It opens at |-nine. |+ten. ',
  ]);
  expect(told('渡轮九点开。票价三元。', '渡轮十点开。票价三元。')).toEqual(['渡轮|-九|+十|点开。']);
});

test('a full stop inside a number ends no sentence', () => {
  expect(told('It grew by 3.5 percent in May. So.', 'It grew by 3.5 percent in June. So.')).toEqual([
    'It grew by 3.5 percent in |-May. |+June. ',
  ]);
});

test('lines are apart and lose their markers, and equal texts have no changes', () => {
  expect(told('- One thing\n- Two things', '- One thing\n- Three things')).toEqual(['-Two |+Three |things']);
  expect(told('Same. Text.', 'Same. Text.')).toEqual([]);
  expect(told('', '')).toEqual([]);
});
