/**
 * Finds all matches of a global pattern, like `matchAll`, which copies the pattern at each call. For a long one, that
 * takes ten times as long as the search.
 */
export function* matchesOf(text: string, pattern: RegExp): Generator<RegExpExecArray> {
  let from = 0;
  for (;;) {
    // Whoever uses the matches may search with the same pattern.
    pattern.lastIndex = from;
    const found = pattern.exec(text);
    if (found === null) return;
    from = found[0] === '' ? pattern.lastIndex + 1 : pattern.lastIndex;
    yield found;
  }
}
