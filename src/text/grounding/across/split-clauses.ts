export type Clause = { start: number; end: number };

// A comma between digits separates no clauses; words that open a new statement do.
const BREAK =
  /[;；，。！？!?：—–]|,(?!\d)|(?<!\d):(?!\d)|(?<=\s)(?=(?:but|while|whereas|although|though|because|unless|aber|während|obwohl|weil|doch|sondern|mais|tandis|alors|bien|pero|mientras|aunque|porque)\s)/gu;

/** The clauses of a sentence, as offsets into it. */
export function splitClauses(text: string): Clause[] {
  const clauses: Clause[] = [];
  let start = 0;
  for (const { index } of text.matchAll(BREAK)) {
    if (index > start) clauses.push({ start, end: index });
    start = index;
  }
  if (start < text.length) clauses.push({ start, end: text.length });
  return clauses.filter(({ start: from, end }) => /[\p{L}\p{N}]/u.test(text.slice(from, end)));
}
