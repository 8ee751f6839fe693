const name = 'opencode-mem-context';
const tag = new RegExp(`<\\s{0,9}(/?)\\s{0,9}${name}(?:\\s[^<>]{0,200})?>`, 'giu');
/** Matches a part of every tag and is quick to test. */
const tagName = new RegExp(name, 'i');

/**
 * Matches what would end the part of a prompt that contains a context, or begin another. Clients have tags of their
 * own.
 */
const foreignTag = /<(?=[\s\p{Cf}]{0,9}(?:\/|opencode-mem|system))/giu;
/** Matches characters that a model may take for the end of a line. */
const strayLineEnd = /[\r\v\f\u0085\u2028\u2029]+/gu;

/**
 * Marks text that is given to a model from memory, so that it is not remembered a second time. Every context passes
 * here, so that no record in it can end the mark.
 */
export function wrapContext(text: string): string {
  return `<${name}>\n${disarm(text)}\n</${name}>`;
}

/** Removes what a record must not contain in a context. */
export function disarm(text: string): string {
  return text.replace(foreignTag, '‹').replace(strayLineEnd, ' ');
}

/** Quotes a text of several lines, so that none of its lines can be a heading of the context. */
export function quoteLines(text: string): string {
  const lines = text.trim().split(/\r?\n/u);
  return lines.map((line) => `> ${line}`.trimEnd()).join('\n');
}

/**
 * Removes marked text wherever it comes back. Of an unpaired mark only the mark is removed, so that nobody's own
 * words are lost.
 */
export function stripContext(text: string): string {
  if (!mayHoldContext(text)) return text;
  const cuts: { start: number; end: number }[] = [];
  const openings: { start: number; end: number }[] = [];
  for (const found of text.matchAll(tag)) {
    const own = { start: found.index, end: found.index + found[0].length };
    if (found[1] === '') {
      openings.push(own);
      continue;
    }
    cuts.push({ start: openings.pop()?.start ?? own.start, end: own.end });
  }
  return remove(text, [...cuts, ...openings]);
}

/** Whether a text may contain marked text. False means that it surely does not. */
export function mayHoldContext(text: string): boolean {
  return tagName.test(text);
}

function remove(text: string, cuts: { start: number; end: number }[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of cuts.toSorted((one, other) => one.start - other.start)) {
    if (start > from) parts.push(text.slice(from, start));
    from = Math.max(from, end);
  }
  if (cuts.length === 0) return text;
  // A line break separates the parts, so that they never join to another tag.
  return [...parts, text.slice(from)].filter((part) => part !== '').join('\n');
}
