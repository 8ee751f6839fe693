import { expect, test } from 'vitest';
import { textOfMarkup } from '#sources/entry/reading/markup-text.ts';
import { createRandom } from '#tests/fixtures/create-random.ts';
import { sanitizeArticle, sanitizeWithText } from './sanitize-article.ts';
import { sanitizePlain } from './sanitize-plain.ts';

const base = 'https://example.org/page';
const random = createRandom(8);
const oneOf = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
const elements = 'a b blockquote br code dd div dl dt em figure h2 hr i img li ol p pre span strong ul'.split(
  ' ',
);
const attributes = [
  ' class="x"',
  ' class="sr-only"',
  ' href="https://e.org/?a=1&amp;b=2"',
  ' href="javascript:alert(1)"',
  ' href="/x"',
  ' title="a &lt;b&gt; &quot;c&quot;"',
  ' src="/i.jpg"',
  ' src="data:image/png;base64,AAAA"',
  ' width="1"',
  ' alt=""',
  ' style="display:none"',
  ' onerror="x()"',
  ' lang="de"',
  ' lang=""',
  ' lang="a b"',
  ' dir="rtl" style="color: red" data-x1="y"',
  ' id="a" xml:lang="fr" dir="ltr" lang="en"',
  ' start="3"',
  ' value="2"',
  ' align="center"',
];
const texts = [
  'word ',
  '&amp; ',
  '&lt;script&gt;',
  'a > b',
  '& ',
  '&copy;',
  '&nbsp;',
  '日本\u200b\u200b',
  '\u00ad',
  '"q" ',
  'it&#8217;s ',
  '&#x2014;',
  '&#60;b&#62;&#38;amp; ',
  '&#150;',
  '&#0;',
  '&#8203;&#8203;',
  '&#128512;',
  '&#xd800;',
  '&#8217',
];

function makeMarkup(depth: number): string {
  let html = '';
  for (let left = Math.floor(random() * 4); left > 0; left--) {
    const name = oneOf(elements);
    if (depth > 5 || random() < 0.5) html += oneOf(texts);
    else if (/^(?:br|hr|img)$/.test(name))
      html += `<${name}${oneOf(['', oneOf(attributes)])}${oneOf(['', ' /'])}>`;
    else html += `<${name}${oneOf(['', oneOf(attributes)])}>${makeMarkup(depth + 1)}</${name}>`;
  }
  return html;
}

test('plain markup is written as the sanitizer writes it', () => {
  let plain = 0;
  for (let n = 0; n < 4000; n++) {
    const html = `<p>${oneOf(texts)}</p>${makeMarkup(0)}`;
    if (sanitizePlain(html, () => ({})) === null) continue;
    plain += 1;
    // An element that is not plain leaves the whole to the sanitizer.
    const sanitized = sanitizeArticle(`<abbr></abbr>${html}`, base);
    const clean = sanitized.slice(13).trim();
    const { text } = sanitizeWithText(html, base);
    expect({ html, clean: sanitizeArticle(html, base), text: text ?? textOfMarkup(clean) }).toEqual({
      html,
      clean,
      text: textOfMarkup(clean),
    });
  }
  expect(plain).toBeGreaterThan(1000);
});

test('what says nothing to a reader is left out, and the direction and language of a text stay', () => {
  const html =
    '<div dir="ltr" style="color: red" onclick="x()" data-n="1"><p lang="de">it&#8217;s &#60;</p></div>';
  expect(sanitizePlain(html, () => ({}))).toEqual({
    html: '<div dir="ltr"><p lang="de">it’s &lt;</p></div>',
    text: 'it’s <',
  });
});

test.each([
  '<p style="display: none">x</p>',
  '<p lang="">x</p>',
  '<p lang="a b">x</p>',
  '<ol start="3"><li>x</li></ol>',
  '<p>&#150;</p>',
  '<p>&#xd800;</p>',
  '<p>&#8203;&#8203;</p>',
  '<script>x</script>',
  '<p>x',
  'x</p>',
  '<p><p>x</p></p>',
  '<P>x</P>',
  '<p>&copy;</p>',
  '<p>a < b</p>',
  '<img src=x>',
  '<!-- x -->',
  '<div/>',
])('%s is left to the sanitizer', (html) => {
  expect(sanitizePlain(html, () => ({}))).toBeNull();
});
