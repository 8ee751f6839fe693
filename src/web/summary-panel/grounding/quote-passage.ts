/** Line prefixes before the words: markers of headings, list items and table cells. */
const lineMark = /^(?:#{1,6}|[-*•]|\d{1,3}\.|\|)\s+/gm;

const lengthCharacters = 200;

/** A passage as quoted: in one line, not too long, cut between words. */
export function quotePassage(text: string): string {
  return shorten(text.replace(lineMark, ''));
}

/** They could reverse the text around them. */
const turningMarks = /[\p{Cc}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}]+/gu;

/** The words of a model, in one line. */
export function quoteModel(text: string): string {
  return shorten(text.replace(turningMarks, ' '));
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= lengthCharacters) return line;
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(line)) {
    if (index + segment.length > lengthCharacters) break;
    end = index + segment.length;
  }
  return `${line.slice(0, end).trimEnd()}…`;
}

/** A detail without its own quotation marks, so that it can be quoted. */
export function quoteDetail(text: string): string {
  const line = shorten(text);
  return line.replace(/^["'“”‘’„«»「『]+|(?<!["'“”‘’«»」』])["'“”‘’«»」』]+$/gu, '').trim() || line;
}
