import { describe, expect, test } from 'vitest';
import {
  type GroundedSentence,
  type GroundingFlag,
  type GroundingState,
  groundingStates,
} from './grounding.ts';
import { applyOpinions, carryOpinions, type SentenceOpinion, withoutOpinion } from './opinions.ts';

const flagOf = (kind: GroundingFlag['kind']): GroundingFlag => ({
  kind,
  reason: 'elsewhere',
  start: 3,
  end: 6,
});
const sentenceOf = (state: GroundingState, flags: GroundingFlag[] = []): GroundedSentence => ({
  start: 0,
  end: 9,
  state,
  support: [{ start: 40, end: 50 }],
  flags,
});
const opinionOf = (state: GroundingState, wrong: SentenceOpinion['wrong'] = null): SentenceOpinion => ({
  start: 0,
  end: 9,
  opinion: { state, reason: '', passages: [{ start: 20, end: 30 }], quote: 'A passage.' },
  wrong,
});

function judge(sentence: GroundedSentence, opinion: SentenceOpinion): GroundedSentence {
  const [judged] = applyOpinions({ sentences: [sentence] }, [opinion]).sentences;
  if (judged === undefined) throw new Error('a sentence was expected');
  return judged;
}

describe('the verdict of rules and a model together', () => {
  test('is that of the model where rules cannot decide, and that of the rules where the model cannot', () => {
    for (const state of groundingStates) {
      expect(judge(sentenceOf('undecided'), opinionOf(state)).state).toBe(state);
      expect(judge(sentenceOf(state), opinionOf('undecided')).state).toBe(state);
    }
  });

  test('is the doubt where the rules saw support', () => {
    expect(judge(sentenceOf('supported'), opinionOf('contradicted')).state).toBe('contradicted');
    expect(judge(sentenceOf('supported'), opinionOf('not-found')).state).toBe('not-found');
  });

  test.each(['number', 'unit', 'currency', 'date', 'quote'] as const)(
    'stays that of the rules about a %s that the model calls supported',
    (kind) => {
      for (const state of ['contradicted', 'not-found'] as const) {
        const judged = judge(sentenceOf(state, [flagOf('name'), flagOf(kind)]), opinionOf('supported'));
        expect(judged).toMatchObject({ state, opinion: { state: 'supported', rules: state } });
      }
    },
  );

  test('is undecided, never a tick, about anything else that only the model calls supported', () => {
    expect(judge(sentenceOf('contradicted', [flagOf('name')]), opinionOf('supported')).state).toBe(
      'undecided',
    );
  });

  test('marks the words that the model calls wrong, or the whole sentence', () => {
    const [named] = judge(sentenceOf('undecided'), opinionOf('contradicted', { start: 2, end: 4 })).flags;
    expect(named).toEqual({
      kind: 'claim',
      reason: 'elsewhere',
      start: 2,
      end: 4,
      source: { start: 20, end: 30 },
    });
    expect(judge(sentenceOf('undecided'), opinionOf('not-found')).flags).toEqual([
      { kind: 'claim', reason: 'missing', start: 0, end: 9 },
    ]);
  });

  test('can be taken apart again, and a second opinion replaces the first', () => {
    const sentence = sentenceOf('undecided', [flagOf('term')]);
    const first = judge(sentence, opinionOf('contradicted'));
    expect(withoutOpinion(first)).toEqual(sentence);
    expect(judge(first, opinionOf('supported'))).toEqual(judge(sentence, opinionOf('supported')));
  });

  test('leaves sentences alone that no opinion is about', () => {
    const grounding = { sentences: [sentenceOf('undecided')] };
    expect(applyOpinions(grounding, [{ ...opinionOf('supported'), end: 8 }])).toEqual(grounding);
  });
});

test('an opinion that rests on a passage goes along with its sentence into another text', () => {
  const text = 'It costs 12 euros. It leaves at noon. It is red.';
  const about = (words: string, state: GroundingState, wrong: string | null): SentenceOpinion => {
    const start = text.indexOf(words);
    const at = wrong === null ? -1 : text.indexOf(wrong);
    return {
      start,
      end: start + words.length,
      opinion: { state, reason: '', passages: [{ start: 3, end: 9 }], quote: 'twelve' },
      wrong: wrong === null ? null : { start: at, end: at + wrong.length },
    };
  };
  const opinions = [
    about('It costs 12 euros.', 'contradicted', '12'),
    about('It leaves at noon.', 'not-found', null),
    about('It is red.', 'supported', null),
  ];
  const now = 'It is red. It leaves at noon. It is new. It costs 12 euros.';
  const sentences = ['It is red.', 'It leaves at noon.', 'It is new.', 'It costs 12 euros.'].map((words) => ({
    start: now.indexOf(words),
    end: now.indexOf(words) + words.length,
  }));
  const carried = carryOpinions({ text, opinions }, { text: now, sentences });
  expect(carried.map(({ start, end }) => now.slice(start, end))).toEqual([
    'It is red.',
    'It costs 12 euros.',
  ]);
  expect(now.slice(carried[1]?.wrong?.start, carried[1]?.wrong?.end)).toBe('12');
  expect(carried[1]?.opinion.passages).toEqual([{ start: 3, end: 9 }]);
});
