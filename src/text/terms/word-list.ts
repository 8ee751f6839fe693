/** Maps codes to themselves or to another code; 0 ends a word. */
export type FoldTable = Uint8Array;

/** The words of one text, each once, in the order in which they were added. */
export interface WordList {
  /**
   * Adds the letters from `start` to `end`, as the table folds them, and returns the word. Null means that it is
   * already there.
   */
  add(source: string, start: number, end: number): string | null;
}

const buckets = 1 << 14;
/** The known words are about those of some hundred articles. */
const maxKnown = 16_384;
/** This limits words that are made to share a bucket, whose time would grow with their square. */
const maxShared = 8;

/**
 * Finds words by their letters without cutting them out of the text, since most words are known from earlier texts.
 * The known words only change the time that a text takes.
 */
export function createWordLists(fold: FoldTable): () => WordList {
  const first = new Int32Array(buckets);
  const next = new Int32Array(maxKnown + 1);
  const hashes = new Int32Array(maxKnown + 1);
  /** The number of the text that each word was last added to. */
  const usedBy = new Int32Array(maxKnown + 1);
  let known: string[] = [''];
  let text = 0;

  function find(source: string, start: number, end: number): number {
    const hash = hashOf(source, start, end);
    const bucket = hash & (buckets - 1);
    let shared = 0;
    for (let at = first[bucket] ?? 0; at !== 0; at = next[at] ?? 0) {
      shared += 1;
      if (hashes[at] === hash && isSame(known[at] ?? '', source, start, end)) return at;
    }
    if (shared >= maxShared || known.length > maxKnown) return 0;
    const at = known.push(cut(source, start, end)) - 1;
    hashes[at] = hash;
    next[at] = first[bucket] ?? 0;
    first[bucket] = at;
    usedBy[at] = 0;
    return at;
  }

  function hashOf(source: string, start: number, end: number): number {
    let hash = 0x811c9dc5;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ (fold[source.charCodeAt(i)] ?? 0), 0x01000193);
    return hash ^ (hash >>> 15);
  }

  function isSame(word: string, source: string, start: number, end: number): boolean {
    if (word.length !== end - start) return false;
    for (let i = 0; i < word.length; i++)
      if (word.charCodeAt(i) !== fold[source.charCodeAt(start + i)]) return false;
    return true;
  }

  function cut(source: string, start: number, end: number): string {
    const codes: number[] = [];
    for (let i = start; i < end; i++) codes.push(fold[source.charCodeAt(i)] ?? 0);
    return String.fromCharCode(...codes);
  }

  return () => {
    if (known.length > maxKnown) {
      known = [''];
      first.fill(0);
    }
    text += 1;
    const unknown = new Set<string>();
    return {
      add(source, start, end) {
        const at = find(source, start, end);
        if (at === 0) {
          const word = cut(source, start, end);
          if (unknown.has(word)) return null;
          unknown.add(word);
          return word;
        }
        if (usedBy[at] === text) return null;
        usedBy[at] = text;
        return known[at] ?? '';
      },
    };
  };
}
