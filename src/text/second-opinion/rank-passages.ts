import { findKeys, nameSkeleton } from '#text/grounding/across/find-keys.ts';
import { findQuantities, type Quantity } from '#text/grounding/quantities.ts';
import { hideMarkup } from '#text/grounding/source-text.ts';
import { guessLanguage } from '#text/language/guess-language.ts';
import { primarySubtag } from '#text/language/stopwords.ts';
import { splitWords, type WordForms } from '#text/sentences/words.ts';
import { isEastAsian, type Passage } from './cut-passages.ts';
import sounds from './sounds.json' with { type: 'json' };

type Span = { start: number; end: number };

interface RankRequest {
  source: string;
  passages: readonly Passage[];
  claims: readonly { text: string; support: readonly Span[] }[];
  language: string;
  claimLanguage: string;
}

/** The share of its neighbours' matches with the claim that also counts for a passage. */
const neighbourShare = 0.25;
/** The neighbours of the best passage come after this many passages; they explain whom it means by "she". */
const beforeNeighbours = 5;
const mostRanked = 20;
/** The number of places that are looked at for one claim, beginning with its rarest traces. */
const mostPlaces = 2_000;

/**
 * Ranks for each claim the passages that share most with it, best first. They are those that the rules named and
 * those with its traces.
 */
export function rankPassages(request: RankRequest): number[][] {
  const { passages, claims, claimLanguage } = request;
  const forms: WordForms = new Map();
  const asked = new Map<string, Map<string, number>>();
  for (const { text } of claims) {
    if (!asked.has(text))
      asked.set(text, findTraces(text, { language: claimLanguage, forms, isAcross: true }));
  }
  const places = findPlaces([...asked.values()], request);
  const foundFor = new Map(
    [...asked].map(([text, traces]) => [text, rankByTraces(traces, places, passages.length)]),
  );
  return claims.map(({ text, support }) => {
    const named = support.map(({ start }) => passageAt(passages, start));
    const found = foundFor.get(text) ?? [];
    const merged = [...new Set([...found.flatMap((one, rank) => [named[rank] ?? one, one]), ...named])];
    const [best] = merged;
    const near = best === undefined ? [] : [best - 1, best + 1];
    const ranked = new Set([...merged.slice(0, beforeNeighbours), ...near, ...merged]);
    return [...ranked].filter((one) => one >= 0 && one < passages.length);
  });
}

/** Finds the places of the claims' traces; traces that no claim has are not kept. */
function findPlaces(
  asked: readonly ReadonlyMap<string, number>[],
  { source, passages, language, claimLanguage }: RankRequest,
): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const traces of asked) for (const trace of traces.keys()) places.set(trace, []);
  const languages = languagesOf(source, passages, language);
  const formsOf = new Map<string, WordForms>();
  passages.forEach(({ start, end }, at) => {
    const own = languages[at] ?? language;
    const forms: WordForms = formsOf.get(own) ?? new Map();
    formsOf.set(own, forms);
    const options = { language: own, forms, isAcross: own !== claimLanguage };
    for (const trace of findTraces(source.slice(start, end), options).keys()) places.get(trace)?.push(at);
  });
  return places;
}

function rankByTraces(
  traces: ReadonlyMap<string, number>,
  places: ReadonlyMap<string, readonly number[]>,
  count: number,
): number[] {
  const rarestFirst = [...traces]
    .map(([trace, weight]) => ({ weight, found: places.get(trace) ?? [] }))
    .sort((a, b) => a.found.length - b.found.length);
  const scores = new Map<number, number>();
  let looked = 0;
  for (const { weight, found } of rarestFirst) {
    const gain = weight * Math.log(1 + count / Math.max(1, found.length));
    for (const at of found.slice(0, mostPlaces - looked)) scores.set(at, (scores.get(at) ?? 0) + gain);
    looked += found.length;
    if (looked >= mostPlaces) break;
  }
  const scoreOf = (at: number): number => scores.get(at) ?? 0;
  return [...scores.keys()]
    .map((at) => ({ at, score: scoreOf(at) + neighbourShare * (scoreOf(at - 1) + scoreOf(at + 1)) }))
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, mostRanked)
    .map(({ at }) => at);
}

