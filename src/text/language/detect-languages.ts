import { detectAll } from 'tinyld';
import { countChineseForms } from './chinese-script.ts';
import {
  countScripts,
  dominantScript,
  LANGUAGE_OF_SCRIPT,
  type Script,
  voteByStopwords,
} from './guess-language.ts';
import { normalizeLanguage } from './language-names.ts';
import { primarySubtag } from './stopwords.ts';

/** This many texts must agree before the language of other texts is taken from them. */
const WITNESSES = 3;
/** Shorter texts have too little in common with any text, and detecting their language is fast. */
const FEWEST_CHARACTERS = 200;
/** A text in the language of the witnesses shares at least this part of what a witness shares with the others. */
const SHARE_OF_WITNESSES = 0.8;
const GRAM = 3;

/** A text with fewer function words is a list of names, code or a headline, whose letters say little. */
const FEWEST_WORDS = 3;

/**
 * Detects the languages of texts from one place, with the results of `detectLanguage`. Most places use one language.
 * If the longest texts agree on it, texts with the same letters and function words get it without a full detection.
 * Texts without function words take the language of the longest three of them.
 */
export function detectLanguages(
  texts: readonly string[],
  detect: typeof detectByLetters = detectByLetters,
): (string | null)[] {
  const looks = texts.map(lookAtText);
  const unsettled = looks.filter((look) => look.settled === undefined);
  const long = unsettled.filter((look) => isLong(look) && !isWordless(look));
  const witnesses = spread(long, WITNESSES);
  const found = new Map<UnsettledLook, string | null>();
  const ask = (look: UnsettledLook) => {
    const known = found.get(look);
    if (known !== undefined) return known;
    const language = detect(look)?.language ?? null;
    found.set(look, language);
    return language;
  };
  const follows = long.length > WITNESSES ? createFollowing(witnesses, witnesses.map(ask)) : () => null;
  const languageOfPlace = createPlace(unsettled.filter(isWordless), ask);
  return looks.map((look) => {
    if (look.settled !== undefined) return look.settled?.language ?? null;
    if (found.has(look)) return ask(look);
    const ofPlace = languageOfPlace(look);
    return ofPlace === undefined ? (follows(look) ?? ask(look)) : ofPlace;
  });
}

function isLong({ sample }: UnsettledLook): boolean {
  return sample.length >= FEWEST_CHARACTERS;
}

function isWordless({ votes }: UnsettledLook): boolean {
  return (votes[0]?.hits ?? 0) < FEWEST_WORDS;
}

/**
 * Finds the language of a text without function words from the longest such texts in its script. If they agree, it is
 * theirs, or else that of the text with most letters in common. Undefined means that the text must be detected
 * itself.
 */
function createPlace(
  wordless: readonly UnsettledLook[],
  ask: (look: UnsettledLook) => string | null,
): (look: UnsettledLook) => string | null | undefined {
  const places = new Map<string, ReturnType<typeof createScriptPlace>>();
  for (const [script, looks] of Map.groupBy(wordless, (look) => look.script)) {
    if (looks.length > WITNESSES) places.set(script, createScriptPlace(looks, ask));
  }
  return (look) => (isWordless(look) ? places.get(look.script)?.(look) : undefined);
}

function createScriptPlace(looks: readonly UnsettledLook[], ask: (look: UnsettledLook) => string | null) {
  const longest = looks.toSorted((a, b) => b.sample.length - a.sample.length).slice(0, WITNESSES);
  const known = longest.map((look) => ({ language: ask(look), grams: gramsOf(look.sample) }));
  const [first] = known;
  if (known.every(({ language }) => language === first?.language)) return () => first?.language ?? null;
  return (look: UnsettledLook) => {
    if (!isLong(look)) return undefined;
    const own = gramsOf(look.sample.slice(0, FEWEST_CHARACTERS));
    const shares = known.map(({ grams }) => shareIn(own, [grams]));
    return known[shares.indexOf(Math.max(...shares))]?.language;
  };
}

/** Picks the first item, the last one and others at equal distances between them. */
function spread<T>(from: readonly T[], count: number): T[] {
  if (from.length <= count) return [...from];
  return Array.from(
    { length: count },
    (_, n) => from[Math.round((n * (from.length - 1)) / (count - 1))] as T,
  );
}

/** Tells whether a text has the language of the witnesses; null if it does not, or must be detected itself. */
function createFollowing(
  witnesses: readonly UnsettledLook[],
  languages: readonly (string | null)[],
): (look: UnsettledLook) => string | null {
  const [language = null] = languages;
  const [script] = witnesses.map((witness) => witness.script);
  if (language === null || languages.some((other) => other !== language)) return () => null;
  const grams = witnesses.map(({ sample }) => gramsOf(sample));
  const shares = grams.map((own, at) => shareIn(own, grams.toSpliced(at, 1)));
  const fewest = Math.min(...shares) * SHARE_OF_WITNESSES;
  const code = primarySubtag(language);
  return (look) => {
    const [first] = look.votes;
    const isOutvoted = first !== undefined && first.language !== code && first.hits > hitsOf(look, code);
    const isWitnessed = witnesses.some(({ votes }) => votes[0]?.language === first?.language);
    if (look.script !== script || look.sample.length < FEWEST_CHARACTERS || (isOutvoted && !isWitnessed))
      return null;
    return shareIn(gramsOf(look.sample), grams) >= fewest ? language : null;
  };
}

