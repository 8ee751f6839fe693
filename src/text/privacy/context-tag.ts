const name = 'opencode-mem-context';
const tag = new RegExp(`<\\s{0,9}(/?)\\s{0,9}${name}(?:\\s[^<>]{0,200})?>`, 'giu');
/** Quick to look for, and part of every tag. */
const tagName = new RegExp(name, 'i');

/** Marks text that was given to a model from memory, so that it is not remembered a second time. */
export function wrapContext(text: string): string {
  return `<${name}>\n${text}\n</${name}>`;
}

/** Removes marked text wherever it comes back. A mark without its other half goes alone: nobody's own words go with it. */
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

/** False: nothing in it is marked. */
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
  // Parted by a line, so that what is left never joins to another tag.
  return [...parts, text.slice(from)].filter((part) => part !== '').join('\n');
}
