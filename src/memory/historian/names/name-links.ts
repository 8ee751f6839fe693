import { readDeeds } from '#memory/historian/claims/claim-check.ts';
import type { SourceIndex } from '#text/grounding/source-index.ts';
import type { Word } from '#text/sentences/words.ts';

/** Words that may stand inside a name: Bank of England, Tarta de Manzana. */
const particle = /^(?:of|the|de|du|des|au|aux|à|al|del|della|di|da|do|dos|das|von|van|der|den|la|le|el)$/;
const capital = /^\p{Lu}/u;

export function isParticle(lower: string): boolean {
  return particle.test(lower);
}

/** How the names of a source are put together, by the terms of their words. */
export interface NameLinks {
  /** Whether two words that stand together are parts of two different names of the source. */
  mixes(first: string, second: string): boolean;
  /** Whether the source writes a word with a capital where only a name has one. */
  isName(term: string): boolean;
}

export function linkNames(source: SourceIndex): NameLinks {
  const heads = new Set<string>();
  const tails = new Set<string>();
  const together = new Set<string>();
  const inner = new Set<string>();
  for (const run of runsOf(source)) {
    run.forEach(({ term, lower }, at) => {
      if (at > 0) tails.add(term);
      if (at + 1 < run.length) {
        heads.add(term);
        if (!isVerb(lower)) inner.add(term);
      }
      for (const other of run.slice(at + 1)) together.add(`${term} ${other.term}`);
    });
  }
  source.words.forEach(({ term, start }, at) => {
    const isFirst = source.sentenceOf[at] !== source.sentenceOf[at - 1];
    if (!isFirst && capital.test(source.text.charAt(start))) inner.add(term);
  });
  return {
    mixes: (first, second) =>
      heads.has(first) &&
      (tails.has(second) || heads.has(second)) &&
      !together.has(`${first} ${second}`) &&
      !together.has(`${second} ${first}`),
    isName: (term) => inner.has(term),
  };
}

/** Finds the runs of capitalized words between which only blanks, hyphens and particles stand. */
function runsOf({ words, text, sentenceOf }: SourceIndex): Word[][] {
  const runs: Word[][] = [];
  let run: Word[] = [];
  let last = -1;
  words.forEach((word, at) => {
    const joins =
      last >= 0 && sentenceOf[at] === sentenceOf[at - 1] && isGap(text.slice(words[at - 1]?.end, word.start));
    if (joins && word.light && particle.test(word.lower)) return;
    if (word.light || !capital.test(text.charAt(word.start))) {
      last = -1;
      return;
    }
    if (!joins) runs.push((run = []));
    run.push(word);
    last = at;
  });
  return runs;
}

/** A verb at the start of a sentence has a capital too: "Saved Apple Pie". */
function isVerb(lower: string): boolean {
  return /(?:ed|ing)$/.test(lower) || readDeeds(lower, 'en').done.size > 0;
}

function isGap(between: string): boolean {
  return between === ' ' || between === '-' || between === '';
}
