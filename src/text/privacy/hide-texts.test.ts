import { describe, expect, test } from 'vitest';
import { hideTexts, piecesOf, stripPrivate } from './hide-private.ts';

function hide(prompt: string, text: string): string {
  return hideTexts(text, piecesOf(stripPrivate(prompt).hidden));
}

describe('what was said in private is hidden elsewhere', () => {
  test.each([
    ['the whole text', '<private>blue lagoon</private>', 'go to blue lagoon!', 'go to [private]!'],
    ['a word with a digit', '<private>my code is hunter2</private> run', 'x hunter2 y', 'x [private] y'],
    ['a value', '<private>password: swordfish</private>', 'echo swordfish', 'echo [private]'],
    ['a value in quotes', "<private>PIN='open sesame'</private>", '"open sesame"', '"[private]"'],
    ['a host', '<private>use db.internal.corp</private>', 'ping db.internal.corp', 'ping [private]'],
    ['a line of many', '<private>\nfirst line\nsecond line\n</private>', 'second line', '[private]'],
    ['Chinese', '<private>张三</private>', '给张三打电话', '给[private]打电话'],
    ['a text that never ends', '<private>blue lagoon', 'blue lagoon', '[private]'],
    ['a text before a lone end', 'blue lagoon</private>', 'blue lagoon', '[private]'],
    ['a nested text', '<private>a <private>hunter22</private> b</private>', 'hunter22', '[private]'],
    ['a text in a tag with attributes', '<private reason="x">hunter22</private>', 'hunter22', '[private]'],
    ['another letter case', '<private>Blue Lagoon</private>', 'to BLUE lagoon!', 'to [private]!'],
    ['a word in capitals', '<private>use Hunter2x</private>', 'HUNTER2X', '[private]'],
    ['a wrapped line', '<private>the blue lagoon</private>', 'a the blue\n   lagoon b', 'a [private] b'],
    ['other spaces', '<private>blue\tlagoon</private>', 'blue\u00a0 lagoon', '[private]'],
    ['a wrapped text on one line', '<private>the blue\n  lagoon</private>', 'the blue lagoon', '[private]'],
    ['a composed accent', '<private>café zoé</private>', 'cafe\u0301 zoe\u0301!', '[private]!'],
    ['a split accent', '<private>cafe\u0301 zoe\u0301</private>', 'CAFÉ ZOÉ!', '[private]!'],
    ['wide letters', '<private>hunter22</private>', 'ｈｕｎｔｅｒ２２', '[private]'],
    ['characters without width', '<private>hunter22</private>', 'hun\u200bter\u00ad22 x', '[private] x'],
    ['other quotes', '<private>ada\'s "red" door</private>', 'ada’s “red” door', '[private]'],
    [
      'quotation marks inside',
      '<private>Project Blue Bird</private>',
      'a Project “Blue Bird”',
      'a [private]”',
    ],
    [
      'marks around a word',
      '<private>Project Blue Bird</private>',
      '**Project** Blue `Bird`',
      '**[private]`',
    ],
    [
      'quoted lines',
      '<private>Project Blue Bird</private>',
      '> see Project\n> > Blue\n> Bird',
      '> see [private]',
    ],
    ['another hyphen', '<private>foo-bar office</private>', 'Foo\u2011Bar office', '[private]'],
    ['a plain hyphen', '<private>foo\u2011bar office</private>', 'foo-bar office', '[private]'],
    ['Greek capitals', '<private>κωδικός σας</private>', 'ΚΩΔΙΚΌΣ ΣΑΣ', '[private]'],
    ['Turkish letters', '<private>İzmir evi</private>', 'the İZMİR EVİ', 'the [private]'],
    ['two that overlap', '<private>blue lagoon\nlagoon seven</private>', 'Blue Lagoon Seven', '[private]'],
  ])('%s', (_, prompt, text, expected) => {
    expect(hide(prompt, text)).toBe(expected);
  });

  test.each([
    ['a very short text', '<private>a</private>', 'a banana'],
    ['a part of a longer word', '<private>port</private>', 'export portable'],
    ['ordinary words of a sentence', '<private>the girders are cracked</private>', 'the bridge has girders'],
    ['nothing', '<private></private>', 'all of it'],
    ['other signs between', '<private>Project Blue Bird</private>', 'Project > Blue > Bird'],
  ])('but not %s', (_, prompt, text) => {
    expect(hide(prompt, text)).toBe(text);
  });
});

test('many pieces and many places take linear time', () => {
  const prompt = `<private>${Array.from({ length: 3000 }, (_, n) => `key${n}value`).join('\n')}</private>`;
  const startedAt = process.cpuUsage();
  hide(prompt, 'key1value '.repeat(25_000));
  expect(process.cpuUsage(startedAt).user / 1000).toBeLessThan(5000);
});
