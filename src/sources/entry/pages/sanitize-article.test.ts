import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import { describe, expect, test } from 'vitest';
import { xssPayloads } from '#tests/fixtures/xss-payloads.ts';
import { everyNth, shareOf } from '#tests/setup/share.ts';
import { sanitizeArticle } from './sanitize-article.ts';

const base = 'https://news.example/2026/story.html';
const clean = (html: string) => sanitizeArticle(html, base).html;

const elements = new Set(
  (
    'a abbr article aside b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption ' +
    'figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp section small span strong sub summary sup ' +
    'table tbody td tfoot th thead time tr u ul var wbr'
  ).split(' '),
);
const attributes = new Set(
  (
    'href rel target title src alt width height loading decoding referrerpolicy colspan rowspan scope start reversed type value ' +
    'datetime dir lang'
  ).split(' '),
);

/** Lists the disallowed elements, attributes and URLs in the parsed document. */
function dangersIn(html: string): string[] {
  const { document } = parseHTML(`<html><body>${html}</body></html>`);
  return [...document.body.querySelectorAll('*')].flatMap((element) => {
    const name = element.localName;
    const dangers = elements.has(name) ? [] : [`<${name}>`];
    for (const { name: attribute, value } of element.attributes) {
      if (!attributes.has(attribute)) dangers.push(`${name} ${attribute}`);
      if (attribute === 'href' && !/^(?:https?:\/\/|mailto:)/.test(value))
        dangers.push(`${name} href=${value}`);
      const isPicture = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp);base64,/i.test(value);
      if (attribute === 'src' && !/^https?:\/\//.test(value) && !isPicture)
        dangers.push(`${name} src=${value}`);
    }
    return dangers;
  });
}

describe('payloads', () => {
  test('are more than two hundred, all different', () => {
    expect(new Set(xssPayloads).size).toBe(xssPayloads.length);
    expect(xssPayloads.length).toBeGreaterThanOrEqual(200);
  });

  test.each<[where: string, place: (payload: string) => string]>([
    ['as the body', (payload) => payload],
    ['in a paragraph', (payload) => `<p>Before ${payload} after</p>`],
    ['in a heading', (payload) => `<h1>${payload}</h1>`],
    ['in a link', (payload) => `<a href="https://ok.example/">${payload}</a>`],
    ['as a double-quoted address', (payload) => `<a href="${payload}">x</a>`],
    ['as a single-quoted address', (payload) => `<a href='${payload}'>x</a>`],
    ['as a bare address', (payload) => `<a href=${payload}>x</a>`],
    ['as a picture', (payload) => `<img src="${payload}" alt="">`],
    ['as the words of a picture', (payload) => `<img src="https://pics.example/a.png" alt="${payload}">`],
    ['as a set of pictures', (payload) => `<img srcset="${payload} 2x">`],
    ['as a film', (payload) => `<iframe src="${payload}"></iframe>`],
    ['as a title', (payload) => `<abbr title="${payload}">x</abbr>`],
    ['as an attribute name', (payload) => `<p ${payload}>x</p>`],
    ['as an element name', (payload) => `<${payload}>x`],
    ['in a table', (payload) => `<table><tr><td>${payload}</table>`],
    ['in code', (payload) => `<pre><code>${payload}</code></pre>`],
    ['in a comment', (payload) => `<!-- ${payload} -->`],
    ['in a drawing', (payload) => `<svg>${payload}</svg>`],
    ['in a formula', (payload) => `<math><mtext>${payload}</mtext></math>`],
    ['in a form field', (payload) => `<textarea>${payload}</textarea><select><option>${payload}`],
    ['in a script and a style', (payload) => `<script>${payload}</script><style>${payload}</style>`],
    ['without scripts', (payload) => `<noscript>${payload}</noscript>`],
    ['twice escaped', (payload) => payload.replaceAll('&', '&amp;').replaceAll('<', '&lt;')],
  ])('%s leave nothing that can run, nor anything that wakes up later', (where, place) => {
    // A sample of payloads differs from place to place.
    const payloads = xssPayloads.filter((_, at) => (at + where.length) % everyNth() === 0);
    for (const payload of payloads) {
      const html = clean(place(payload));
      expect({ payload, dangers: dangersIn(html) }).toEqual({ payload, dangers: [] });
      // Like a browser, sanitizing may move elements out of each other. That must not make anything dangerous.
      expect({ payload, dangers: dangersIn(clean(html)) }).toEqual({ payload, dangers: [] });
    }
  });

  test('in pairs and pieces leave nothing either', () => {
    const piece = fc.oneof(
      fc.constantFrom(...xssPayloads),
      fc.string({ maxLength: 10 }),
      fc.constantFrom('<p>', '</p>', '"', "'", '<', '-->', '<b', ' x='),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), fc.nat(), (pieces, cut) => {
        const joined = pieces.join('');
        expect(dangersIn(clean(joined.slice(cut % (joined.length + 1))))).toEqual([]);
      }),
      { numRuns: shareOf(1000) },
    );
  });
});

