/** New words for a part of a text. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Applies edits, which must be in reading order and must not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, text: words } of edits) {
    result += text.slice(at, start) + words;
    at = end;
  }
  return result + text.slice(at);
}

/** Makes the edits that turn the edited text back into the original one. */
export function invertEdits(text: string, edits: readonly Edit[]): Edit[] {
  let shift = 0;
  return edits.map(({ start, end, text: words }) => {
    const from = start + shift;
    shift += words.length - (end - start);
    return { start: from, end: from + words.length, text: text.slice(start, end) };
  });
}

/** Moves a span to its place after the edits, or returns null if an edit touches it. */
export function moveSpan<T extends { start: number; end: number }>(
  span: T,
  edits: readonly Edit[],
): T | null {
  let shift = 0;
  for (const edit of edits) {
    if (edit.end <= span.start) shift += edit.text.length - (edit.end - edit.start);
    else if (edit.start < span.end) return null;
  }
  return { ...span, start: span.start + shift, end: span.end + shift };
}

/** Turns the edits of one part of a text, such as a field, into edits of that part alone. */
export function editsWithin(edits: readonly Edit[], part: { start: number; end: number }): Edit[] {
  return edits
    .filter(({ start, end }) => start >= part.start && end <= part.end)
    .map((edit) => ({ ...edit, start: edit.start - part.start, end: edit.end - part.start }));
}
