import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findPassage } from './find-passage.ts';

/** Returns what the page shows between the two positions. Blocks touch each other, as text nodes do. */
function found(text: string, quoted: string, nodes: string[], from = 0): string | null {
  const start = text.indexOf(quoted, from);
  const place = findPassage(text, { start, end: start + quoted.length }, nodes);
  if (place === null) return null;
  if (place.kind === 'near') return `near: ${nodes[place.node]}`;
  return nodes
    .map((node, index) => {
      if (index < place.start.node || index > place.end.node) return '';
      return node.slice(
        index === place.start.node ? place.start.offset : 0,
        index === place.end.node ? place.end.offset : undefined,
      );
    })
    .join('');
}

describe('a passage in the article', () => {
  test('is found across elements and line breaks', () => {
    const text = 'The bridge will close on Monday. Ferries run.';
    expect(
      found(text, 'The bridge will close on Monday.', [
        '\n  The ',
        'bridge',
        ' will\n   close on Monday. Ferries',
        ' run.',
      ]),
    ).toBe('The bridge will\n   close on Monday.');
  });

  test('is found across block boundaries, where the page has no space', () => {
    const text = 'It closed:\n\n- for repairs\n- for good';
    expect(found(text, 'It closed:\n\n- for repairs', ['It closed:', 'for repairs', 'for good'])).toBe(
      'It closed:for repairs',
    );
  });

  test('is found without the markers of headings, list items and table cells', () => {
    expect(found('## The costs\n\n1. They are high', '## The costs', ['The costs', 'They are high'])).toBe(
      'The costs',
    );
    expect(found('1. They are high', '1. They are high', ['They are high'])).toBe('They are high');
    expect(found('Year | Cost', 'Year | Cost', ['Year', 'Cost'])).toBe('YearCost');
  });

  test('is shown with its quotation marks and its full stop', () => {
    const text = '“The answer was no,” she said. He left.';
    expect(found(text, '“The answer was no,” she said.', [text])).toBe('“The answer was no,” she said.');
    expect(found('他说：“大桥关闭。”然后离开。', '“大桥关闭。”', ['他说：“大桥关闭。”然后离开。'])).toBe(
      '“大桥关闭。”',
    );
  });

  test('is the intended word, not one that only contains it', () => {
    const text = '1. A fourteenth\n2. A fourth\n3. Nine votes to four, and four more.';
    const nodes = ['A fourteenth', 'A fourth', 'Nine votes to ', 'four', ', and four more.'];
    const start = text.indexOf('four, and');
    expect(findPassage(text, { start, end: start + 4 }, nodes)).toMatchObject({
      kind: 'exact',
      start: { node: 3, offset: 0 },
    });
    const again = text.indexOf('four more');
    expect(findPassage(text, { start: again, end: again + 4 }, nodes)).toMatchObject({
      kind: 'exact',
      start: { node: 4, offset: 6 },
    });
  });

  test('is the intended one if the same words occur twice', () => {
    const text = 'It rained. The bridge closed. It rained. The bridge opened.';
    const nodes = ['It rained. ', 'The bridge closed. ', 'It rained. ', 'The bridge opened.'];
    const second = text.lastIndexOf('It rained.');
    expect(findPassage(text, { start: 0, end: 10 }, nodes)).toMatchObject({ start: { node: 0 } });
    expect(findPassage(text, { start: second, end: second + 10 }, nodes)).toMatchObject({
      start: { node: 2 },
    });
  });

  test('is near its block if only part of it is shown', () => {
    const text = 'The bridge that was built in 1936 will close on Monday for two years.';
    const nodes = ['Something else.', 'The bridge that was built in 1936, they said, will stay open.'];
    expect(found(text, text, nodes)).toBe(`near: ${nodes[1]}`);
  });

  test('is not found if the article says nothing like it', () => {
    expect(
      found('The bridge closes on Monday for two years.', 'The bridge closes on Monday for two years.', [
        'Ferries run.',
      ]),
    ).toBeNull();
    expect(found('— — —', '— — —', ['— — —'])).toBeNull();
  });

  test('has the passage’s own letters, however the text is split into nodes', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom('Bridge ', '大桥', ' 3.5 ', '\n'),
    );
    const letters = (text: string) => text.match(/[\p{L}\p{N}\p{M}]+/gu)?.join('') ?? '';
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.nat(40), fc.nat(40), (nodes, from, length) => {
        const text = nodes.join('');
        const passage = { start: Math.min(from, text.length), end: Math.min(from + length, text.length) };
        const place = findPassage(text, passage, nodes);
        if (place?.kind !== 'exact') return;
        const starts = nodes.map((_, index) => nodes.slice(0, index).join('').length);
        const start = (starts[place.start.node] ?? 0) + place.start.offset;
        const end = (starts[place.end.node] ?? 0) + place.end.offset;
        const quoted = text.slice(passage.start, passage.end).replace(/^(?:#{1,6}|[-*•]|\d{1,3}\.)\s+/gm, '');
        expect(letters(text.slice(start, end))).toBe(letters(quoted));
      }),
    );
  });
});