describe('what is kept', () => {
  test.each([
    [
      'tables',
      '<table><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td colspan="2">1</td></tr></tbody></table>',
    ],
    ['code', '<pre><code>if (a &lt; b) {\n  c();\n}</code></pre>'],
    ['lists', '<ol start="3"><li>a</li><li>b</li></ol>'],
    [
      'quotes, figures and marks',
      '<blockquote><p>x</p></blockquote><figure><figcaption>y</figcaption></figure><mark>z</mark>',
    ],
    ['ruby and direction', '<p dir="rtl" lang="ar"><ruby>a<rt>b</rt></ruby></p>'],
  ])('%s', (_, html) => {
    expect(clean(html)).toBe(html);
  });

  test('links, absolute, opening elsewhere and telling nothing', () => {
    expect(clean('<a href="../map?a=1&amp;b=2#x" title="t" id="i" class="c" style="color:red">map</a>')).toBe(
      '<a href="https://news.example/map?a=1&amp;b=2#x" title="t" rel="noopener noreferrer nofollow" target="_blank">map</a>',
    );
    expect(clean('<a name="x">no address</a>')).toBe('<a>no address</a>');
  });

  test('pictures, absolute, loaded late', () => {
    expect(clean('<img src="/a.png" alt="A" width="640px" height="480" onerror="x">')).toBe(
      '<img src="https://news.example/a.png" alt="A" width="640" height="480" loading="lazy" decoding="async" referrerpolicy="no-referrer" />',
    );
  });

  test.each([
    [
      'its lazy place',
      '<img data-src="b.jpg" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">',
      'https://news.example/2026/b.jpg',
    ],
    [
      'the largest of a set',
      '<img srcset="s.jpg 320w, l.jpg 1280w, m.jpg 640w">',
      'https://news.example/2026/l.jpg',
    ],
    [
      'the fallback of a picture',
      '<picture><source srcset="x.avif"><img src="x.jpg"></picture>',
      'https://news.example/2026/x.jpg',
    ],
    [
      'raster data',
      `<img src="data:image/png;base64,${'A'.repeat(300)}">`,
      `data:image/png;base64,${'A'.repeat(300)}`,
    ],
  ])('a picture from %s', (_, html, src) => {
    expect(clean(html)).toContain(`src="${src}"`);
    expect(clean(html).match(/<img/g)).toHaveLength(1);
  });

  test('films as links', () => {
    expect(clean('<iframe src="//www.films.example/embed/1?x=1" width="560"></iframe>')).toBe(
      '<p><a href="https://www.films.example/embed/1?x=1" rel="noopener noreferrer nofollow" target="_blank">films.example/embed/1</a></p>',
    );
  });

  test('headings, one level down when they begin with the first', () => {
    expect(clean('<h1>a</h1><h2>b</h2><h6>c</h6>')).toBe('<h2>a</h2><h3>b</h3><h6>c</h6>');
    expect(clean('<h2>a</h2><h3>b</h3>')).toBe('<h2>a</h2><h3>b</h3>');
  });
});

