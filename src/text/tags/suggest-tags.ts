import { plainWords } from '#text/grounding/source-text.ts';
import { guessLanguage } from '#text/language/guess-language.ts';
import { primarySubtag } from '#text/language/stopwords.ts';
import { isUnspaced } from '#text/sentences/words.ts';
import { estimateTokens } from '#text/tokens/estimate-tokens.ts';
import { createQuoteFinder } from './locate-quote.ts';
import { cleanTagName } from './read-tags.ts';
import { type Candidate, collectCandidates } from './tag-candidates.ts';
import { tagKey } from './tag-name.ts';

interface SuggestOptions {
  title?: string | undefined;
  library?: readonly LibraryTag[];
  limit: number;
}

interface SuggestedTag {
  name: string;
  /** The sentence that contains the tag. */
  quote: string;
}

const titleWeight = 1.8;
const nameWeight = 1.5;
const libraryWeight = 2.5;
const phraseWeight = 1.35;
/** A longer term replaces its parts if it has at least this share of their mentions. */
const leastCovered = 0.45;
/** With fewer tags than this, names that are mentioned only once become tags too. */
const fewTags = 2;
/** The weakest tag has at least this share of the score of the strongest. */
const leastShare = 0.12;

/** Suggests key terms and names of a text as tags, best first. Names of the library come before new ones. */
export function suggestTags(
  text: string,
  { title = '', library = [], limit }: SuggestOptions,
): SuggestedTag[] {
  const language = primarySubtag(guessLanguage(text) ?? 'en');
  const unspaced = isUnspaced(text);
  const { all, sentences } = collectCandidates(text, language);
  const titleKeys = keysOf(title, language);
  const known = new Map(library.flatMap((tag) => namesOf(tag).map((name) => [tagKey(name), tag] as const)));
  const telling = all
    .filter((candidate) => isTelling(candidate, { titleKeys, known, language, unspaced }))
    .map((candidate) => ({ candidate, score: scoreOf(candidate, { titleKeys, known, sentences }) }));
  const scored = absorbParts(telling, known).concat(fromLibrary(text, { all, library, title })).sort(byScore);
  const chosen: Chosen[] = [];
  const finder = createQuoteFinder(text);
  const take = (ranked: readonly Scored[]) => {
    const best = ranked[0]?.score ?? 0;
    for (const { candidate, score } of ranked) {
      if (chosen.length >= limit || score < best * leastShare) return;
      if (chosen.some((other) => overlaps(candidate.key, other.key, unspaced))) continue;
      const spelling = known.get(candidate.key)?.name ?? spellingOf(candidate);
      const name = cleanTagName(spelling);
      if (name === null || chosen.some(({ tag }) => tagKey(tag.name) === tagKey(name))) continue;
      const place = finder.findName(spellingOf(candidate)) ?? finder.findName(spelling);
      if (place === null) continue;
      chosen.push({ key: candidate.key, tag: { name, quote: text.slice(place.start, place.end) } });
    }
  };
  take(scored);
  // A short text repeats nothing, but its names still show what it is about.
  if (chosen.length < fewTags) take(onlyNames(all));
  return chosen.map(({ tag }) => tag);
}

interface Scored {
  candidate: Candidate;
  score: number;
}

interface Chosen {
  key: string;
  tag: SuggestedTag;
}

function byScore(one: Scored, other: Scored): number {
  return other.score - one.score || (one.candidate.key < other.candidate.key ? -1 : 1);
}

function onlyNames(all: readonly Candidate[]): Scored[] {
  const named = all.filter(
    ({ words, count, names, key }) => names === count && (words > 1 || key.length > 4),
  );
  return named
    .map((candidate) => ({ candidate, score: candidate.words / (1 + candidate.first) }))
    .sort(byScore);
}

/** Drops a word that is mostly mentioned as part of a longer term, such as "model" in "language model". */
function absorbParts(telling: readonly Scored[], known: ReadonlyMap<string, LibraryTag>): Scored[] {
  const byStems = new Map(telling.map((scored) => [scored.candidate.stems.join(' '), { ...scored }]));
  const absorbed = new Set<string>();
  for (const phrase of [...byStems.values()].sort((a, b) => a.candidate.words - b.candidate.words)) {
    const { stems, words, count } = phrase.candidate;
    for (let size = 1; size < words; size++) {
      for (let from = 0; from + size <= words; from++) {
        const key = stems.slice(from, from + size).join(' ');
        const part = byStems.get(key);
        if (part === undefined || count < part.candidate.count * leastCovered) continue;
        phrase.score = Math.max(phrase.score, part.score * 1.05);
        if (!known.has(part.candidate.key)) absorbed.add(key);
      }
    }
  }
  return [...byStems].flatMap(([key, scored]) => (absorbed.has(key) ? [] : [scored]));
}

interface Scope {
  titleKeys: ReadonlySet<string>;
  known: ReadonlyMap<string, LibraryTag>;
}

/**
 * Whether a candidate tells enough. A plain word must be repeated; a name of several words or in the title need not
 * be.
 */
