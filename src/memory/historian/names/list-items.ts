/** A part of a sentence that names something: an item of a list, or what is in parentheses, bold or single quotation marks. */
export interface Item {
  start: number;
  end: number;
  /** What the sentence says before the list. */
  head: string;
}

/** What a list stands behind: a colon, a dash, or an opening parenthesis. */
const opening = /[:：](?!\/\/)|\s[–—-]\s|[(（]/gu;
const closing = /[)）]/u;
const between =
  /[,;、，；/&+\n]|(?<!\p{L})(?:and|or|plus|und|oder|sowie|et|ou|y|e|o|och|en)(?!\p{L})|[和与與及]/giu;
const emphasis = /\*\*[^*\n]{2,60}\*\*(?!\s*[:：])|(?<![\p{L}\p{N}])['‘][^'’\n]{2,60}['’](?![\p{L}\p{N}])/gu;

export function findItems(sentence: string): Item[] {
  const items: Item[] = [];
  for (const { 0: mark, index } of sentence.matchAll(opening)) {
    const start = index + mark.length;
    const rest = sentence.slice(start);
    const close = /[(（]/u.test(mark) ? rest.search(closing) : -1;
    const end = close < 0 ? sentence.length : start + close;
    const head = sentence.slice(0, index);
    let from = start;
    for (const found of sentence.slice(start, end).matchAll(between)) {
      items.push({ start: from, end: start + found.index, head });
      from = start + found.index + found[0].length;
    }
    items.push({ start: from, end, head });
  }
  for (const { 0: whole, index } of sentence.matchAll(emphasis))
    if (!/[:：]\**$/u.test(whole)) items.push({ start: index, end: index + whole.length, head: sentence });
  return items;
}
