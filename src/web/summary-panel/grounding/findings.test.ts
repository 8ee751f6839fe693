import { describe, expect, test } from 'vitest';
import { groundingFlagKinds } from '#schema/runs/grounding.ts';
import { en } from '#web/strings/en/en.ts';
import { createFormats } from '#web/strings/formats.ts';
import { zhHansLater } from '#web/strings/zh-hans/zh-hans-later.ts';
import { describeFlags, type ShownFlag } from './findings.ts';

const english = en(createFormats('en-GB'));
const chinese = zhHansLater(createFormats('zh-Hans'));
const sourceText = 'Sales rose to £142m.';
const kinds = groundingFlagKinds.filter((kind) => kind !== 'term');

function tell(flag: Partial<ShownFlag>, options: { words?: typeof english.grounding; source?: string } = {}) {
  const summaryText = 'Sales fell to “£150m”.';
  const whole: ShownFlag = { kind: 'number', reason: 'missing', start: 14, end: 21, ...flag };
  const { words = english.grounding, source = sourceText } = options;
  return describeFlags([whole], { summaryText, sourceText: source, words })[0]?.text;
}

const fell = { start: 6, end: 10 };
const pounds = { source: { start: 14, end: 19 } };

describe('a flagged detail', () => {
  test.each([
    [{ kind: 'number', reason: 'missing' }, 'Number “£150m” not found in the article'],
    [{ kind: 'unit', reason: 'elsewhere' }, 'Unit “£150m” differs from the article'],
    [{ kind: 'currency', reason: 'elsewhere' }, 'Currency “£150m” differs from the article'],
    [{ kind: 'date', reason: 'elsewhere' }, 'Date “£150m” is in the article, but about something else'],
    [{ kind: 'name', reason: 'missing' }, 'Name “£150m” not found in the article'],
    [{ kind: 'role', reason: 'elsewhere' }, 'Role “£150m” is in the article, but for someone else'],
    [{ kind: 'quantifier', reason: 'elsewhere' }, 'Quantity “£150m” differs from the article'],
    [{ kind: 'negation', reason: 'reversed' }, 'Meaning reversed: “£150m”; the article says the opposite'],
    [{ kind: 'polarity', reason: 'reversed' }, 'Direction reversed: “£150m”; the article says the opposite'],
    [{ kind: 'quote', reason: 'elsewhere' }, 'Quotation “£150m” differs from the article'],
    [{ kind: 'hedge', reason: 'elsewhere' }, 'Certainty “£150m” differs from the article'],
    [{ kind: 'condition', reason: 'missing' }, 'Condition “£150m” not found in the article'],
    [
      { kind: 'comparison', reason: 'reversed' },
      'Comparison reversed: “£150m”; the article says the opposite',
    ],
    [
      { kind: 'order', reason: 'reversed' },
      'Order of events reversed: “£150m”; the article says the opposite',
    ],
  ] satisfies [Partial<ShownFlag>, string][])('is named in plain words: %o', (flag, words) => {
    expect(tell(flag)).toBe(words);
  });

  test('comes with what the source says instead', () => {
    expect(tell({ reason: 'elsewhere', ...pounds })).toBe('Number “£150m”: the article says “£142m”');
    expect(tell({ kind: 'polarity', reason: 'reversed', ...fell, source: { start: 6, end: 10 } })).toBe(
      'Direction reversed: “fell”; the article says “rose”',
    );
  });

  test('is quoted without the marker of the list it is in', () => {
    const summaryText = '- Residents were not asked.';
    const flag = { kind: 'claim' as const, reason: 'missing' as const, start: 0, end: summaryText.length };
    const [line] = describeFlags([flag], { summaryText, sourceText, words: english.grounding });
    expect(line?.text).toBe('“Residents were not asked.” not found in the article');
  });

  test('quotes nothing if the source is unavailable or ends before that place', () => {
    const summaryText = 'Sales fell to “£150m”.';
    const flag = { kind: 'number' as const, reason: 'elsewhere' as const, start: 14, end: 21, ...pounds };
    const [line] = describeFlags([flag], { summaryText, sourceText: null, words: english.grounding });
    expect(line?.text).toBe('Number “£150m” is in the article, but about something else');
    expect(tell({ reason: 'elsewhere', ...pounds }, { source: 'Short.' })).toBe(line?.text);
  });

  test('names the messages and the session if those are the source', () => {
    const flag = { reason: 'elsewhere' as const, ...pounds };
    expect(tell(flag, { words: english.spaces.grounding })).toBe('Number “£150m”: the messages say “£142m”');
    expect(tell({}, { words: english.sessions.grounding })).toBe('Number “£150m” not found in the session');
    expect(tell(flag, { words: chinese.grounding })).toBe('数字“£150m”：文章写的是“£142m”');
    expect(tell({}, { words: chinese.spaces.grounding })).toBe('消息中找不到数字“£150m”');
  });

  test('has different words for every kind, in both languages', () => {
    for (const { grounding } of [english, chinese])
      for (const reason of ['missing', 'elsewhere', 'reversed'] as const) {
        const told = kinds.map((kind) => tell({ kind, reason }, { words: grounding }));
        expect(new Set(told).size).toBe(kinds.length);
      }
  });

  test('is a conflict unless it is only missing', () => {
    const verdictsOf = (reason: ShownFlag['reason']) =>
      describeFlags([{ kind: 'name', reason, start: 0, end: 5 }], {
        summaryText: 'Anna',
        sourceText: null,
        words: english.grounding,
      }).map(({ verdict }) => verdict);
    expect(verdictsOf('missing')).toEqual(['not-in-the-source']);
    expect(verdictsOf('elsewhere')).toEqual(['different']);
    expect(verdictsOf('reversed')).toEqual(['different']);
  });
});
