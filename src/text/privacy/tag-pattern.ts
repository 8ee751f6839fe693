/** `\u003c`, sixteen spaces and the longest name looked for, with some room. */
export const longestTagStart = 64;

/**
 * The beginning of a tag of this name, opening or closing: in any case, with attributes, with stray spaces or slashes,
 * and with its bracket as HTML, JSON or a Chinese keyboard write it. A longer name is another tag.
 */
export function tagPattern(name: string): RegExp {
  // The bound keeps a search linear, whatever is between brackets.
  return new RegExp(`(?:<|＜|&lt;|\\\\u003c)[\\s/\\\\]{0,16}${name}(?![\\p{L}\\p{N}_.:-])`, 'giu');
}
