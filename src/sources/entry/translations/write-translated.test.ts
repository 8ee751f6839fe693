import { describe, expect, test } from 'vitest';
import { readParagraphs } from '#sources/entry/pages/markup-readers.ts';
import { sanitizeArticle } from '#sources/entry/pages/sanitize-article.ts';
import { writeTranslated } from './write-translated.ts';

/** Articles with complex markup, as in blogs, wikis, papers, shops and old pages. */
const articles: Record<string, string> = {
  blog: '<p>First <strong>bold and <em>both</em></strong>, a <a href="https://a.example/x?y=1&amp;z=2">link to <code>code()</code></a>.</p><blockquote><p>A quote</p><p>by <cite>Anna</cite></p></blockquote><pre><code>let a = 1 &lt; 2;</code></pre><figure><img src="https://a.example/i.png" alt="A harbour"><figcaption>The <a href="https://a.example/p">picture</a></figcaption></figure>',
  wiki: '<table><caption>Population</caption><thead><tr><th>Town</th><th>People<sup>1</sup></th></tr></thead><tbody><tr><td><a href="https://w.example/L">Lunde</a></td><td>12,345</td></tr><tr><td colspan="2">No <b>other</b> data</td></tr></tbody></table><dl><dt>Area</dt><dd>12 km<sup>2</sup> of <i>land</i></dd></dl><ol start="3"><li>Three<ul><li>inner <mark>item</mark></li></ul></li><li>Four</li></ol>',
  paper:
    '<section><h2>Method <small>(short)</small></h2><p>We set <var>x</var><sub>0</sub> = <var>y</var> and <kbd>Ctrl</kbd>+<kbd>C</kbd> it, see <a href="https://p.example/1">[1]</a> and <a href="https://p.example/2">[2]</a>.</p><details><summary>More</summary>Text in <q>quotes</q><p>and a paragraph</p></details></section>',
  shop: '<div>Loose text <span>in a <b>div</b></span><div><a href="https://s.example/"><h3>A linked head</h3><p>with a text</p></a></div>after it</div><ul><li><p>One</p><p>Two <s>old</s> <ins>new</ins></p></li></ul>',
  old: 'A line<br>and another<br><br>A new paragraph with <i>style</i><hr>After the rule <img src="https://o.example/s.gif" alt=""> and so on<br><table><tbody><tr><td>A cell with <p>a paragraph</p> and more</td></tr></tbody></table>',
};

const tagsOf = (html: string) =>
  Array.from(html.matchAll(/<(?!\/?span)[^>]+>/g), ([tag]) => tag.replace(/ (?:lang|dir)="[^"]*"/g, ''));
const bodyOf = (page: string) => /<h1>.*?<\/h1>\n(.*)\n<\/body>/su.exec(page)?.[1] ?? '';

describe('an article with much markup', () => {
  test.each(Object.entries(articles))('keeps its structure when it is translated: %s', (_, source) => {
    const html = sanitizeArticle(source, 'https://example.org/').html;
    const paragraphs = readParagraphs(html);
    expect(paragraphs.length).toBeGreaterThan(3);
    // Replaces every letter and keeps the markers.
    const translate = (markup: string) =>
      markup.replace(/\p{L}/gu, (letter) => (letter === letter.toUpperCase() ? 'X' : 'x'));
    const texts = new Map(paragraphs.map(({ key, markup }) => [key, translate(markup)]));
    const article = { title: 'T', url: null, html, language: 'en' };
    const page = writeTranslated(article, {
      format: 'html',
      layout: 'translation',
      targetLanguage: 'ar',
      texts,
    });
    const body = bodyOf(page);
    expect(tagsOf(body)).toEqual(tagsOf(html));
    const codes = (text: string) =>
      Array.from(text.matchAll(/<(code|kbd|var|pre)>.*?<\/\1>/gsu), ([found]) => found);
    expect(codes(body)).toEqual(codes(html));
    const words = body
      .replace(/<(code|kbd|var|pre)>.*?<\/\1>/gsu, '')
      .replace(/<[^>]+>/g, '')
      .match(/[A-Wa-wYZyz]+/g);
    expect(words).toBeNull();
    expect(page).toContain('dir="rtl"');
  });

  test('has each translation under its paragraph, inside the same cell or item', () => {
    const html = '<ul><li>One</li></ul><p>Two</p><table><tbody><tr><td>Three</td></tr></tbody></table>';
    const texts = new Map(readParagraphs(html).map(({ key, markup }) => [key, `${markup}!`]));
    const article = { title: 'T', url: null, html, language: 'en' };
    const page = writeTranslated(article, { format: 'html', layout: 'both', targetLanguage: 'he', texts });
    expect(bodyOf(page)).toBe(
      '<ul><li>One<br /><span dir="rtl" lang="he">One!</span></li></ul><p>Two</p><p dir="rtl" lang="he">Two!</p>' +
        '<table><tbody><tr><td>Three<br /><span dir="rtl" lang="he">Three!</span></td></tr></tbody></table>',
    );
  });
});

test('in Markdown, a translation is told from its source', () => {
  const html = '<h2>One</h2><p>Two <b>bold</b> &gt; 1</p><ul><li>Three</li></ul>';
  const texts = new Map(readParagraphs(html).map(({ key, markup }) => [key, `${markup}!`]));
  const article = { title: 'T', url: null, html, language: 'en' };
  const text = writeTranslated(article, { format: 'md', layout: 'both', targetLanguage: 'de', texts });
  expect(text).toBe(
    '# T\n\n## One\n\n> One!\n\nTwo **bold** \\> 1\n\n> Two **bold** \\> 1!\n\n- Three\n→ Three!\n',
  );
});
