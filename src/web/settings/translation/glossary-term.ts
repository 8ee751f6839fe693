import type { GlossaryTerm } from '#schema/translations/translation.ts';

/** Whether two rules are about the same term of the same pair of languages; only one of them can apply. */
export function isSameTerm(first: GlossaryTerm, second: GlossaryTerm): boolean {
  return (
    first.from === second.from &&
    first.to === second.to &&
    first.term.toLowerCase() === second.term.toLowerCase()
  );
}
