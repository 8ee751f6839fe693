import { describe, expect, test } from 'vitest';
import { createEventDataReader } from './read-event-data.ts';

function read(pieces: readonly string[]): string[] {
  const reader = createEventDataReader();
  return pieces.flatMap((piece) => reader.push(piece));
}

const stream =
  ': a comment\ndata: one\n\nevent: x\nid: 7\ndata:two\ndata:  three\nretry: 5\n\n\n\ndata: [DONE]\n\n';
const expected = ['one', 'two\n three', '[DONE]'];

describe('the data of events', () => {
  test.each([
    ['\n', stream],
    ['\r\n', stream.replaceAll('\n', '\r\n')],
    ['\r', stream.replaceAll('\n', '\r')],
  ])('with lines that end in %j is the same wherever the text is cut', (_end, text) => {
    expect(read([text])).toEqual(expected);
    expect(read([...text])).toEqual(expected);
    for (let at = 0; at <= text.length; at += 1)
      expect(read([text.slice(0, at), text.slice(at)])).toEqual(expected);
  });

  test('of an event without its blank line is not complete', () => {
    expect(read(['data: one\n\ndata: tw'])).toEqual(['one']);
    expect(read(['data: one\n\ndata: two\n'])).toEqual(['one']);
  });

  test('in a line of many pieces is joined once', () => {
    const pieces = ['data: ', ...Array.from({ length: 20_000 }, () => 'x'.repeat(100)), '\n\n'];
    expect(read(pieces).map(({ length }) => length)).toEqual([2_000_000]);
  });

  test('is neither that of a field with a similar name nor empty', () => {
    expect(read(['database: 1\n\ndata\n\n data: 2\n\n'])).toEqual([]);
  });
});
