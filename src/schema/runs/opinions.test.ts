import { describe, expect, test } from 'vitest';
import type { GroundedSentence, GroundingFlag, GroundingState, OpinionState } from './grounding.ts';
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
  details: [],
});
const opinionOf = (state: OpinionState, wrong: SentenceOpinion['wrong'] = null): SentenceOpinion => ({
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
  test('is that of the model where rules decide nothing, and that of the rules where the model cannot', () => {
    const after = (state: OpinionState) => judge(sentenceOf('not-checked'), opinionOf(state)).state;
    expect(after('supported')).toBe('confirmed');
    expect(after('contradicted')).toBe('wrong');
    expect(after('not-found')).toBe('not-in-the-source');
    for (const state of ['quoted', 'different', 'not-in-the-source', 'not-checked'] as const)
      expect(judge(sentenceOf(state), opinionOf('undecided')).state).toBe(state);
  });

  test('loses the tick of the rules by a doubt of the model', () => {
    expect(judge(sentenceOf('quoted'), opinionOf('supported')).state).toBe('quoted');
    expect(judge(sentenceOf('quoted'), opinionOf('contradicted')).state).toBe('wrong');
    expect(judge(sentenceOf('quoted'), opinionOf('not-found')).state).toBe('not-checked');
  });

  test('is not checked, never confirmed, where only the model sees no doubt', () => {
    for (const state of ['different', 'not-in-the-source'] as const) {
      const judged = judge(sentenceOf(state, [flagOf('number')]), opinionOf('supported'));
      expect(judged).toMatchObject({
        state: 'not-checked',
        flags: [flagOf('number')],
        opinion: { state: 'supported', rules: state },
      });
    }
  });

  test('keeps what the source says instead where both doubt', () => {
    expect(judge(sentenceOf('different'), opinionOf('contradicted')).state).toBe('different');
    expect(judge(sentenceOf('different'), opinionOf('not-found')).state).toBe('different');
    expect(judge(sentenceOf('not-in-the-source'), opinionOf('contradicted')).state).toBe('wrong');
  });

  test('marks the words that the model calls wrong, or the whole sentence', () => {
    const [named] = judge(sentenceOf('not-checked'), opinionOf('contradicted', { start: 2, end: 4 })).flags;
    expect(named).toEqual({
      kind: 'claim',
      reason: 'elsewhere',
      start: 2,
      end: 4,
      source: { start: 20, end: 30 },
    });
    expect(judge(sentenceOf('not-checked'), opinionOf('not-found')).flags).toEqual([
      { kind: 'claim', reason: 'missing', start: 0, end: 9 },
    ]);
  });

  test('can be taken apart again, and a second opinion replaces the first', () => {
    const sentence = sentenceOf('not-checked', [flagOf('term')]);
    const first = judge(sentence, opinionOf('contradicted'));
    expect(withoutOpinion(first)).toEqual(sentence);
    expect(judge(first, opinionOf('supported'))).toEqual(judge(sentence, opinionOf('supported')));
  });

  test('leaves sentences alone that no opinion is about', () => {
    const grounding = { sentences: [sentenceOf('not-checked')] };
    expect(applyOpinions(grounding, [{ ...opinionOf('supported'), end: 8 }])).toEqual(grounding);
  });
});

test('an opinion that rests on a passage goes along with its sentence into another text', () => {
  const text = 'It costs 12 euros. It leaves at noon. It is red.';
  const about = (words: string, state: OpinionState, wrong: string | null): SentenceOpinion => {
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
