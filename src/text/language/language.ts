import { detectAll } from 'tinyld';
import { countChineseForms } from './chinese-script.ts';
import {
  type DetectedLanguage,
  detectByLetters,
  FEWEST_LETTERS,
  lookAtText,
  takeSample,
} from './detect-languages.ts';
import {
  countScripts,
  dominantScript,
  LANGUAGE_OF_SCRIPT,
  type Script,
  voteByStopwords,
} from './guess-language.ts';
import { normalizeLanguage } from './language-names.ts';
import { primarySubtag, stopwordsOf } from './stopwords.ts';

/** Languages that a detector mixes up because they are close; within a group no alarm is raised. */
const RELATIVES: ReadonlyArray<ReadonlySet<string>> = [
  'no nb nn da sv is fo',
  'id ms jv su',
  'hr sr bs sl sh mk bg',
  'cs sk',
  'pt gl es ca ast',
  'it co la',
  'ru uk be bg mk sr',
  'nl af fy',
  'de lb nds',
  'hi mr ne bho sa',
  'ar fa ur ps ckb',
  'fi et',
  'tr az tk',
  'uz kk ky tt',
  'fr oc wa',
].map((group) => new Set(group.split(' ')));

/** The language of a text in BCP-47, or null if there is too little text to tell it. */
export function detectLanguage(text: string): DetectedLanguage | null {
  const look = lookAtText(text);
  return look.settled === undefined ? detectByLetters(look) : look.settled;
}

/** Whether a text is in the target language, or null if this cannot be told with confidence. */
export function matchesLanguage(text: string, targetBcp47: string): boolean | null {
  const target = normalizeLanguage(targetBcp47);
  if (target === null) return null;
  const sample = takeSample(text);
  const scripts = countScripts(sample);
  const letters = [...scripts.values()].reduce((a, b) => a + b, 0);
  const dominant = dominantScript(scripts);
  if (dominant === undefined || letters < FEWEST_LETTERS) return null;
  const wanted = scriptsOf(target);
  const inScript = wanted.reduce((sum, script) => sum + (scripts.get(script) ?? 0), 0) / letters;
  if (inScript < 0.25) return false;
  if (inScript < 0.5) return null;
  const code = primarySubtag(target);
  if (code === 'zh') return matchesChinese(sample, scripts, target);
  if (code === 'ja') return matchesJapanese(sample, scripts, letters);
  if (wanted[0] !== undefined && LANGUAGE_OF_SCRIPT[wanted[0]] !== undefined) return true;
  return matchesByWords(sample, code, letters);
}

/** Compares function words and letters. Both must agree on false, because each false alarm costs a model call. */
function matchesByWords(sample: string, code: string, letters: number): boolean | null {
  const votes = voteByStopwords(sample);
  const own = votes.find((vote) => areClose(vote.language, code))?.hits ?? 0;
  const [first] = votes;
  if (first !== undefined && areClose(first.language, code) && first.hits >= 3) return true;
  if (letters < 40) return null;
  const detected = detectAll(sample);
  const [best] = detected;
  if (best === undefined) return null;
  if (areClose(best.lang, code)) return true;
  const ownAccuracy = detected.find((entry) => areClose(entry.lang, code))?.accuracy ?? 0;
  if (ownAccuracy > best.accuracy * 0.5) return null;
  const witnesses = votes.find((vote) => areClose(vote.language, best.lang))?.hits ?? 0;
  if (witnesses >= 3 && witnesses > 2 * own) return false;
  const unknownWords = stopwordsOf(best.lang).size === 0;
  return unknownWords && own <= 1 && best.accuracy >= 0.6 && stopwordsOf(code).size > 0 ? false : null;
}

function matchesJapanese(sample: string, scripts: Map<Script, number>, letters: number): boolean | null {
  if ((scripts.get('Kana') ?? 0) > letters * 0.05) return true;
  return countChineseForms(sample).simplified >= 3 || letters >= 60 ? false : null;
}

function matchesChinese(sample: string, scripts: Map<Script, number>, target: string): boolean | null {
  if ((scripts.get('Kana') ?? 0) * 4 > (scripts.get('Hani') ?? 0)) return false;
  const { simplified, traditional } = countChineseForms(sample);
  const [wanted, other] = target === 'zh-Hant' ? [traditional, simplified] : [simplified, traditional];
  if (other >= 4 && other > 4 * wanted) return false;
  return other > wanted ? null : true;
}

function areClose(a: string, b: string): boolean {
  const left = primarySubtag(a);
  const right = primarySubtag(b);
  return left === right || RELATIVES.some((group) => group.has(left) && group.has(right));
}

function scriptsOf(target: string): Script[] {
  const code = primarySubtag(target);
  if (code === 'zh') return ['Hani', 'Kana'];
  if (code === 'ja') return ['Hani', 'Kana'];
  const script = scriptSubtag(target);
  const scripts: Script[] = script === undefined ? [] : [script];
  if (code === 'sr') scripts.push('Latn', 'Cyrl');
  return scripts;
}

const scripts = new Map<string, Script | undefined>();
/** This is more than the number of languages that anyone asks for. */
const keptScripts = 1000;

function scriptSubtag(target: string): Script | undefined {
  if (scripts.has(target)) return scripts.get(target);
  const script = readScript(target);
  if (scripts.size < keptScripts) scripts.set(target, script);
  return script;
}

function readScript(target: string): Script | undefined {
  try {
    return new Intl.Locale(target).maximize().script as Script | undefined;
  } catch {
    return undefined;
  }
}
