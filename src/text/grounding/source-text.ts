import { foldAccents } from '#text/sentences/words.ts';
import { type PlainWords, plainWords } from './plain-words.ts';
import type { SourceIndex } from './source-index.ts';

/** Forms of a whole source that only some claims need: made once, when the first of them asks. */
type Forms = { lower?: string; folded?: string; plain?: PlainWords; byOpening?: Map<string, string[]> };

const KEPT = new WeakMap<SourceIndex, Forms>();

function formsOf(source: SourceIndex): Forms {
  let forms = KEPT.get(source);
  if (forms === undefined) {
    forms = {};
    KEPT.set(source, forms);
  }
  return forms;
}

export function lowerText(source: SourceIndex): string {
  const forms = formsOf(source);
  forms.lower ??= source.text.toLowerCase();
  return forms.lower;
}

/** In lower case and without accents. */
export function foldedText(source: SourceIndex): string {
  const forms = formsOf(source);
  forms.folded ??= foldAccents(lowerText(source));
  return forms.folded;
}

/** For looking up the very words of a quotation or a copied sentence. */
export function plainText(source: SourceIndex): PlainWords {
  const forms = formsOf(source);
  forms.plain ??= plainWords(source.text);
  return forms.plain;
}

// Forms of one name share at least these letters.
const OPENING_LETTERS = 5;

/** Terms of the source that begin with the same five letters, in the order of their first places. */
export function termsOpeningLike(source: SourceIndex, word: string): readonly string[] {
  const forms = formsOf(source);
  forms.byOpening ??= groupByOpening(source.positions.keys());
  return forms.byOpening.get(word.slice(0, OPENING_LETTERS)) ?? [];
}

function groupByOpening(terms: Iterable<string>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const term of terms) {
    if (term.length < OPENING_LETTERS) continue;
    const opening = term.slice(0, OPENING_LETTERS);
    const group = groups.get(opening);
    if (group === undefined) groups.set(opening, [term]);
    else group.push(term);
  }
  return groups;
}
