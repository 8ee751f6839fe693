// A heading, a quotation mark of Markdown, a bullet or a number in a list.
const MARKER = /^\s*(?:(?:[-*+•‣▪◦>|]|#{1,6}|\(?\d{1,3}[.)、])\s+)+/u;
// "[1]", "[2, 3]", and the second half of one that a sentence ended inside of.
const CITATION = /\[\^?\d{1,3}(?:\s?[,;–-]\s?\d{1,3})*\]|^\d{1,3}\]/gu;
const FOOTNOTE = /(?<=\p{L}{3}|[.,;:!?"”’)\]])[¹²³⁰⁴-⁹]+|^[¹²³⁰⁴-⁹]+(?=\s)/gu;
const ADDRESS = /(?<=\])\([^()\s]*\)|https?:\/\/[^\s)>\]]+/gu;

/** The same sentence with blanks where it holds markup, so that no number of a list or a link is read as a claim. */
export function hideMarkup(sentence: string): string {
  return [MARKER, CITATION, FOOTNOTE, ADDRESS].reduce(
    (text, markup) => text.replace(markup, (found) => ' '.repeat(found.length)),
    sentence,
  );
}