function passageAt(passages: readonly Passage[], offset: number): number {
  let low = 0;
  let high = passages.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((passages[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The length of a sample of text for guessing its language, since a passage alone is often too short. */
const sampleCharacters = 800;
const eastAsianLanguages: ReadonlySet<string> = new Set(['zh', 'ja', 'ko']);

/**
 * Guesses the language of each passage from the text that begins around it, or from the passage if the script
 * differs.
 */
function languagesOf(source: string, passages: readonly Passage[], language: string): string[] {
  const guess = (text: string): string => primarySubtag(guessLanguage(text) ?? language);
  let sampledTo = 0;
  let sampled = language;
  return passages.map(({ start, end }) => {
    if (end > sampledTo) {
      sampledTo = Math.max(end, start + sampleCharacters);
      sampled = guess(source.slice(start, sampledTo));
    }
    const own = source.slice(start, end);
    return isEastAsian(own) === eastAsianLanguages.has(sampled) ? sampled : guess(own);
  });
}

/**
 * How much each kind of trace tells compared with a word. The weights come from the even half of the planted set,
 * where other values change little.
 */
const weights = {
  word: 1,
  cognate: 0.3,
  concept: 0.9,
  country: 0.9,
  sound: 0.3,
  number: 1.2,
  smallNumber: 0.4,
  roundedNumber: 0.3,
  measure: 0.6,
  year: 0.8,
  dayOfYear: 1.2,
  month: 0.5,
  weekday: 0.4,
};
const weightOfKey = new Map(
  Object.entries<number>({
    w: weights.cognate,
    c: weights.concept,
    r: weights.country,
  }),
);
const shortestSound = 2;

interface TraceOptions {
  language: string;
  forms: WordForms;
  /** Whether the texts are in different languages, in which names only sound alike. */
  isAcross: boolean;
}

/** The least of what tells something: one name that sounds alike in two scripts, or one small number. */
const leastShared = weights.sound;

/** Whether a passage has a name, a number or a content word of the claim, by its sound across languages. */
export function sharesContent(
  claim: string,
  passage: string,
  { language, claimLanguage }: Pick<RankRequest, 'language' | 'claimLanguage'>,
): boolean {
  const isAcross = primarySubtag(language) !== primarySubtag(claimLanguage);
  const tracesOf = (text: string, of: string) =>
    findTraces(text, { language: primarySubtag(of), forms: new Map(), isAcross });
  const said = tracesOf(passage, language);
  const shared = [...tracesOf(hideMarkup(claim), claimLanguage)].filter(([trace]) => said.has(trace));
  return shared.reduce((sum, [, weight]) => sum + weight, 0) >= leastShared;
}

/** Finds what another text may share with this one, even in another language, and how much each trace tells. */
function findTraces(text: string, { language, forms, isAcross }: TraceOptions): Map<string, number> {
  const traces = new Map<string, number>();
  const add = (trace: string, weight: number): void => {
    if ((traces.get(trace) ?? 0) < weight) traces.set(trace, weight);
  };
  for (const { term, light } of splitWords(text, language, 0, forms))
    if (!light) add(`t:${term}`, weights.word);
  for (const { key } of findKeys(text, language)) add(key, weightOfKey.get(key.charAt(0)) ?? 1);
  if (isAcross)
    for (const sound of findSounds(text)) add(`s:${sound}`, weights.sound * (sound.length - shortestSound));
  for (const quantity of findQuantities(text, language)) addQuantity(quantity, add);
  return traces;
}

function addQuantity({ value, weak, date, measure }: Quantity, add: (trace: string, weight: number) => void) {
  if (date !== undefined) {
    const { year, month, day, weekday } = date;
    if (year !== undefined) add(`n:${year}`, weights.year);
    if (month !== undefined && day !== undefined) add(`d:${month}-${day}`, weights.dayOfYear);
    if (month !== undefined) add(`d:${month}`, weights.month);
    if (weekday !== undefined) add(`d:w${weekday}`, weights.weekday);
    return;
  }
  add(`n:${rounded(value, 6)}`, weak ? weights.smallNumber : weights.number);
  if (!weak) add(`n2:${rounded(value, 2)}`, weights.roundedNumber);
  if (measure !== undefined) add(`m:${measure.dimension}:${rounded(measure.base, 2)}`, weights.measure);
}

function rounded(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}

const soundOf: ReadonlyMap<string, string> = new Map(
  [...sounds.chinese, ...sounds.kana].flatMap((line) => {
    const [sound = '', characters = ''] = line.split(' ');
    return [...characters].map((character): [string, string] => [character, sound === '-' ? '' : sound]);
  }),
);

const latinName = /(?<![\p{L}\d])\p{Lu}\p{Script=Latin}{2,}/gu;
const eastAsian = /[\u3041-\u30ff\u3400-\u9fff]/u;
const shortest = 3;
const longestName = 6;

/**
 * Finds the sounds of the names in a text, in a form that Latin, Chinese and Japanese spellings share: Bergen, 卑尔根,
 * ベルゲン.
 */
function findSounds(text: string): Set<string> {
  const sounds = new Set<string>();
  const add = (sound: string): void => {
    if (sound.length >= shortest) sounds.add(sound);
  };
  for (const [name] of text.matchAll(latinName)) {
    const sound = levelled(nameSkeleton(name));
    add(sound);
    // Chinese and Japanese often leave out an r that no vowel follows.
    add(levelled(nameSkeleton(name.replace(/r(?![aeiouyáéíóúäöü])/giu, ''))));
  }
  if (eastAsian.test(text)) for (const sound of spelledSounds(text)) add(sound);
  return sounds;
}

/** Yields the sounds of all stretches of such characters, because no blanks or capitals mark the names. */
function* spelledSounds(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += 1) {
    let sound = '';
    for (let to = from; to < text.length && to < from + longestName + 2; to += 1) {
      const next = soundOf.get(text.charAt(to));
      if (next === undefined) break;
      sound = levelled(sound + next);
      if (to > from) yield sound;
    }
  }
}

function levelled(sound: string): string {
  return sound.replaceAll('L', 'R').replace(/(.)\1+/g, '$1');
}
