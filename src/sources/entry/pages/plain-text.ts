import { escapeHtml, singleSpaced } from './clean-text.ts';
import { textOfMarkup } from './parse-markup.ts';

export {
  escapeHtml,
  shorten,
  singleSpaced,
  withoutControlReferences,
  withoutControls,
} from './clean-text.ts';

const htmlTag =
  /<(?=\/?(?:a|abbr|article|b|big|blockquote|br|center|cite|code|dd|del|div|dl|dt|em|figure|font|form|h[1-6]|hr|i|iframe|img|ins|kbd|li|mark|math|object|ol|p|pre|q|s|script|section|small|span|strike|strong|style|sub|sup|svg|table|tbody|td|th|time|tr|tt|u|ul|var|video|wbr)(?:[\s/>]|$))/i;
const everyOtherBracket = new RegExp(`<(?!${htmlTag.source.slice(4)}`, 'gi');

function looksLikeHtml(text: string): boolean {
  return htmlTag.test(text) || /&(?:[a-z]{2,8}|#\d{2,6}|#x[\da-f]{2,6});/i.test(text);
}

/** One line of text from markup. A bracket that opens no HTML element is kept, as in "Map<K, V>". */
export function lineOfHtml(html: string): string {
  // Titles are short, so longer input is cut to limit the cost.
  const source = html.slice(0, 20_000);
  if (!/[<&]/.test(source)) return tidyLine(source);
  const text = textOfMarkup(source.replace(everyOtherBracket, '&lt;'));
  return tidyLine(/<h[1-6]/i.test(source) ? text.replace(/^#+ /gm, '') : text);
}

/** One line of text in which only references such as `&amp;` are decoded. */
export function lineOfText(text: string): string {
  return text.includes('&') ? lineOfHtml(text.replaceAll('<', '&lt;')) : tidyLine(text);
}

/** Returns HTML unchanged and converts plain text to it. */
export function asHtml(text: string): string {
  return looksLikeHtml(text) ? text : htmlOfText(text);
}

export function htmlOfText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('\n');
}

function tidyLine(text: string): string {
  return singleSpaced(text).trim();
}
