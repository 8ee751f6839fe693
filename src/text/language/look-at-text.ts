import { detectAll } from 'tinyld';
import { countChineseForms } from './chinese-script.ts';
import { dominantScript, voteByStopwords } from './guess-language.ts';
import { normalizeLanguage } from './language-names.ts';
import { countScripts, LANGUAGE_OF_SCRIPT, type Script } from './scripts.ts';

export type DetectedLanguage = { language: string; confidence: number };

/** What a cheap look at a text tells: its language, or that only its letters can tell it. */
export type Look = { settled: DetectedLanguage | null } | UnsettledLook;

export interface UnsettledLook {
  settled: undefined;
  sample: string;
  script: Script;
  /** Function words by language, most first. */
  votes: { language: string; hits: number }[];
}

// tinyld needs about 1.4 ms for 1,000 characters; a sample from the start and the middle is enough.
const SAMPLE_CHARACTERS = 600;
export const FEWEST_LETTERS = 12;
/** All noise has one of these. */
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

/** Takes some 20 times as long as the look. */
export function detectByLetters({ sample, votes }: UnsettledLook): DetectedLanguage | null {
  const [best] = detectAll(sample);
  if (best === undefined) return null;
  const supporting = votes.find((vote) => vote.language === best.lang)?.hits ?? 0;
  const confidence = Math.min(1, best.accuracy + (supporting >= 3 ? 0.2 : 0));
  if (confidence < 0.15) return null;
  return { language: tagOf(best.lang), confidence };
}

/** Of the few languages that are known here. */
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
