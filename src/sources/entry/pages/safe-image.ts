import type { Attributes } from './hidden-text.ts';

const rasterData = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp);base64,[a-z\d+/=\s]+$/i;
/** Larger embedded images only make the database bigger. */
const maxDataCharacters = 400_000;
/** Attributes in which lazy pages keep the URL of an image until a script moves it. */
const lazySources = [
  'data-src',
  'data-original',
  'data-lazy-src',
  'data-orig-file',
  'data-hi-res-src',
  'data-actualsrc',
];
/** Hosts and paths of tracking pixels. */
const counters =
  /^https?:\/\/(?:[\w-]+\.)*(?:feedburner\.com\/~r|feeds\.feedburner\.com\/~|pixel\.[\w-]+\.\w+|pixel\.wp\.com|stats\.wordpress\.com|doubleclick\.net|google-analytics\.com|googlesyndication\.com|scorecardresearch\.com|quantserve\.com|feedsportal\.com|facebook\.com\/tr|analytics\.twitter\.com|sb\.scorecardresearch\.com|rss\.buysellads\.com|list-manage\.com\/track|mailchi\.mp\/track|medium\.com\/_\/stat)|[/.](?:pixel|spacer|blank|1x1|transparent|clear|beacon|tracker|tracking|open|counter)\.(?:gif|png|php|aspx?)(?:[?#]|$)|\/(?:b\.gif|__utm\.gif|piwik\.php|matomo\.php|g\.gif)(?:[?#]|$)/i;

/** Lazy pages hide images with `opacity` or a class until they are loaded, so those are kept. */
const unseenStyle =
  /(?:^|;)\s*(?:(?:max-)?(?:width|height)\s*:\s*[0-3](?:\.\d+)?(?:px)?|display\s*:\s*none|visibility\s*:\s*hidden)\s*(?:;|!|$)/i;

/** The attributes of an image that is safe and worth showing, or null. */
export function imageAttributes(given: Attributes, baseUrl: string): Attributes | null {
  if (isPixelSize(given.get('width')) || isPixelSize(given.get('height'))) return null;
  if (unseenStyle.test(given.get('style') ?? '')) return null;
  const src = sourceOf(given, baseUrl);
  if (src === null || counters.test(src)) return null;
  const kept = new Map([
    ['src', src],
    ['alt', given.get('alt') ?? ''],
  ]);
  for (const name of ['title', 'dir', 'lang']) if (given.get(name)) kept.set(name, given.get(name) ?? '');
  for (const name of ['width', 'height']) {
    const size = given.get(name) ?? '';
    if (/^\s*\d{1,5}(?:px)?\s*$/.test(size)) kept.set(name, String(Number.parseInt(size, 10)));
  }
  return kept.set('loading', 'lazy').set('decoding', 'async').set('referrerpolicy', 'no-referrer');
}

function sourceOf(given: Attributes, baseUrl: string): string | null {
  const candidates = [
    ...lazySources.map((name) => given.get(name)),
    given.get('src'),
    largestOf(given.get('srcset') ?? given.get('data-srcset')),
  ];
  for (const candidate of candidates) {
    const address = candidate?.trim();
    if (!address) continue;
    if (/^data:/i.test(address)) {
      // A placeholder for a lazy image is shorter than any real image.
      if (rasterData.test(address) && address.length > 200 && address.length <= maxDataCharacters)
        return address;
      continue;
    }
    const url = URL.parse(address, baseUrl);
    if (url && /^https?:$/.test(url.protocol)) return url.href;
  }
  return null;
}

/** The candidate with the largest number in a `srcset`. */
function largestOf(srcset: string | undefined): string | undefined {
  let best: { address: string; size: number } | undefined;
  for (const candidate of (srcset ?? '').split(/,\s+/)) {
    const [address = '', descriptor = '1x'] = candidate.trim().split(/\s+/);
    const size = Number.parseFloat(descriptor) || 0;
    if (address && (!best || size > best.size)) best = { address, size };
  }
  return best?.address;
}

function isPixelSize(value: string | undefined): boolean {
  return value !== undefined && /^\s*[0-3](?:px)?\s*$/.test(value);
}
