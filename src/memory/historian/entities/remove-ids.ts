const dash = '[-‐‑‒–—−_]?';
const hex = (length: number) => `[0-9a-f]{${length}}`;
/** A UUID may be written with or without dashes. */
const uuid = [8, 4, 4, 4, 12].map(hex).join(dash);
const longHex = '[0-9a-f]{24,}';
/** A shorter hexadecimal id must have a digit and a letter: 12 digits may be a number, and no word is that long. */
const shortHex =
  '(?<![\\p{L}\\p{N}])(?:0x)?(?=[0-9a-f]*[0-9])(?=[0-9a-f]*[a-f])[0-9a-f]{12,}(?![\\p{L}\\p{N}])';
const anyId = new RegExp(`${longHex}|${uuid}|${shortHex}`, 'giu');

/** Shorter ids, and ids without a digit, may be words. */
const leastKnownIdCharacters = 5;

const mark = '\uE000';
const between = '\\s*(?:(?:,|;|/|&|、|and|or|und|oder|et|ou|y|o|和|与|と)\\s*)?';
const naming =
  '(?:(?:with|having|under|by|mit|avec|con)\\s+)?(?:(?:the|der|die|l[ea]s?|el)\\s+)?(?<![\\p{L}\\p{N}])(?:id(?:s|entifiers?)?|uuids?|guids?|hash|编号|編號|标识|識別子)\\s*(?:[:：#=是为為]\\s*)?';

/** Removes UUIDs, long hexadecimal ids and the given ids from a text, with the words that only introduce them. */
export function removeIds(text: string, knownIds: readonly string[] = []): string {
  const marked = markKnown(text.replaceAll(mark, ''), knownIds).replace(anyId, mark);
  if (!marked.includes(mark)) return text;
  const removed = marked
    .replace(new RegExp(`${mark}(?:${between}${mark})*`, 'gu'), mark)
    .replace(new RegExp(`[([{<（【“"'\`]\\s*(?:${naming})?${mark}\\s*[)\\]}>）】”"'\`]`, 'giu'), '')
    .replace(new RegExp(`(?:${naming})?#?${mark}`, 'giu'), '')
    .replace(/(?<!\s)\s+([.,;:!?。，；：！？)])/gu, '$1')
    .replace(/(?<![,;:])[,;:]+(?=[.!?。])/gu, '')
    .replace(/[^\S\n]{2,}/gu, ' ')
    .trim();
  // The removal may have joined parts into a new id. Each round ends with a shorter text than the one before.
  return removeIds(removed, knownIds);
}

function escape(id: string): string {
  return id.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');
}

function markKnown(text: string, ids: readonly string[]): string {
  let marked = text;
  for (const id of ids) {
    if (id.length < leastKnownIdCharacters || !/\d/u.test(id) || !/\p{L}/u.test(id) || /\s/u.test(id))
      continue;
    if (!marked.toLowerCase().includes(id.toLowerCase())) continue;
    marked = marked.replace(
      new RegExp(`(?<![\\p{L}\\p{N}_-])${escape(id)}(?![\\p{L}\\p{N}_-])`, 'giu'),
      mark,
    );
  }
  return marked;
}
