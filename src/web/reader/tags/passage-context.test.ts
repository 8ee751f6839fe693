import { describe, expect, test } from 'vitest';
import { passageContext } from './passage-part.tsx';

const text = `Title\nThe council of Lindhaven decided on Tuesday night to close the harbour bridge for twenty-six months, by nine votes to four.\nNext.`;

function contextOf(quote: string, source = text) {
  const start = source.indexOf(quote);
  return passageContext(source, { quote, place: { start, end: start + quote.length } });
}

describe('a passage', () => {
  test('that is short is shown with the words around it in its paragraph', () => {
    expect(contextOf('Lindhaven')).toEqual({
      before: 'The council of ',
      words: 'Lindhaven',
      after: ' decided on Tuesday night to close the harbour bridge for twenty-six…',
    });
    expect(contextOf('nine votes').before).toMatch(/^…Tuesday night to close/);
    expect(contextOf('nine votes').after).toBe(' to four.');
    expect(contextOf('end', `${'😀'.repeat(60)}xend`).before.isWellFormed()).toBe(true);
    expect(contextOf('城市', '甲'.repeat(100) + '城市').before).toBe(`…${'甲'.repeat(70)}`);
  });

  test('that is long, or gone from the article, is shown alone', () => {
    const long = 'decided on Tuesday night to close the harbour bridge for twenty-six months';
    expect(contextOf(long)).toEqual({ before: '', words: long, after: '' });
    expect(passageContext(text, { quote: 'gone', place: null })).toEqual({
      before: '',
      words: 'gone',
      after: '',
    });
  });
});
