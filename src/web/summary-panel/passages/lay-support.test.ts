import { describe, expect, test } from 'vitest';
import type { SentenceOpinion } from '#schema/runs/opinions.ts';
import type { MessagePassage, ThreadGrounding } from '#schema/spaces/spaces-wire.ts';
import { runIdOf } from '#tests/fixtures/panel-parts.ts';
import { laySupport } from './lay-support.ts';

const said = 'User: The bridge closes.\n\nAssistant: Yes.\n\nUser: Yes.\n\n';
const messages = [
  { seq: 3, start: 6, end: 24 },
  { seq: 5, start: 37, end: 41 },
  { seq: 9, start: 49, end: 53 },
];

function passage(start: number, end: number): MessagePassage {
  const seq = messages.find((message) => message.end > start)?.seq ?? 0;
  return { seq, start, end, text: said.slice(start, end) };
}

const sentence = (support: MessagePassage[]): ThreadGrounding['sentences'][number] => ({
  start: 0,
  end: 9,
  state: 'not-checked',
  flags: [],
  details: [],
  support,
});

const lay = (sentences: ThreadGrounding['sentences']) => laySupport({ messages, sentences }, null);

describe('a passage', () => {
  test('is found by its offset, with its place in the message', () => {
    const { grounding, text, partsAt } = lay([
      sentence([passage(0, 24)]),
      sentence([passage(37, 41), passage(0, 24)]),
      sentence([]),
    ]);
    const read = grounding.sentences.map(({ support }) =>
      support.map(({ start, end }) => [text.slice(start, end), partsAt(start)]),
    );
    const bridge = ['User: The bridge closes.', [{ seq: 3, span: { start: 0, end: 18 } }]];
    expect(read).toEqual([[bridge], [['Yes.', [{ seq: 5, span: { start: 0, end: 4 } }]], bridge], []]);
  });

  test('that says otherwise is found by its offset too', () => {
    const flag = { kind: 'number' as const, reason: 'elsewhere' as const, start: 2, end: 4 };
    const { grounding, text } = lay([
      { ...sentence([]), flags: [{ ...flag, source: passage(10, 16) }, flag] },
    ]);
    const [other, none] = grounding.sentences[0]?.flags ?? [];
    expect(text.slice(other?.source?.start, other?.source?.end)).toBe('bridge');
    expect(none).toEqual(flag);
  });

  test('with the same words as another stays apart from it', () => {
    const { grounding, partsAt } = lay([sentence([passage(37, 41)]), sentence([passage(49, 53)])]);
    const parts = grounding.sentences.map(({ support }) => partsAt(support[0]?.start ?? -1));
    expect(parts).toMatchObject([[{ seq: 5 }], [{ seq: 9 }]]);
  });

  test('across messages has a part in each, without the speakers and what is between', () => {
    const { grounding, partsAt } = lay([sentence([passage(17, 45)]), sentence([passage(24, 53)])]);
    const parts = grounding.sentences.map(({ support }) => partsAt(support[0]?.start ?? -1));
    expect(parts).toEqual([
      [
        { seq: 3, span: { start: 11, end: 18 } },
        { seq: 5, span: { start: 0, end: 4 } },
      ],
      [
        { seq: 5, span: { start: 0, end: 4 } },
        { seq: 9, span: { start: 0, end: 4 } },
      ],
    ]);
  });
});

test('a verdict that has just arrived shows its first passage, and replaces nothing once it is stored', () => {
  const opinion: SentenceOpinion = {
    start: 0,
    end: 9,
    wrong: null,
    opinion: {
      state: 'supported',
      reason: 'Read it.',
      passages: [
        { start: 26, end: 53 },
        { start: 0, end: 24 },
      ],
      quote: 'Assistant: Yes. User: Yes.',
    },
  };
  const arrived = { runId: runIdOf(1), at: 5, model: null, opinions: [opinion] };
  const rules = { messages, sentences: [sentence([])] };
  const { grounding, text, partsAt } = laySupport(rules, arrived);
  const shown = grounding.sentences[0];
  expect(shown).toMatchObject({ state: 'confirmed', opinion: { rules: 'not-checked' } });
  const places = shown?.opinion?.passages ?? [];
  expect(places.map(({ start, end }) => text.slice(start, end))).toEqual(['Assistant: Yes. User: Yes.']);
  expect(partsAt(places[0]?.start ?? -1).map(({ seq }) => seq)).toEqual([5, 9]);

  const check = { provider: null, model: null, at: 5, durationMs: 1, costUsd: null, sentences: 1 };
  const stored = { ...rules, check: { ...check, runId: runIdOf(1) } };
  expect(laySupport(stored, arrived).grounding.sentences[0]?.opinion).toBeUndefined();
});