function isTelling(
  candidate: Candidate,
  { titleKeys, known, language, unspaced }: Scope & { language: string; unspaced: boolean },
): boolean {
  const { key, words, count, names } = candidate;
  if (known.has(key)) return true;
  if (Array.from(key).length < (unspaced ? 2 : 3)) return false;
  const isName = names * 2 >= count;
  if (titleKeys.has(key) && !unspaced && (words > 1 || isName)) return true;
  // German writes all nouns with a capital.
  if (titleKeys.has(key) || words > 1 || (isName && language !== 'de')) return count >= 2;
  return count >= 3;
}

function scoreOf(
  candidate: Candidate,
  { titleKeys, known, sentences }: Scope & { sentences: number },
): number {
  const { key, words, count, names, first, last } = candidate;
  const spread = (last - first) / Math.max(1, sentences);
  const early = 1 / (1 + first / 8);
  let score = Math.log2(1 + count) * (1 + 0.5 * spread + 0.5 * early);
  if (words > 1) score *= phraseWeight;
  if (names * 2 >= count) score *= nameWeight;
  if (titleKeys.has(key)) score *= titleWeight;
  return known.has(key) ? score * libraryWeight : score;
}

/** Finds library tags that are no candidates: those with more than three words, and those that only the title has. */
function fromLibrary(
  text: string,
  { all, library, title }: { all: readonly Candidate[]; library: readonly LibraryTag[]; title: string },
): { candidate: Candidate; score: number }[] {
  const candidates = new Set(all.map(({ key }) => key));
  const find = findsIn(text);
  const inTitle = findsIn(title);
  return library.flatMap((tag) => {
    if (namesOf(tag).some((name) => candidates.has(tagKey(name))) || find(tag) !== 'name') return [];
    const spellings = new Map(namesOf(tag).map((name) => [name, 1]));
    const candidate = {
      key: tag.key,
      stems: [tag.key],
      words: 4,
      count: 1,
      names: 0,
      first: 0,
      last: 0,
      spellings,
    };
    return [{ candidate, score: libraryWeight * (inTitle(tag) === 'name' ? titleWeight : 1) }];
  });
}

function namesOf({ name, synonyms }: LibraryTag): string[] {
  return [name, ...synonyms];
}

function keysOf(title: string, language: string): Set<string> {
  return new Set(collectCandidates(title, language).all.map(({ key }) => key));
}

/** Whether one of two keys is a part of the other. */
function overlaps(one: string, other: string, unspaced: boolean): boolean {
  const [part, whole] = one.length < other.length ? [one, other] : [other, one];
  return unspaced ? whole.includes(part) : ` ${whole} `.includes(` ${part} `);
}

/** The most frequent spelling. Of equally frequent ones the shorter comes first, so that the singular is chosen. */
function spellingOf({ spellings }: Candidate): string {
  const [best] = [...spellings].sort(
    ([one, count], [other, otherCount]) =>
      otherCount - count || one.length - other.length || (one < other ? -1 : 1),
  );
  return best?.[0] ?? '';
}

export interface LibraryTag {
  name: string;
  key: string;
  synonyms: readonly string[];
  /** The number of entries that have the tag. */
  entries: number;
}

/** Looking through more tags would take longer than the answer. */
const mostTags = 5000;

/** Finds whether a name of the tag is in a text, or at least one of its words; only whole words count. */
function findsIn(text: string): (tag: Pick<LibraryTag, 'name' | 'synonyms'>) => 'name' | 'word' | null {
  const plain = plainWords(text).text;
  const has = (words: string) => words !== '' && plain.includes(isSpaced(words) ? ` ${words} ` : words);
  return ({ name, synonyms }) => {
    const spellings = [name, ...synonyms].map((spelling) => plainWords(spelling).text.trim());
    if (spellings.some(has)) return 'name';
    return spellings.some((spelling) => spelling.split(' ').some((word) => word.length > 3 && has(word)))
      ? 'word'
      : null;
  };
}

function isSpaced(words: string): boolean {
  return !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(words);
}

/**
 * Chooses the names that a model can pick from, up to `maxTokens`. Names in the text come first, then names that
 * share a word with it, then the most used.
 */
export function chooseLibrary(
  text: string,
  tags: readonly LibraryTag[],
  { maxTokens }: { maxTokens: number },
): string[] {
  const find = findsIn(text);
  const order = { name: 0, word: 1 };
  const ranked = tags
    .slice(0, mostTags)
    .map((tag) => {
      const found = find(tag);
      return { tag, rank: found === null ? 2 : order[found] };
    })
    .sort((a, b) => a.rank - b.rank || b.tag.entries - a.tag.entries || (a.tag.key < b.tag.key ? -1 : 1));
  const chosen: string[] = [];
  let tokens = 0;
  for (const { tag } of ranked) {
    tokens += estimateTokens(tag.name) + 1;
    if (tokens > maxTokens) break;
    chosen.push(tag.name);
  }
  return chosen;
}
