import { countScripts, LANGUAGE_OF_SCRIPT, type Script } from './scripts.ts';
import { languagesOfStopword } from './stopwords.ts';

const SAMPLE_CHARACTERS = 800;

/** The steps of one job ask about the same text one after the other. */
let last: { sample: string; language: string | undefined } = { sample: '', language: undefined };

/** The likeliest language by its function words alone: fast enough for every call, undefined when unsure. */
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

/** How many function words of each language a text holds, most first. */
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

/** The script that most letters belong to. */
export function dominantScript(scripts: Map<Script, number>): { script: Script; count: number } | undefined {
  let best: { script: Script; count: number } | undefined;
  for (const [script, count] of scripts)
    if (best === undefined || count > best.count) best = { script, count };
  return best;
}
