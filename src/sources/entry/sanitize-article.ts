import sanitizeHtml from 'sanitize-html';
import { isHiddenElement, withoutInvisibleCharacters } from './hidden-text.ts';
import { imageAttributes } from './safe-image.ts';

const dropped = 'x-dropped';
const allowedTags = (
  'a abbr article aside b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em ' +
  'figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp section small span strong ' +
  'sub summary sup table tbody td tfoot th thead time tr u ul var wbr'
).split(' ');
/** Elements whose content goes with them: it is no text, or it stands for something that is left out. */
const withContent = (
  'script style textarea option xmp noscript noembed noframes template select button svg object applet canvas head title ' +
  'annotation annotation-xml form-dropped plaintext listing frameset portal'
).split(' ');
/** Deeper elements keep their text only. Articles stay far below; browsers stop at 512 themselves. */
const maxDepth = 60;

/**
 * Makes markup of strangers safe to show: an allow-list of elements and attributes, absolute http(s) links that tell
 * nobody where the reader came from, pictures that load late, no hidden text and no counting pixels. Headings leave
 * `h1` to the title of the entry.
 */
export function sanitizeArticle(html: string, baseUrl: string): string {
  const shift = /<h1[\s>]/i.test(html) ? 1 : 0;
  const clean = sanitizeHtml(linkEmbeds(html), {
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
        if (isHiddenElement(name, attribs)) return { tagName: dropped, attribs: {} };
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
  return html.replace(
    /<(?:iframe|video|audio|source|embed)\b([^<>]{0,2000}?\bsrc\s*=\s*["']\s*([^"'<>\s]{1,2000})\s*["'][^<>]{0,2000})>/gi,
    (tag, attributes: string, address: string) => {
      if (
        !/^(?:https?:)?\/\//i.test(address) ||
        /\b(?:width|height)\s*=\s*["']?[01]\b|display\s*:\s*none/i.test(attributes)
      ) {
        return tag;
      }
      const url = address.startsWith('//') ? `https:${address}` : address;
      return `<p><a href="${url}">${url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\?.*$/, '')}</a></p>${tag.replace(/\bsrc\b/i, 'data-was')}`;
    },
  );
}
