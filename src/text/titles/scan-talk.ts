import words from './talk.json' with { type: 'json' };

/**
 * The role of a word where a model hands a title over. `assent` is said to a person. `mild` is too, but also begins
 * titles (“Yes, Minister”). `offer` hands over, `noun` names what is handed over, and `verb` links the two. `plain`
 * says nothing by itself.
 */
type TalkKind = 'assent' | 'mild' | 'offer' | 'noun' | 'verb' | 'plain';

export interface TalkPart {
  /** `other` is a word that such talk does not have, so it is probably part of a title. */
  kind: TalkKind | 'other' | 'colon' | 'stop' | 'dash' | 'comma';
  start: number;
  end: number;
}

const kinds = new Map<string, TalkKind>();
// `unspaced` has scripts without spaces between words, and Korean, whose particles stand at the end of words.
for (const [lists, ending] of [
  [words.spaced, ' '],
  [words.unspaced, ''],
] as const) {
  for (const kind of ['plain', 'verb', 'noun', 'offer', 'mild', 'assent'] as const)
    for (const word of lists[kind].flatMap((line) => line.split('|'))) kinds.set(word.trim() + ending, kind);
}

/** The longest words come first, so that a phrase is not read as its first word. */
const talk = (ending: string) =>
  [...kinds.keys()]
    .filter((word) => word.endsWith(' ') === (ending === ' '))
    .map((word) => word.trimEnd())
    .toSorted((a, b) => b.length - a.length)
    .join('|');
const marks = [
  ['colon', /^[:：]$/],
  ['stop', /^[!！。….]$/],
  ['dash', /^(?:[—–→⇒]| -+>? |=>)$/],
  ['comma', /^[,，、]$/],
] as const;
const part = new RegExp(
  [
    `(?<spaced>${talk(' ')})(?:(?<=')|(?![\\p{L}\\p{M}\\p{N}]))|(?<unspaced>${talk('')})`,
    '[:：!！。…—–→⇒,，、]|[.](?= |$)| -+>? |=>',
    '[\\p{sc=Han}\\p{sc=Hangul}\\p{sc=Hiragana}\\p{sc=Katakana}]|[\\p{L}\\p{M}\\p{N}]+',
  ].join('|'),
  'giu',
);

/** Splits a line that may hand a title over into words and marks. */
export function scanTalk(line: string): TalkPart[] {
  return Array.from(line.replaceAll('’', "'").matchAll(part), ({ 0: text, index: start, groups }) => ({
    kind: kindOf(text, groups),
    start,
    end: start + text.length,
  }));
}

function kindOf(text: string, groups: Record<string, string | undefined> = {}): TalkPart['kind'] {
  const word = text.toLowerCase();
  if (groups.spaced !== undefined) return kinds.get(`${word} `) ?? 'other';
  if (groups.unspaced !== undefined) return kinds.get(word) ?? 'other';
  return marks.find(([, form]) => form.test(text))?.[0] ?? 'other';
}
