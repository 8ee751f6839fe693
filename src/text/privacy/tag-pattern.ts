/** The length of `\u003c`, sixteen spaces and the longest name, with some room. */
export const longestTagStart = 64;

/**
 * Matches the beginning of an opening or closing tag with this name, in any case, with attributes and stray spaces or
 * slashes. Its bracket may be written as in HTML, in JSON or on a Chinese keyboard. A longer name is another tag.
 */
export function tagPattern(name: string): RegExp {
  // The bound keeps a search linear, whatever stands between the brackets.
  return new RegExp(`(?:<|＜|&lt;|\\\\u003c)[\\s/\\\\]{0,16}${name}(?![\\p{L}\\p{N}_.:-])`, 'giu');
}