describe('what is dropped', () => {
  test.each([
    ['a picture of one pixel', '<img src="https://t.example/p" width="1" height="1">'],
    ['a picture of three pixels', '<img src="https://t.example/p" width="3px" height="3">'],
    ['a picture that is not displayed', '<img src="https://t.example/p" style="display: none">'],
    ['a picture without size', '<img src="https://t.example/p" style="width:0;height:0">'],
    ['a counting picture', '<img src="https://pixel.wp.com/b.gif?x=1">'],
    ['a pixel by its name', '<img src="https://t.example/tracking.gif?id=7">'],
    ['a vector in data', '<img src="data:image/svg+xml;base64,PHN2Zy8+PHN2Zy8+">'],
    ['a player without size', '<iframe src="https://t.example/" width="0" height="0"></iframe>'],
    ['display none', '<div style="DISPLAY : none !important">x</div>'],
    ['display none in disguise', '<div style="dis\\70 lay:/* */none">x</div>'],
    ['visibility hidden', '<p style="visibility:hidden">x</p>'],
    [
      'letters without size',
      '<span style="font-size:0">x</span><span style="font-size:0.01em">x</span><span style="font-size:1px">x</span>',
    ],
    [
      'letters without colour',
      '<span style="color:#fff;background:#fff">x</span><span style="color:transparent">x</span>',
    ],
    [
      'text off the screen',
      '<p style="position:absolute;left:-9999px">x</p><p style="text-indent:-9999px">x</p>',
    ],
    ['text without room', '<p style="height:0;overflow:hidden">x</p><p style="clip:rect(0,0,0,0)">x</p>'],
    ['the hidden attribute', '<p hidden>x</p><p aria-hidden="true">x</p>'],
    ['what classes hide', '<span class="sr-only">x</span><span class="a visually-hidden b">x</span>'],
    ['what is transparent', '<p style="opacity:0">x</p>'],
    [
      'a form with its fields',
      '<form><input value="x"><textarea>x</textarea><select><option>x</select><button>x</button></form>',
    ],
    ['nested parts of hidden text', '<div style="display:none"><p>x<b>y</b></p><script>z</script></div>'],
  ])('%s', (_, html) => {
    expect(clean(html)).toBe('');
  });

  test.each([
    ['letters of one em', '<p style="font-size:1em">x</p>'],
    ['half transparent', '<p style="opacity:0.5">x</p>'],
    ['a transparent border', '<p style="border-color:transparent;background-color:transparent">x</p>'],
    ['hidden on small screens only', '<p class="hidden md:block">x</p>'],
    ['a player that keeps its proportions', '<p style="height:0;overflow:hidden;padding-bottom:56%">x</p>'],
  ])('but not %s', (_, html) => {
    expect(clean(html)).toBe('<p>x</p>');
  });

  test.each([
    ['a tracking pixel', '<img src="https://t.example/p" width="1" height="1">'],
    ['a hidden element', '<span hidden>x</span>'],
    ['a hidden element without an end', '<p hidden>x<p>'],
    ['a script', '<script>x</script>'],
  ])('%s, and nothing of what follows', (_, html) => {
    const link = '<a href="https://ok.example/" rel="noopener noreferrer nofollow" target="_blank">link</a>';
    const rest = `${link} text <b>bold</b> text`;
    const [before, after] = html.endsWith('<p>') ? ['<p>', '</p>'] : ['', ''];
    expect(clean(`${html}<a href="https://ok.example/">link</a> text <b>bold</b> text`)).toBe(
      `${before}${rest}${after}`,
    );
  });

  test('characters that nobody sees, but not those that shape words and emoji', () => {
    const tags = [...'ignore']
      .map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0)))
      .join('');
    expect(clean(`<p>a${tags}b\u200b\u200bc&#8203;d\u200d\u200b\u200de</p>`)).toBe('<p>abcde</p>');
    const shaped =
      'می\u200cخواهم 👩\u200d👩\u200d👧 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} ❤\ufe0f\u200d🔥 ❤\ufe0f';
    expect(clean(`<p>${shaped}</p>`)).toBe(`<p>${shaped}</p>`);
  });
});

describe('hostile markup ends quickly', () => {
  test.each([
    ['a million levels', '<div>'.repeat(1_000_000)],
    ['half a million hidden levels', '<div hidden>'.repeat(500_000)],
    ['open players', '<iframe src="https://x.example/" '.repeat(50_000)],
    ['nested players', '<iframe><iframe src=x>'.repeat(20_000)],
    ['open quotes', '<a href="'.repeat(200_000)],
    ['open comments', '<!--'.repeat(200_000)],
    ['a long style', `<p style="${'/*'.repeat(500_000)}">x</p>`],
    ['a long set of pictures', `<img srcset="${'a '.repeat(300_000)}">`],
    ['much without width', `<p>${'\u200b'.repeat(500_000)}</p>`],
  ])('%s', (_, html) => {
    const startedAt = process.threadCpuUsage();
    expect(dangersIn(clean(html).slice(0, 10_000))).toEqual([]);
    expect(process.threadCpuUsage(startedAt).user / 1000).toBeLessThan(15_000);
  });
});
