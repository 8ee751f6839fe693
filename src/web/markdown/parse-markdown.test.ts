import { describe, expect, test } from 'vitest';
import { closeMarks, type GrowingMarkdown, growMarkdown, parseMarkdown } from './parse-markdown.ts';

const answer = `# Plan

Some **bold** text with \`code\` and a [link](https://example.org).

- first

- second
  - nested
1. one

2. two

| a | b |
|---|---|
| 1 | 2 |

> quoted
> on

\`\`\`ts
const a = '- not a list';

- nor this
\`\`\`

The end.
`;

function grow(pieces: string[]): GrowingMarkdown {
  let grown = growMarkdown(null, '');
  let text = '';
  for (const piece of pieces) {
    text += piece;
    grown = growMarkdown(grown, text);
  }
  return grown;
}

const typesOf = (tokens: readonly { type: string; raw: string }[]) =>
  tokens.filter(({ type }) => type !== 'space').map(({ type, raw }) => [type, raw.trim()]);

describe('a text that grows', () => {
  test.each([1, 2, 3, 7, 40])('ends as the same blocks as the whole, %i characters at a time', (size) => {
    const pieces = answer.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
    const { settled, open } = grow(pieces);
    expect(typesOf([...settled, ...open])).toEqual(typesOf(parseMarkdown(answer)));
  });

  test('keeps its settled blocks as the same objects', () => {
    const first = grow(['One.\n\nTwo.\n\nThree begins\nand goes']);
    const next = growMarkdown(first, `${first.text} on.\n\nFour.\n`);
    expect(first.settled.length).toBeGreaterThan(0);
    expect(first.settled.every((token, index) => next.settled[index] === token)).toBe(true);
  });

  test('does not take the start of an item for a separate block', () => {
    const { settled, open } = grow(['- one\n\n', '-', ' two\n']);
    expect(typesOf([...settled, ...open])).toEqual([['list', '- one\n\n- two']]);
  });

  test('is parsed from the start if it is a different text', () => {
    const first = grow(['One.\n\nTwo.\n\nThree.\n']);
    const next = growMarkdown(first, 'Other.');
    expect(typesOf([...next.settled, ...next.open])).toEqual([['paragraph', 'Other.']]);
  });

  test('counts lines that end with a carriage return', () => {
    const { settled, open } = grow(['One.\r\n\r\nTwo.\r\n\r\n', 'Three.\r\n', '\r\nFour.']);
    expect(typesOf([...settled, ...open]).map(([, raw]) => raw)).toEqual(['One.', 'Two.', 'Three.', 'Four.']);
  });
});

test('marks open at the end are closed, or omitted while they are empty', () => {
  expect(closeMarks('a **bold')).toBe('a **bold**');
  expect(closeMarks('a **bold** and `code')).toBe('a **bold** and `code`');
  expect(closeMarks('a `**`')).toBe('a `**`');
  expect(closeMarks('a **')).toBe('a ');
  expect(closeMarks('**a\nb')).toBe('**a\nb');
  expect(closeMarks('see [the map](https://exa')).toBe('see the map');
  expect(closeMarks('see [the map](https://example.org) or')).toBe('see [the map](https://example.org) or');
});

test.each([
  ['nested quotes', '> '.repeat(20_000)],
  ['nested lists', '- '.repeat(20_000)],
  ['emphasis without end', '*_a '.repeat(40_000)],
  ['brackets', '['.repeat(150_000)],
  ['more than anyone reads', 'word '.repeat(100_000)],
])('%s are fast and lose nothing', (_, text) => {
  const begun = process.threadCpuUsage();
  const tokens = parseMarkdown(text);
  expect(tokens.map(({ raw }) => raw).join('')).toHaveLength(text.length);
  expect(process.threadCpuUsage(begun).user / 1000).toBeLessThan(15_000);
});
