import { parseHTML } from 'linkedom';
import { describe, expect, test } from 'vitest';
import { findParagraphs } from './find-paragraphs.ts';
import { keyOfMarkup } from './markers.ts';
import { type PlacedNode, placeTranslation } from './place-translation.ts';

function find(html: string) {
  const { document } = parseHTML(`<html><body>${html}</body></html>`);
  return findParagraphs(document.body as unknown as PlacedNode);
}

const markups = (html: string) => find(html).map(({ markup }) => markup);

describe('paragraphs', () => {
  test('are the runs of text in every kind of block, in order', () => {
    expect(
      markups(
        '<h2>Head</h2><p>One</p><ul><li>Item<ul><li>Inner</li></ul></li></ul><blockquote>Quote<p>More</p></blockquote>' +
          '<table><caption>Cap</caption><tr><th>Th</th><td>Td</td></tr></table><figure><img src="a.png"><figcaption>Fig</figcaption></figure>' +
          '<dl><dt>Term</dt><dd>Means</dd></dl><details><summary>Sum</summary>Rest</details>',
      ),
    ).toEqual('Head One Item Inner Quote More Cap Th Td Fig Term Means Sum Rest'.split(' '));
  });

  test('number their inline elements', () => {
    expect(
      markups(
        '<p>Read <a href="/r">the <b>report</b></a> by <em>Anna</em><br>now <img src="x.png">, <code>npm <b>ci</b></code>.</p>',
      ),
    ).toEqual(['Read <1>the <2>report</2></1> by <3>Anna</3><4/>now <5/>, <6>npm ci</6>.']);
  });

  test('spend no marker on what means nothing', () => {
    expect(
      markups(
        '<p><span>A <font>red</font> <time datetime="x">day</time></span> in <ruby>東京<rp>(</rp><rt>とうきょう</rt></ruby><a id="x"></a>.</p>',
      ),
    ).toEqual(['A red day in 東京.']);
  });

  test('leave out code, addresses, numbers and punctuation', () => {
    expect(
      markups(
        '<pre>let it = 1</pre><p><code>npm ci</code></p><p>https://example.org/a</p><td>12.5 %</td><p>***</p><p>a@b.example</p><p>5 km</p>',
      ),
    ).toEqual(['5 km']);
  });

  test('begin again inside a link around blocks, and after two line breaks', () => {
    expect(markups('<a href="/x"><h3>Head</h3>Text</a>')).toEqual(['Head', 'Text']);
    expect(markups('One<br>two<br> <br>three<br>')).toEqual(['One<1/>two', 'three']);
  });

  test('defuse text that looks like a marker', () => {
    expect(markups('<p>Write &lt;1&gt; and &amp;lt;/2&gt;.</p>')).toEqual(['Write &lt;1> and &amp;lt;/2>.']);
  });

  test('are found at any depth, in proportion to their number', () => {
    const depth = 4000;
    expect(markups(`${'<div>'.repeat(depth)}deep${'</div>'.repeat(depth)}`)).toEqual(['deep']);
    expect(find(`${'<b>'.repeat(depth)}<p>in</p>${'</b>'.repeat(depth)}`)).toHaveLength(1);
  });

  test('have a key of 53 bits that depends on the markup alone', () => {
    const [first, second] = find('<p>Same <b>text</b></p><div>Same <a href="/other">text</a> </div>');
    expect(first?.key).toBe(second?.key);
    expect(keyOfMarkup('a')).toMatch(/^[\da-z]{1,11}$/);
    const keys = new Set(Array.from({ length: 20_000 }, (_, at) => keyOfMarkup(`paragraph ${at}`)));
    expect(keys.size).toBe(20_000);
  });
});

describe('a placed translation', () => {
  const html =
    '<p>Read <a href="/r">the report</a>, run <code>npm ci</code>, see <img src="x.png" alt="y">.</p>';

  function place(text: string): string {
    const { document } = parseHTML(`<html><body>${html}</body></html>`);
    const [paragraph] = findParagraphs(document.body as unknown as PlacedNode);
    if (paragraph === undefined) throw new Error('no paragraph');
    const holder = document.createElement('p');
    const nodes = placeTranslation(
      paragraph,
      text,
      (words) => document.createTextNode(words) as unknown as PlacedNode,
    );
    for (const node of nodes) holder.appendChild(node);
    return holder.innerHTML;
  }

  test('keeps links, images and code, in the order of the new language', () => {
    expect(place('Siehe <3/>: <2>npm löschen</2> laut <1>dem Bericht</1>.')).toBe(
      'Siehe <img src="x.png" alt="y">: <code>npm ci</code> laut <a href="/r">dem Bericht</a>.',
    );
  });

  test('shows what a model invents as text', () => {
    expect(place('<script>alert(1)</script> <9>x</9> <img src=x onerror=alert(1)>')).toBe(
      '&lt;script&gt;alert(1)&lt;/script&gt; x &lt;img src=x onerror=alert(1)&gt;',
    );
  });
});
