import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { xssPayloads } from '#tests/fixtures/xss-payloads.ts';
import { completeCatalogue, loadCatalogue, StringsProvider } from '#web/strings/strings-provider.tsx';
import { decodeEntities } from './decode-entities.ts';
import { CitationsProvider, safeLink } from './inline-view.tsx';
import { Blocks } from './markdown.tsx';
import { parseMarkdown } from './parse-markdown.ts';

const english = await completeCatalogue(await loadCatalogue('en'));

const render = (text: string) =>
  renderToStaticMarkup(
    <StringsProvider first={english}>
      <Blocks tokens={parseMarkdown(text)} />
    </StringsProvider>,
  );

describe('Markdown', () => {
  test('becomes elements', () => {
    expect(render('# A\n\n**b** *c* ~~d~~ `e`\n\n1. f\n2. g')).toBe(
      '<h3>A</h3><p><strong>b</strong> <em>c</em> <del>d</del> <code>e</code></p><ol start="1"><li>f</li><li>g</li></ol>',
    );
  });

  test('shows character references as characters', () => {
    expect(render('a &amp; b &lt;b&gt; &#x41;')).toBe('<p>a &amp; b &lt;b&gt; A</p>');
  });

  test('shows HTML as text', () => {
    expect(render('a <b>b</b>')).toBe('<p>a &lt;b&gt;b&lt;/b&gt;</p>');
    expect(render('<script>alert(1)</script>')).not.toContain('<script');
  });

  test('links to pictures instead of loading them', () => {
    const html = render('![a cat](https://example.org/cat.png)');
    expect(html).toContain(
      '<a href="https://example.org/cat.png" target="_blank" rel="noopener noreferrer">',
    );
    expect(html).not.toContain('<img');
  });

  test('keeps code as written', () => {
    expect(render('```html\n<b>&amp;</b>\n```')).toContain('<code>&lt;b&gt;&amp;amp;&lt;/b&gt;</code>');
  });

  test.each(xssPayloads)('neutralizes %s', (payload) => {
    for (const text of [payload, `[a](${payload})`, `![a](${payload})`, `<${payload}>`, `> ${payload}`]) {
      const html = render(text);
      const tags = [...html.matchAll(/<([a-z0-9]+)([^>]*)>/g)];
      for (const [, tag = '', attributes = ''] of tags) {
        expect(allowedTags).toContain(tag);
        expect(attributes).not.toMatch(/\son[a-z]+=/i);
        expect(/href="([^"]*)"/.exec(attributes)?.[1] ?? 'https:').toMatch(/^(?:https?:|mailto:|\/(?!\/))/);
      }
    }
  });
});

describe('numbers in brackets', () => {
  const cite = (text: string) =>
    renderToStaticMarkup(
      <StringsProvider first={english}>
        <CitationsProvider value={({ number, text: shown }) => (number > 9 ? null : <b>{shown}</b>)}>
          <Blocks tokens={parseMarkdown(text)} />
        </CitationsProvider>
      </StringsProvider>,
    );

  test('are citations where their passage exists, and text elsewhere', () => {
    expect(cite('Two years [3]. **Rust [1, 12]** [999]')).toBe(
      '<p>Two years <b>[3]</b>. <strong>Rust [<b>1</b>, 12]</strong> [999]</p>',
    );
    expect(render('Two years [3].')).toBe('<p>Two years [3].</p>');
  });

  test('are none in code, in escapes and in links', () => {
    expect(cite('`a[1]` \\[2\\]')).toBe('<p><code>a[1]</code> [2]</p>');
    expect(cite('[see [4]](https://example.org)')).not.toContain('<b>');
    expect(cite('[5](https://example.org)')).not.toContain('<b>');
  });
});

const allowedTags =
  'p a strong em del code pre br ul ol li blockquote h3 h4 h5 h6 hr table thead tbody tr th td div figure figcaption span button svg path rect'.split(
    ' ',
  );

test('a link leads to the web, to a mailbox or to a place in the app, and nowhere else', () => {
  expect(safeLink('https://example.org/a')).toEqual({ kind: 'outside', url: 'https://example.org/a' });
  expect(safeLink('mailto:a@example.org')).toEqual({ kind: 'outside', url: 'mailto:a@example.org' });
  expect(safeLink('/reader/all/7?q=a')).toEqual({ kind: 'in-app', path: '/reader/all/7?q=a' });
  const refused = [
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    ' javascript:x',
    'data:a',
    'a/b',
    '',
  ];
  expect(refused.map(safeLink)).toEqual(refused.map(() => null));
});

test('invalid character references do no harm', () => {
  expect(decodeEntities('&nope; &#0; &#xd800; &#9999999; &;')).toBe('&nope; \ufffd \ufffd \ufffd &;');
});
