import { describe, expect, test } from 'vitest';
import { sanitizeArticle } from '#sources/entry/pages/sanitize-article.ts';
import { createRandom } from '#tests/fixtures/create-random.ts';
import { textOfMarkup, textOfSanitized } from './markup-text.ts';
import { readSanitized } from './sanitized-nodes.ts';

describe('the text of sanitized markup', () => {
  test.each([
    [
      '<p>One &amp; two<br />three</p><ul><li>a</li><li><p>b</p>c</li></ul>',
      'One & two\nthree\n\n- a\n- b\n\nc',
    ],
    [
      '<h2>Title</h2>text<ol start="4"><li>d</li></ol><pre>\n x\n  y</pre>',
      '## Title\n\ntext\n\n4. d\n\n x\n  y',
    ],
    ['', ''],
  ])('%s', (html, text) => {
    expect(readSanitized(html)).not.toBeNull();
    expect(textOfSanitized(html)).toBe(text);
    expect(textOfMarkup(html)).toBe(text);
  });

  test.each([
    '<table><tr><td>x</td></tr></table>',
    '<p><span><div>x</div></span></p>',
    '<li><span><li>x</li></span></li>',
    '<a>x<b><a>y</a></b></a>',
    '<p>x',
    'x</p>',
    'a < b',
    '&nbsp;x',
    '<P>x</P>',
    '<!-- x -->',
  ])('%s is left to the parser of browsers', (html) => {
    expect(readSanitized(html)).toBeNull();
    expect(textOfSanitized(html)).toBe(textOfMarkup(html));
  });

  test('is the same for any markup, whichever way it is read', () => {
    const random = createRandom(5);
    const oneOf = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
    const tags =
      'p div b a em ul ol li pre h1 h2 br img span blockquote code dl dd dt hr details summary table td'.split(
        ' ',
      );
    const texts = ['word ', 'two\nlines ', ' &amp; ', '  ', 'a<b ', '日本', '&nbsp;', '\t'];
    let read = 0;
    for (let n = 0; n < 3000; n++) {
      const pieces = Array.from({ length: 2 + Math.floor(random() * 20) }, () => {
        const chance = random();
        if (chance < 0.4) return `<${oneOf(tags)}>`;
        return chance < 0.7 ? `</${oneOf(tags)}>` : oneOf(texts);
      });
      const html = sanitizeArticle(pieces.join(''), 'https://example.org/');
      if (readSanitized(html) !== null) read += 1;
      expect({ html, text: textOfSanitized(html) }).toEqual({ html, text: textOfMarkup(html) });
    }
    expect(read).toBeGreaterThan(1000);
  });
});
