/**
 * The constants of plain BM25, which is measured for comparison. It omits the commonest words and cuts endings off.
 */
const k1 = 1.2;
const b = 0.75;
const stopwords = new Set(
  (
    'a about all also am an and any are as at be been but by can could did do does for from had has have he her him his how i ' +
    'if in into is it its me my no not of on or our she should so some than that the their them then there these they this ' +
    'to was we were what when where which who why will with would you your'
  ).split(' '),
);

export interface Text {
  id: string;
  text: string;
}

/** Makes a function that ranks the ids of the texts for a question, best first. */
export function createBm25(texts: readonly Text[]): (question: string) => string[] {
  const documents = texts.map(({ id, text }) => ({ id, counts: countWords(text) }));
  const lengths = documents.map(({ counts }) => sum([...counts.values()]));
  const mean = sum(lengths) / Math.max(1, lengths.length);
  const found = new Map<string, number>();
  for (const { counts } of documents)
    for (const word of counts.keys()) found.set(word, (found.get(word) ?? 0) + 1);
  return (question) => {
    const asked = [...countWords(question).keys()].filter((word) => found.has(word));
    return documents
      .map(({ id, counts }, at) => {
        const norm = k1 * (1 - b + (b * (lengths[at] ?? 0)) / mean);
        const score = sum(
          asked.map((word) => {
            const count = counts.get(word) ?? 0;
            const having = found.get(word) ?? 0;
            const rarity = Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
            return (rarity * count * (k1 + 1)) / (count + norm);
          }),
        );
        return { id, score };
      })
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
      .map(({ id }) => id);
  };
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    if (stopwords.has(word)) continue;
    const stem = word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, '') : word;
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return counts;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
