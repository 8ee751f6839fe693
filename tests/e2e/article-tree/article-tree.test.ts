import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sanitizeArticle } from '#sources/entry/pages/sanitize-article.ts';
import { openBrowser, type TestBrowser } from '#tests/e2e/open-browser.ts';
import { createRandom } from '#tests/fixtures/create-random.ts';
import { openTreeComparer } from './expected-tree.ts';
import { mutateMarkup } from './mutate-markup.ts';

const base = 'https://news.example/2026/story.html';
const documents = process.env.PRECIS_FAULT === 'full' ? 5000 : 500;

const article = `<article lang="en"><h1>A bridge over the harbour</h1>
<p>The <a href="/council?a=1&amp;b=2">council</a> voted <b>for</b> the bridge on <time datetime="2026-05-03">3 May</time>.
<figure><picture><source srcset="b.avif"><img src="b.jpg" alt="The bridge" width="640"></picture><figcaption>The bridge</figcaption></figure>
<p>It costs <em>300 million</em> euros &mdash; <strong>twice</strong> the first estimate.<img src="https://t.example/1.gif" width=1 height=1></p>
<ul><li>Steel<li>Concrete<ul><li>old</li><li>new</li></ul></ul>
<table><thead><tr><th scope="col">Year<th>Cost</thead><tr><td>2025<td>150</tr><tr><td colspan="2">300</table>
<blockquote><p>“We will see,” the mayor said.</blockquote>
<pre><code>if (a &lt; b) {
  c();
}</code></pre>
<div class="share" hidden><a href="#">Share</a></div>
<dl><dt>Length<dd>1.2 km<dt>Lanes<dd>4</dl>
<iframe src="https://films.example/embed/1" width="560"></iframe>
<p>Read <a href="/more">more</a>.</p></article>`;

let browser: TestBrowser;
let compare: Awaited<ReturnType<typeof openTreeComparer>>;
beforeAll(async () => {
  browser = await openBrowser();
  const { page } = await browser.open();
  compare = await openTreeComparer(page);
});
afterAll(() => browser?.close());

async function differenceOf(html: string): Promise<unknown> {
  const { html: written } = sanitizeArticle(html, base);
  const { difference } = await compare(html, written, base);
  return difference && { html, written, ...difference };
}

describe('an article is the tree that the browser would show, without what is left out', () => {
  test.each([
    [
      'a link after a tracking pixel',
      '<p><img src="/p.gif" width="1"><a href="/x">link</a> text</p><p>more</p>',
    ],
    ['bold text after a tracking pixel', '<img src="/p.gif" width="1"><b>bold</b> text <i>more</i>'],
    ['a link after a hidden element', '<span hidden>x</span><a href="/x">link</a> text'],
    ['a list after a hidden one', '<ul hidden><li>x</ul><ul><li><b>y</b> z<li>w</ul>text'],
    ['a hidden element in a link', '<a href="/x"><span class="sr-only">x</span><b>y</b></a> z'],
    ['hidden elements in each other', '<div hidden><div hidden>x</div></div><em>y</em> z'],
    ['a cell after a hidden one', '<table><tr><td hidden>x<td>y<td><b>z</b> w</table>v'],
    ['a hidden paragraph without an end', '<p hidden>x<p><b>y</b> z'],
    ['a pixel in a line of code', '<pre>\n\n<img src="/p.gif" width="1">\nx</pre>'],
  ])('%s', async (_, html) => {
    expect(await differenceOf(html)).toBeNull();
  });

  test('an article of every kind of element', async () => {
    expect(await differenceOf(article)).toBeNull();
  });

  test('whatever is inserted into it or removed from it', async () => {
    const random = createRandom(3);
    for (let n = 0; n < documents; n++)
      expect(await differenceOf(mutateMarkup(article, { random, most: 10 }))).toBeNull();
  });
});
