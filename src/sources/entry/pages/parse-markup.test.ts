import { describe, expect, test } from 'vitest';
import { createRandom } from '#tests/fixtures/create-random.ts';
import { textOfMarkup } from './parse-markup.ts';
import { sanitizeArticle } from './sanitize-article.ts';

const sanitize = (html: string) => sanitizeArticle(html, 'https://example.org/');

describe('the text of an article', () => {
  test.each([
    [
      '<p>One &amp; two<br />three</p><ul><li>a</li><li><p>b</p>c</li></ul>',
      'One & two\nthree\n\n- a\n- b\n\nc',
    ],
    [
      '<h2>Title</h2>text<ol start="4"><li>d</li></ol><pre>\n x\n  y</pre>',
      '## Title\n\ntext\n\n4. d\n\n x\n  y',
    ],
    ['<table><tr><td>x</td><td>y</td></tr></table>', 'x | y'],
    ['', ''],
  ])('%s', (html, text) => {
    expect(sanitize(html).text).toBe(text);
    expect(textOfMarkup(html)).toBe(text);
  });

  test('is that of the markup that is shown', () => {
    const random = createRandom(5);
    const oneOf = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
    const tags =
      'p div b a em ul ol li pre h1 h2 br img span blockquote code dl dd dt hr details summary table td'.split(
        ' ',
      );
    const texts = ['word ', 'two\nlines ', ' &amp; ', '  ', 'a<b ', '日本', '&nbsp;', '\t'];
    for (let n = 0; n < 3000; n++) {
      const pieces = Array.from({ length: 2 + Math.floor(random() * 20) }, () => {
        const chance = random();
        if (chance < 0.4) return `<${oneOf(tags)}>`;
        return chance < 0.7 ? `</${oneOf(tags)}>` : oneOf(texts);
      });
      const { html, text } = sanitize(pieces.join(''));
      expect({ html, text }).toEqual({ html, text: textOfMarkup(html) });
    }
  });
});
