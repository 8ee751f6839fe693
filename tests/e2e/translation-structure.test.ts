import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { toJson } from '#tests/fixtures/translated-article.ts';
import { soon } from './soon.ts';
import { useTranslationBench } from './use-translation-bench.ts';

const { publish, openPage, answerWith, client, feeds } = useTranslationBench();

/** Articles as sites write them, with more markup than text. */
const articles: Record<string, string> = {
  'A recipe with lists': `
    <h2>Bread without a schedule</h2>
    <p>You need <strong>500 g of flour</strong>, <em>cold</em> water and a <a href="https://example.org/jar">closed jar</a>.</p>
    <ol><li>Mix the flour with the water.<ul><li>The dough <b>must be wet</b>.</li><li>Cover it with <code>tea.towel()</code> and wait.</li></ul></li>
    <li>Bake it at <sub>about</sub> 240 degrees.</li></ol>
    <dl><dt>Hydration</dt><dd>The share of water in the dough.</dd></dl>
    <h3>What can go <i>wrong</i></h3>
    <p>Nothing that <a href="https://example.org/a">patience</a> and <a href="https://example.org/b">more flour</a> would not cure.</p>`,
  'A report with tables': `
    <table><caption>Passengers by line</caption><thead><tr><th>Line</th><th>Passengers per day</th></tr></thead>
    <tbody><tr><td>The harbour line</td><td>2137</td></tr><tr><td><a href="https://example.org/east">The eastern line</a></td><td>318</td></tr></tbody></table>
    <blockquote><p>We counted <mark>every single passenger</mark> twice.</p><p>The second count was lower.</p></blockquote>
    <p>The table was made by hand.<br>It may contain errors.</p>`,
  'A page with code': `
    <p>Run <code>npm ci</code> before you start the <kbd>server</kbd>.</p>
    <pre><code>let x = 1; // a comment in English</code></pre>
    <p>The variable <var>x</var> is then <code>1</code>, as the <a href="https://example.org/manual"><code>manual</code> page</a> says.</p>
    <p><code>only.code()</code></p><p>https://example.org/only-an-address</p><p>12 %</p>
    <details><summary>Show the long answer</summary><p>There is none.</p></details>`,
  'A story with pictures': `
    <figure><img src="https://example.org/boat.png" alt="A boat"><figcaption>The boat in <time datetime="1931">1931</time>, by <cite>Ines Halloran</cite>.</figcaption></figure>
    <p>The boat <img src="https://example.org/flag.png" alt="flag"> left at noon.</p>
    <p><a href="https://example.org/album"><img src="https://example.org/album.png" alt="The album"></a></p>
    <div>A line in a bare block.<p>And a paragraph inside of it.</p>And a line after it.</div>`,
  'An old page': `
    First line of an old page.<br><br>The second paragraph, with <font color="red">red words</font> in it.<br><br>
    <a href="https://example.org/card"><h4>A card with a heading</h4>And the text of the card.</a>
    <ul><li><p>An item with a paragraph.</p></li><li>An item <s>without</s> one.</li></ul>
    <p>Texts may have 1 &lt; 2, &amp;lt;, and even &lt;1&gt; in them.</p>`,
};

/** Lists the structure of an article, without its words and without what a translation adds. */
const readStructure = `(part) => {
  const list = (node) => {
    if (node.nodeType === 3) return node.data.trim() === '' ? [] : ['#'];
    if (node.nodeType !== 1 || node.matches('.translation-note')) return [];
    const inside = [...node.childNodes].flatMap(list);
    if (node.matches('.pair, .source, .target')) return node.matches(part) ? inside : [];
    const address = node.getAttribute('href') ?? '';
    const kept = node.matches('pre, code, kbd, var') ? node.textContent : '';
    return ['<' + node.localName + ' ' + address + kept, ...inside, '>'];
  };
  return [...document.querySelector('[data-testid=article]').childNodes].flatMap(list);
}`;
const structureOf = (page: Page, parts: string) =>
  page.evaluate<string[]>(`(${readStructure})(${JSON.stringify(parts)})`);
/**
 * The elements of a structure, without those that mean nothing in a translation. A line break at the end of a
 * paragraph is dropped, so line breaks are left out too.
 */
const elementsOf = (structure: readonly string[]) =>
  structure.filter((part) => part.startsWith('<') && !/^<(?:span|font|time|br) /.test(part)).toSorted();

describe('the markup of an article', () => {
  test.each(Object.keys(articles))('%s is intact in both languages', async (title) => {
    await client().settings.patch({ translation: { defaultTargetLanguage: 'zh-Hans' } });
    answerWith((pairs) => ({ text: toJson(pairs.map(({ id, markup }) => ({ id, text: toHan(markup) }))) }));
    const id = await publish(title, { html: articles[title] ?? '', translations: new Map() });
    const { page, translation, complaints } = await openPage(id, { viewport: { width: 1800, height: 900 } });
    // Pictures that cannot be loaded are replaced by their descriptions, before or after the translation.
    await expect.poll(() => page.locator('img[data-src]').count(), soon).toBe(0);
    const before = await structureOf(page, '*');
    await translation.button.click();
    await translation.made.waitFor();
    for (const state of ['waiting', 'missing', 'none'])
      await expect.poll(() => translation.pairs(state).count(), soon).toBe(0);
    await expect.poll(() => translation.done.count(), soon).toBeGreaterThan(3);
    expect(await structureOf(page, '.pair, .source')).toEqual(before);

    // When the translation stands alone, it has the same elements. Words may move within a paragraph.
    await translation.layout('Alone').check();
    const targets = await structureOf(page, '.pair, .target');
    expect(elementsOf(targets)).toEqual(elementsOf(before));
    expect(complaints).toEqual([]);
  });

  test('shows a picture in a paragraph once, in its source or where the translation stands alone', async () => {
    await client().settings.patch({ translation: { defaultTargetLanguage: 'zh-Hans' } });
    answerWith((pairs) => ({ text: toJson(pairs.map(({ id, markup }) => ({ id, text: toHan(markup) }))) }));
    feeds().on('/flag.svg', { body: picture });
    const html = `<p>The boat with the flag <img src="${feeds().url('/flag.svg')}" alt="flag"> left at noon.</p>`;
    const id = await publish('A picture', { html, translations: new Map() });
    const { page, translation } = await openPage(id);
    await translation.button.click();
    await expect.poll(() => translation.done.count(), soon).toBe(1);
    const pictures = () => page.evaluate<string[]>(loadedPictures);
    await expect.poll(pictures, soon).toEqual(['source']);
    await translation.layout('Alone').check();
    await expect.poll(pictures, soon).toEqual(['target']);
    await translation.layout('Under').check();
    await expect.poll(pictures, soon).toEqual(['source']);
  });
});

const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="36"><rect width="64" height="36" fill="teal"/></svg>`;
const loadedPictures = `[...document.querySelectorAll('[data-testid=article] img')]
  .filter((image) => image.checkVisibility() && image.naturalWidth > 0 && !image.src.startsWith('data:'))
  .map((image) => image.closest('.source, .target').className)`;

/** Makes a translation that keeps markers and numbers and puts characters in place of words. */
function toHan(markup: string): string {
  const characters =
    '的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后';
  return markup
    .replace(/[a-z]+(?![^<]*>)/g, (word, at: number) => {
      if (/[A-Z]/.test(markup[at - 1] ?? '')) return '';
      const sum = [...word].reduce((total, letter) => total * 31 + (letter.codePointAt(0) ?? 0), 7);
      return `${characters[sum % characters.length]}${characters[(sum >> 5) % characters.length]}`;
    })
    .replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '');
}
