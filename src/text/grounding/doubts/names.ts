import { synonymGroups } from '#text/grounding/lexicon.ts';
import type { SourceIndex } from '#text/grounding/source-index.ts';
import { lowerText, termsOpeningLike } from '#text/grounding/source-text.ts';
import words from '#text/grounding/words.json' with { type: 'json' };
import { stemWord } from '#text/language/stem.ts';
import type { Word } from '#text/sentences/words.ts';

/** A run of words of a summary sentence that names somebody or something. */
type NameRun = {
  from: number;
  to: number;
  start: number;
  end: number;
  /** Words of it that do not occur in the source. */
  novel: Word[];
  /** Two words side by side that the source has only apart: somebody else's first or last name. */
  torn: Word | undefined;
  /** Where its words stand in the source, ascending; none for a speaker, who stands apart from what is said. */
  positions: number[];
};

type Input = { words: readonly Word[]; text: string; source: SourceIndex; cased: boolean };

// A name mentioned more often than this is looked for in its first places only.
const MOST_PLACES = 100;
const CALENDAR =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/;

/** The same place or people under another word. */
const ALIASES = new Map(Object.entries<string[]>(words.aliases));

/** Finds names by capitals, and in lower-case text by what the source writes with a capital. */
export function findNames(input: Input): NameRun[] {
  const runs: NameRun[] = [];
  let from = -1;
  const { words } = input;
  for (let at = 0; at <= words.length; at++) {
    const named = at < words.length && isName(input, at);
    if (named && from < 0) from = at;
    const broken = from >= 0 && at > from && !followsDirectly(input, at);
    if (from >= 0 && (!named || broken)) {
      runs.push(describe(input, from, at - 1));
      from = named ? at : -1;
    }
  }
  return runs;
}

function isName({ words, text, source, cased }: Input, at: number): boolean {
  const word = words[at];
  if (
    word === undefined ||
    word.light ||
    word.lower === 'unk' ||
    CALENDAR.test(word.lower) ||
    /^\p{N}/u.test(word.lower)
  )
    return false;
  const capital = isCapital(text, word);
  if (!capital) return !cased && source.cased && source.names.has(word.lower) && word.lower.length > 2;
  if (at > 0 && !opensClause(text, word)) return true;
  if (!cased || source.names.has(word.lower)) return true;
  const next = words[at + 1];
  if (next !== undefined && isCapital(text, next) && !next.light) return true;
  return !isOrdinary(word, source);
}

/** At the start of a sentence a capital proves nothing: only a word unlike common ones counts as a name. */
function isOrdinary(word: Word, source: SourceIndex): boolean {
  if (source.positions.has(word.term)) return true;
  if (word.lower.length < 4 || synonymGroups(word.term).length > 0) return true;
  return /(?:ing|ed|ly|tion|ment|ness|ity|ers?|ors?|ists?|ies|ous|ful|al|ive|ic|ants?|ents?)$/.test(
    word.lower,
  );
}

function describe({ words, source }: Input, from: number, to: number): NameRun {
  const run = words.slice(from, to + 1);
  const initials = run.map((word) => word.lower.charAt(0)).join('');
  const spelled = initials.length >= 2 && source.names.has(initials);
  return {
    from,
    to,
    start: run[0]?.start ?? 0,
    end: run.at(-1)?.end ?? 0,
    novel: spelled ? [] : run.filter((word) => !isKnown(word, source)),
    torn: spelled ? undefined : run.find((word, at) => at > 0 && isTorn(run[at - 1], word, source)),
    positions: run.some((word) => source.speakers.has(word.lower))
      ? []
      : run.flatMap((word) => placesOf(word, source).slice(0, MOST_PLACES)).sort((a, b) => a - b),
  };
}

function isTorn(previous: Word | undefined, word: Word, source: SourceIndex): boolean {
  if (previous === undefined) return false;
  const before = source.positions.get(previous.term);
  const places = source.positions.get(word.term);
  if (before === undefined || places === undefined || before.length > 40 || places.length > 40) return false;
  if (!source.names.has(previous.lower) || !source.names.has(word.lower)) return false;
  return !before.some((left) => places.some((right) => Math.abs(right - left) <= 3));
}

function placesOf(word: Word, source: SourceIndex): readonly number[] {
  const direct = source.positions.get(word.term);
  if (direct !== undefined) return direct;
  for (const alias of ALIASES.get(word.lower) ?? []) {
    const places = source.positions.get(stemWord(alias, source.language));
    if (places !== undefined) return places;
  }
  if (word.term.length < 5) return [];
  return termsOpeningLike(source, word.term)
    .filter((term) => isVariant(word.term, term))
    .flatMap((term) => source.positions.get(term) ?? []);
}

function isKnown(word: Word, source: SourceIndex): boolean {
  if (placesOf(word, source).length > 0) return true;
  if (source.acronyms.has(word.lower.replaceAll('.', ''))) return true;
  return word.lower.length > 6 && lowerText(source).includes(word.lower);
}

/** A country and its people, a name and its genitive: the shorter form is kept but for its last two letters. */
function isVariant(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 4 || a.charCodeAt(0) !== b.charCodeAt(0)) return false;
  const shared = Math.max(5, Math.min(a.length, b.length) - 2);
  return a.slice(0, shared) === b.slice(0, shared);
}

function followsDirectly({ words, text }: Input, at: number): boolean {
  const previous = words[at - 1];
  const word = words[at];
  if (previous === undefined || word === undefined) return false;
  return /^[\s.'’&-]{0,2}$/.test(text.slice(previous.end, word.start));
}

function opensClause(text: string, word: Word): boolean {
  return /(?:^|[.!?:]\s|["“‘'])\s*$/u.test(text.slice(Math.max(0, word.start - 3), word.start));
}

function isCapital(text: string, word: Word): boolean {
  return /^\p{Lu}/u.test(text.charAt(word.start));
}
