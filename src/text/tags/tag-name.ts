const blank = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
/**
 * Matches marks of direction and other invisible characters. Joiners are kept, because Persian words and emoji need
 * them.
 */
const unseen = /(?![\u200C\u200D])\p{Cf}/gu;
/** Matches marks around a name, as of hashtags, lists, quotations and emphasis. */
const marksBefore = /^[\s#*•·\-–—_"'“”„‘’«»`´.,;:!?()[\]{}|/\\]+/u;
/** Matches only from the beginning of a run of marks. Otherwise the time would grow with the square of the run. */
const marksAfter =
  /(?<![\s*_"'“”„‘’«»`´.,;:!?…()[\]{}|/\\。，、；：！？])[\s*_"'“”„‘’«»`´.,;:!?…()[\]{}|/\\。，、；：！？]+$/u;
const closing = /^[^()]*\([^()]+\)$/u;
/** A name of marks alone, such as "#", cannot be found again. */
const sayable = /[\p{L}\p{N}\p{So}]/u;

/** Removes the marks around a name that a person entered. */
export function tidyTagName(written: string): string {
  const line = written.normalize('NFKC').replace(unseen, '').replace(blank, ' ').trim();
  const isClosed = closing.test(line);
  const bare = line.replace(marksBefore, '').replace(marksAfter, '');
  const tidy = isClosed && !bare.endsWith(')') ? `${bare})` : bare;
  // C++, C# and .NET are names too.
  if (/^(?:c\+\+|[cf]#|\.net)$/iu.test(line)) return line;
  return tidy === '' ? line : tidy;
}

const unspacedGap =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]) (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu;

/**
 * The part that two spellings of one tag share, without case, width, hyphens, blanks, quotation marks, and the plural
 * of the last word. It is empty if there is no name.
 */
export function tagKey(name: string): string {
  if (!sayable.test(name)) return '';
  const words = tidyTagName(name)
    .toLowerCase()
    .replace(/(?<=\p{L})\.(?=\p{L}\b\.?)/gu, '')
    .replace(/[’ʼ`´]/gu, "'")
    .replace(/["“”„«»\u200C\u200D]/gu, '')
    .replace(/[\s\-‐‑‒–—_]+/gu, ' ')
    .trim()
    .replace(unspacedGap, '')
    .split(' ');
  const last = words.pop() ?? '';
  return [...words, singular(last)].join(' ');
}

/** The last letter of these words belongs to the name: Windows is not a window. */
const keptWords = new Set(
  'windows jobs news mars wales james times texas kansas arkansas paris athens thames series species chess lens atlas canvas christmas mathematics always perhaps sometimes gates states nations'.split(
    ' ',
  ),
);
const latinWord = /^\p{Script=Latin}{4,}$/u;

/** One form for singular and plural, not always a word. Words in other scripts than Latin are unchanged. */
function singular(word: string): string {
  if (!latinWord.test(word) || keptWords.has(word)) return word;
  if (/(?:ies|ie)$/u.test(word) && word.length > 4) return word.replace(/ies?$/u, 'y');
  if (/(?:ss|sh|ch|x|zz)es$/u.test(word)) return word.slice(0, -2);
  if (/(?:ss|us|is|ics|ous)$/u.test(word)) return word;
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/** Chooses between two spellings of one tag, in any order: the shorter one, then the one with fewer capitals. */
export function preferSpelling(one: string, other: string): string {
  const rank = (name: string): [number, number] => [name.length, name.replace(/[^\p{Lu}]/gu, '').length];
  const [length, capitals] = rank(one);
  const [otherLength, otherCapitals] = rank(other);
  if (length !== otherLength) return length < otherLength ? one : other;
  if (capitals !== otherCapitals) return capitals < otherCapitals ? one : other;
  return one < other ? one : other;
}

export interface TagSearch {
  /** The keys of tags; an entry must have all of them. */
  tags: string[];
  /** The same tags as they were typed. */
  names: string[];
  /** The text that is left to search for. */
  text: string;
}

/** Matches `tag:name` and `tag:"two words"` at the beginning of a word. */
const operator = /(?<=^|\s)tag:(?:["“”„]([^"“”„]*)(?:["“”„]|$)|(\S*))/giu;
const mostTags = 8;

/** Takes the tags out of what a person typed into a search. A `tag:` without a name is still being typed. */
export function parseTagSearch(query: string): TagSearch {
  const names = new Map<string, string>();
  const text = query.replace(operator, (_, quoted: string | undefined, bare: string | undefined) => {
    const name = quoted ?? bare ?? '';
    const key = tagKey(name);
    if (key !== '' && !names.has(key)) names.set(key, name);
    return ' ';
  });
  return {
    tags: [...names.keys()].slice(0, mostTags),
    names: [...names.values()].slice(0, mostTags),
    text: text.trim(),
  };
}
