import type { GlossaryTerm } from '#schema/translations/translation.ts';
import { primarySubtag } from '#text/language/stopwords.ts';
import { plainOf } from '#text/paragraphs/markers.ts';
import { foldAccents } from '#text/sentences/words.ts';

export interface Languages {
  /** The language of the source, or null if it is unknown. */
  source: string | null;
  target: string;
}

/** The terms for this pair of languages. Terms for a certain language come before those for any language. */
export function termsFor(glossary: readonly GlossaryTerm[], { source, target }: Languages): GlossaryTerm[] {
  const fits = (wanted: string, language: string | null) =>
    wanted === '*' || (language !== null && primarySubtag(wanted) === primarySubtag(language));
  const exactness = ({ from, to }: GlossaryTerm) => Number(from !== '*') + Number(to !== '*');
  const fitting = glossary
    .filter(({ from, to }) => fits(from, source) && fits(to, target))
    .toSorted((a, b) => exactness(b) - exactness(a));
  return fitting.filter(
    ({ term }, at) => fitting.findIndex((other) => fold(other.term) === fold(term)) === at,
  );
}

/** The terms that occur in a text. */
export function termsIn(markup: string, terms: readonly GlossaryTerm[]): GlossaryTerm[] {
  const text = fold(plainOf(markup));
  return terms.filter(({ term }) => findWhole(text, fold(term)));
}

/** Whether a translation renders the term as the glossary asks; endings may differ. */
export function rendersTerm(target: string, { term, rendering }: GlossaryTerm): boolean {
  const text = fold(plainOf(target));
  const wanted = fold(rendering ?? term);
  if (text.includes(wanted)) return true;
  const stems = wanted
    .split(/\s+/u)
    .map((word) =>
      /\p{Script=Latin}|\p{Script=Cyrillic}/u.test(word) ? word.slice(0, stemLength(word)) : word,
    );
  return rendering !== null && stems.every((stem) => text.includes(stem));
}

function stemLength(word: string): number {
  return Math.max(4, word.length - 2);
}

function fold(text: string): string {
  return foldAccents(text.toLowerCase());
}

/** Whether a text contains a term, as a separate word in scripts that separate words. */
function findWhole(text: string, term: string): boolean {
  for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + 1)) {
    if (!isLetter(text, at - 1, term.charAt(0)) && !isLetter(text, at + term.length, term.at(-1) ?? ''))
      return true;
  }
  return false;
}

const separated =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{N}]/u;

function isLetter(text: string, at: number, edge: string): boolean {
  return separated.test(edge) && separated.test(text.charAt(at));
}
