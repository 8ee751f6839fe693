import sanitizeHtml from 'sanitize-html';
import { isHiddenElement, withoutInvisibleCharacters } from './hidden-text.ts';
import { limitNesting } from './limit-nesting.ts';
import { escapeHtml } from './plain-text.ts';
import { imageAttributes } from './safe-image.ts';
import { sanitizePlain } from './sanitize-plain.ts';
import { readAttributes } from './xml-tokens.ts';

const dropped = 'x-dropped';
const allowedTags = (
  'a abbr article aside b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em ' +
  'figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp section small span strong ' +
  'sub summary sup table tbody td tfoot th thead time tr u ul var wbr'
).split(' ');
/** Elements removed with their content: it is not text, or it replaces something that is left out. */
const withContent = (
  'script style textarea option xmp noscript noembed noframes template select button svg object applet canvas head title ' +
  'annotation annotation-xml plaintext listing frameset portal'
).split(' ');
/** Deeper elements keep their text only. Articles stay far below; browsers stop at 512 themselves. */
const maxDepth = 60;

/**
 * Makes untrusted markup safe to show: an allow-list of elements and attributes, absolute http(s) links that tell
 * nobody where the reader came from, lazily loaded images, no hidden text and no tracking pixels. Headings leave
 * `h1` to the title of the entry.
 */
export function sanitizeArticle(html: string, baseUrl: string): string {
  return sanitizeWithText(html, baseUrl).html;
}

/** The same, with the text that the markup shows; null where it takes another pass. */
export function sanitizeWithText(html: string, baseUrl: string): { html: string; text: string | null } {
  return (
    sanitizePlain(html, (name, attributes) => plainAttributes(name, attributes, baseUrl)) ?? {
      html: sanitizeAny(html, baseUrl),
      text: null,
    }
  );
}

/** Null for an address that is not on the web, and for a picture that is left out. */
function plainAttributes(
  name: string,
  attributes: Record<string, string>,
  baseUrl: string,
): Record<string, string> | null {
  const kept = name === 'a' ? linkAttributes(attributes, baseUrl) : imageAttributes(attributes, baseUrl);
  return kept !== null && /^https?:\/\//.test(kept.href ?? kept.src ?? '') ? kept : null;
}

function sanitizeAny(html: string, baseUrl: string): string {
  const shift = /<h1[\s>]/i.test(html) ? 1 : 0;
  const clean = sanitizeHtml(limitNesting(linkEmbeds(html)), {
    allowedTags,
    disallowedTagsMode: 'discard',
    nonTextTags: [...withContent, dropped],
    allowedAttributes: {
      a: ['href', 'rel', 'target', 'title'],
      img: ['src', 'alt', 'title', 'width', 'height', 'loading', 'decoding', 'referrerpolicy'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan', 'scope'],
      ol: ['start', 'reversed', 'type'],
      li: ['value'],
      abbr: ['title'],
      time: ['datetime'],
      '*': ['dir', 'lang'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: ['http', 'https', 'data'] },
    allowProtocolRelative: false,
    nestingLimit: maxDepth,
    enforceHtmlBoundary: false,
    parseStyleAttributes: false,
    textFilter: withoutInvisibleCharacters,
    transformTags: {
      '*': (name, attribs) => {
        if (name !== 'img' && isHiddenElement(name, attribs)) return { tagName: dropped, attribs: {} };
        if (name === 'a') return { tagName: name, attribs: linkAttributes(attribs, baseUrl) };
        if (name === 'img' || name === 'image') {
          const image = imageAttributes(attribs, baseUrl);
          return image ? { tagName: 'img', attribs: image } : { tagName: dropped, attribs: {} };
        }
        const heading = /^h([1-6])$/.exec(name);
        if (heading) return { tagName: `h${Math.min(6, Number(heading[1]) + shift)}`, attribs };
        return { tagName: name, attribs };
      },
    },
  });
  return clean.trim();
}

function linkAttributes(attribs: Record<string, string>, baseUrl: string): Record<string, string> {
  const url = URL.parse(attribs.href?.trim() ?? '', baseUrl);
  if (!attribs.href || !url || !/^(?:https?|mailto):$/.test(url.protocol)) return {};
  return {
    href: url.href,
    ...(attribs.title ? { title: attribs.title } : {}),
    rel: 'noopener noreferrer nofollow',
    target: '_blank',
  };
}

/** A film or player becomes a link to it. The result is markup like any other: it is sanitised after this. */
function linkEmbeds(html: string): string {
  return html.replace(/<(?:iframe|video|audio|source|embed)\b([^<>]*)>/gi, (tag, written: string) => {
    const attributes = Object.fromEntries(readAttributes(written));
    const address = attributes.src ?? attributes['data-src'] ?? '';
    const url = URL.parse(address.startsWith('//') ? `https:${address}` : address);
    const isUnseen =
      attributes.width === '0' || attributes.width === '1' || isHiddenElement('iframe', attributes);
    if (!url || !/^https?:$/.test(url.protocol) || isUnseen) return tag;
    const name = url.host.replace(/^www\./, '') + url.pathname;
    return `<p><a href="${escapeHtml(url.href)}">${escapeHtml(name)}</a></p>${tag}`;
  });
}
