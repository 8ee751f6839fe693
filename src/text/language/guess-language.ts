import { languagesOfStopword } from './stopwords.ts';

const SAMPLE_CHARACTERS = 800;

/** The last result is kept, because the steps of one job ask about the same text one after the other. */
let last: { sample: string; language: string | undefined } = { sample: '', language: undefined };

/** Guesses the language from function words alone. This is fast enough for every call; undefined means unsure. */
export function guessLanguage(text: string): string | undefined {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  if (sample !== last.sample) last = { sample, language: guessFrom(sample) };
  return last.language;
}

function guessFrom(sample: string): string | undefined {
  const scripts = countScripts(sample);
  const dominant = dominantScript(scripts);
  if (dominant === undefined) return undefined;
  if (dominant.script === 'Hani' || dominant.script === 'Kana') {
    return (scripts.get('Kana') ?? 0) * 12 > (scripts.get('Hani') ?? 0) ? 'ja' : 'zh';
  }
  const single = LANGUAGE_OF_SCRIPT[dominant.script];
  if (single !== undefined) return single;
  const [best] = voteByStopwords(sample);
  return best !== undefined && best.hits >= 2 ? best.language : undefined;
}

/** Counts the function words of each language in a text, highest first. */
export function voteByStopwords(sample: string): { language: string; hits: number }[] {
  const words =
    sample
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)?/gu) ?? [];
  const hits = new Map<string, number>();
  for (const word of words) {
    for (const language of languagesOfStopword(word)) hits.set(language, (hits.get(language) ?? 0) + 1);
  }
  return [...hits]
    .map(([language, count]) => ({ language, hits: count }))
    .sort((a, b) => b.hits - a.hits || (a.language < b.language ? -1 : 1));
}

/** Finds the script of most letters. */
export function dominantScript(scripts: Map<Script, number>): { script: Script; count: number } | undefined {
  let best: { script: Script; count: number } | undefined;
  for (const [script, count] of scripts)
    if (best === undefined || count > best.count) best = { script, count };
  return best;
}

/** The ranges of character codes of each script. */
const RANGES: ReadonlyArray<readonly [from: number, to: number, script: Script]> = [
  [0x0370, 0x03ff, 'Grek'],
  [0x0400, 0x052f, 'Cyrl'],
  [0x0530, 0x058f, 'Armn'],
  [0x0590, 0x05ff, 'Hebr'],
  [0x0600, 0x06ff, 'Arab'],
  [0x0750, 0x077f, 'Arab'],
  [0x0900, 0x097f, 'Deva'],
  [0x0980, 0x09ff, 'Beng'],
  [0x0a00, 0x0a7f, 'Guru'],
  [0x0a80, 0x0aff, 'Gujr'],
  [0x0b80, 0x0bff, 'Taml'],
  [0x0c00, 0x0c7f, 'Telu'],
  [0x0c80, 0x0cff, 'Knda'],
  [0x0d00, 0x0d7f, 'Mlym'],
  [0x0d80, 0x0dff, 'Sinh'],
  [0x0e00, 0x0e7f, 'Thai'],
  [0x0e80, 0x0eff, 'Laoo'],
  [0x1000, 0x109f, 'Mymr'],
  [0x10a0, 0x10ff, 'Geor'],
  [0x1100, 0x11ff, 'Kore'],
  [0x1200, 0x137f, 'Ethi'],
  [0x1780, 0x17ff, 'Khmr'],
  [0x1e00, 0x1eff, 'Latn'],
  [0x3041, 0x30ff, 'Kana'],
  [0x3130, 0x318f, 'Kore'],
  [0x3400, 0x4dbf, 'Hani'],
  [0x4e00, 0x9fff, 'Hani'],
  [0xac00, 0xd7af, 'Kore'],
  [0xf900, 0xfaff, 'Hani'],
  [0xff66, 0xff9f, 'Kana'],
];

export type Script =
  | 'Latn'
  | 'Grek'
  | 'Cyrl'
  | 'Armn'
  | 'Hebr'
  | 'Arab'
  | 'Deva'
  | 'Beng'
  | 'Guru'
  | 'Gujr'
  | 'Taml'
  | 'Telu'
  | 'Knda'
  | 'Mlym'
  | 'Sinh'
  | 'Thai'
  | 'Laoo'
  | 'Mymr'
  | 'Geor'
  | 'Kore'
  | 'Ethi'
  | 'Khmr'
  | 'Kana'
  | 'Hani';

/** Scripts with only one common language, which the script alone tells. */
export const LANGUAGE_OF_SCRIPT: Readonly<Partial<Record<Script, string>>> = {
  Grek: 'el',
  Armn: 'hy',
  Hebr: 'he',
  Beng: 'bn',
  Guru: 'pa',
  Gujr: 'gu',
  Taml: 'ta',
  Telu: 'te',
  Knda: 'kn',
  Mlym: 'ml',
  Sinh: 'si',
  Thai: 'th',
  Laoo: 'lo',
  Mymr: 'my',
  Geor: 'ka',
  Kore: 'ko',
  Ethi: 'am',
  Khmr: 'km',
};

/** Counts the letters of each script. An East Asian character counts as two letters. */
export function countScripts(text: string): Map<Script, number> {
  const counts = new Map<Script, number>();
  let latin = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const lower = code | 0x20;
    const script = lower >= 0x61 && lower <= 0x7a ? 'Latn' : code < 0x80 ? undefined : scriptOf(code);
    if (script === undefined) continue;
    if (script === 'Latn') {
      // The script is added at its first letter, because the first of several equal scripts dominates.
      if (latin === 0) counts.set(script, 0);
      latin += 1;
      continue;
    }
    const weight = script === 'Hani' || script === 'Kana' || script === 'Kore' ? 2 : 1;
    counts.set(script, (counts.get(script) ?? 0) + weight);
  }
  if (latin > 0) counts.set('Latn', latin);
  return counts;
}

/** Finds the script of a character beyond ASCII. */
function scriptOf(code: number): Script | undefined {
  if (code < 0x250) return code >= 0xc0 && code !== 0xd7 && code !== 0xf7 ? 'Latn' : undefined;
  let low = 0;
  let high = RANGES.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = RANGES[middle];
    if (range === undefined) return undefined;
    if (code < range[0]) high = middle - 1;
    else if (code > range[1]) low = middle + 1;
    else return range[2];
  }
  return undefined;
}
