import { foldAccents } from '#text/words.ts';
import type { Flag } from './flag.ts';
import { agrees, findQuantities } from './quantities.ts';
import type { SourceIndex } from './source-index.ts';

type AcrossResult = {
  flags: Flag[];
  /** Source offsets of what was found again. */
  found: number[];
};

const LATIN_NAME = /(?<![\p{Script=Latin}\d])\p{Lu}[\p{Script=Latin}\d]*(?:[.&'’-][\p{Script=Latin}\d]+)*/gu;

/** Compares what survives translation: numbers, and names in Latin script where the source is written in it too. */
export function checkAcross(text: string, start: number, source: SourceIndex): AcrossResult {
  const result: AcrossResult = { flags: [], found: [] };
  for (const quantity of findQuantities(text)) {
    if (quantity.weak) continue;
    const match = source.quantities.find((other) => agrees(quantity, other));
    if (match !== undefined) result.found.push(match.start);
    else {
      const span = { start: start + quantity.start, end: start + quantity.end };
      result.flags.push({ kind: 'number', ...span, reason: 'missing', weight: 1 });
    }
  }
  if (!/\p{Script=Latin}{3}/u.test(source.text)) return result;
  const mixed =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Arabic}]/u.test(text);
  for (const match of text.matchAll(LATIN_NAME)) {
    const at = locate(match[0], source);
    if (at >= 0) result.found.push(at);
    else if (mixed && match[0].length > 2) {
      const span = { start: start + match.index, end: start + match.index + match[0].length };
      result.flags.push({ kind: 'name', ...span, reason: 'missing', weight: 1 });
    }
  }
  return result;
}

function locate(name: string, source: SourceIndex): number {
  const direct = source.text.indexOf(name);
  if (direct >= 0) return direct;
  const lower = foldAccents(name.toLowerCase());
  if (source.acronyms.has(lower.replaceAll('.', ''))) return 0;
  return foldAccents(source.text.toLowerCase()).indexOf(lower);
}