function hitsOf({ votes }: UnsettledLook, language: string): number {
  return votes.find((vote) => vote.language === language)?.hits ?? 0;
}

function gramsOf(sample: string): Set<string> {
  const text = sample.toLowerCase().replace(/[^\p{L}\p{M}]+/gu, ' ');
  const grams = new Set<string>();
  for (let at = 0; at + GRAM <= text.length; at++) grams.add(text.slice(at, at + GRAM));
  return grams;
}

/** The share of the grams in the first set that any of the others has. */
function shareIn(grams: ReadonlySet<string>, others: readonly ReadonlySet<string>[]): number {
  let shared = 0;
  for (const gram of grams) if (others.some((other) => other.has(gram))) shared += 1;
  return shared / Math.max(1, grams.size);
}

export type DetectedLanguage = { language: string; confidence: number };

/** The result of a fast look at a text: its language, or that only its letters can tell it. */
type Look = { settled: DetectedLanguage | null } | UnsettledLook;

interface UnsettledLook {
  settled: undefined;
  sample: string;
  script: Script;
  /** The number of function words by language, highest first. */
  votes: { language: string; hits: number }[];
}

// tinyld needs about 1.4 ms for 1,000 characters; a sample from the start and the middle is enough.
const SAMPLE_CHARACTERS = 600;
export const FEWEST_LETTERS = 12;
/** Matches any text with noise, and is quick to test. */
const NOISY = /[`@<]|:\/\//;
const NOISE = /```[\s\S]*?```|`[^`\n]*`|https?:\/\/\S+|(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.]+|<[^>\n]{1,80}>/g;

export function lookAtText(text: string): Look {
  const sample = takeSample(text);
  const scripts = countScripts(sample);
  const letters = [...scripts.values()].reduce((a, b) => a + b, 0);
  const dominant = dominantScript(scripts);
  if (dominant === undefined) return { settled: null };
  const { script, count } = dominant;
  if (script === 'Hani' || script === 'Kana') return { settled: detectEastAsian(sample, scripts, letters) };
  if (letters < FEWEST_LETTERS) return { settled: null };
  const single = LANGUAGE_OF_SCRIPT[script];
  if (single !== undefined) return { settled: { language: single, confidence: count / letters } };
  const votes = voteByStopwords(sample);
  const [first, second] = votes;
  const words = sample.split(/\s+/).length;
  const isClear =
    first !== undefined && first.hits >= 5 && first.hits >= 2 * (second?.hits ?? 0) && first.hits * 6 > words;
  if (!isClear) return { settled: undefined, sample, script, votes };
  return {
    settled: { language: tagOf(first.language), confidence: 0.95 },
  };
}

/** Detects the language by letters, which takes about 20 times as long as the look. */
export function detectByLetters({ sample, votes }: UnsettledLook): DetectedLanguage | null {
  const [best] = detectAll(sample);
  if (best === undefined) return null;
  const supporting = votes.find((vote) => vote.language === best.lang)?.hits ?? 0;
  const confidence = Math.min(1, best.accuracy + (supporting >= 3 ? 0.2 : 0));
  if (confidence < 0.15) return null;
  return { language: tagOf(best.lang), confidence };
}

/** The language tags of the few languages that are known here. */
const tags = new Map<string, string>();

function tagOf(language: string): string {
  const tag = tags.get(language) ?? normalizeLanguage(language) ?? language;
  tags.set(language, tag);
  return tag;
}

function detectEastAsian(
  sample: string,
  scripts: Map<Script, number>,
  letters: number,
): DetectedLanguage | null {
  const han = scripts.get('Hani') ?? 0;
  const kana = scripts.get('Kana') ?? 0;
  if (han + kana < 8) return null;
  const share = (han + kana) / letters;
  if (kana * 12 > han) return { language: 'ja', confidence: share };
  const forms = countChineseForms(sample);
  const language = forms.traditional > forms.simplified ? 'zh-Hant' : 'zh-Hans';
  const told = Math.abs(forms.traditional - forms.simplified) / (forms.traditional + forms.simplified + 1);
  return { language, confidence: share * (0.5 + told / 2) };
}

export function takeSample(text: string): string {
  const head = text.length > 20_000 ? text.slice(0, 20_000) : text;
  const clean = NOISY.test(head) ? head.replace(NOISE, ' ') : head;
  if (clean.length <= SAMPLE_CHARACTERS) return clean;
  const middle = Math.floor(clean.length / 2);
  return `${clean.slice(0, SAMPLE_CHARACTERS / 2)} ${clean.slice(middle, middle + SAMPLE_CHARACTERS / 2)}`;
}
