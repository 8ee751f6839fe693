import { tokensOf } from '#text/grounding/alignment/align.ts';
import type { Token } from '#text/grounding/alignment/token.ts';
import type { Flag } from '#text/grounding/flag.ts';
import { hasPair, type SourceIndex, sentenceAt } from '#text/grounding/source-index.ts';
import { findWords, plainText, plainWords } from '#text/grounding/source-text.ts';

type Quoting = { text: string; start: number; tokens: readonly Token[] };

const QUOTATION = /["“„]([^"”“„]{4,600})["”“]|«([^«»]{4,600})»|「([^「」]{4,300})」/gu;
const OMISSION = /\[[^[\]]*\]|\.{3}|…/u;
// "…," he said, "…": what the speaker's words were interrupted with is no longer than this.
const LONGEST_INTERRUPTION = 60;
const SHORTEST_HALF = 8;
// A quotation with so many word pairs of the source was altered; with fewer, it was made up.
const ALTERED_FROM = 0.5;

/** Quotations that the source does not have to the word, and quotations put into another mouth. */
export function quoteConflicts({ text, start, tokens }: Quoting, source: SourceIndex): Flag[] {
  return [...text.matchAll(QUOTATION)].flatMap((match): Flag[] => {
    const span = { start: start + match.index, end: start + match.index + match[0].length };
    const inside = tokens.filter((token) => token.start >= span.start && token.end <= span.end);
    if (inside.length < 2) return [];
    const pieces = match[0].split(OMISSION).map((piece) => plainWords(piece).text.trim());
    const places = pieces.filter((piece) => piece.length > 0).map((piece) => findJoined(piece, source));
    if (places.some((place) => place < 0)) {
      const reason = pairShare(inside, source) >= ALTERED_FROM ? 'reversed' : 'missing';
      return [{ kind: 'quote', reason, ...span }];
    }
    const [place] = places;
    const outside = tokens.filter((token) => token.end <= span.start || token.start >= span.end);
    return place === undefined ? [] : speakerConflicts(outside, sentenceAt(source, place), source);
  });
}

/** Offset in the source where these very words stand, at most interrupted once; -1 if nowhere. */
function findJoined(plain: string, source: SourceIndex): number {
  const words = plainText(source);
  const whole = findWords(plain, words.text);
  if (whole >= 0) return words.offsets[whole] ?? -1;
  for (let cut = plain.lastIndexOf(' '); cut >= SHORTEST_HALF; cut = plain.lastIndexOf(' ', cut - 1)) {
    const [first, second] = [plain.slice(0, cut), plain.slice(cut + 1)];
    if (second.length < SHORTEST_HALF) continue;
    const at = findWords(first, words.text);
    if (at < 0) continue;
    const next = findWords(second, words.text, at + first.length);
    if (next >= 0 && next - at - first.length <= LONGEST_INTERRUPTION) return words.offsets[at] ?? -1;
    // A shorter first half may be found earlier, but not with the longer one it is part of.
    return -1;
  }
  return -1;
}

function pairShare(tokens: readonly Token[], source: SourceIndex): number {
  let hits = 0;
  for (let at = 1; at < tokens.length; at++)
    if (hasPair(source, tokens[at - 1]?.key, tokens[at]?.key)) hits++;
  return hits / (tokens.length - 1);
}

/** Tokens of a sentence that stand outside its quotations. */
function unquoted(source: SourceIndex, sentence: number): Token[] {
  const { text = '', start = 0 } = source.sentences[sentence] ?? {};
  const quoted = [...text.matchAll(QUOTATION)].map(({ index, 0: { length } }) => ({
    from: start + index,
    to: start + index + length,
  }));
  return tokensOf(source, sentence).filter(
    (token) => !quoted.some(({ from, to }) => from <= token.start && token.end <= to),
  );
}

/** The claim names a speaker, and the source names another one in the sentence of the quotation. */
function speakerConflicts(outside: readonly Token[], sentence: number, source: SourceIndex): Flag[] {
  const isName = ({ capital, lower, light }: Token): boolean => capital && !light && source.names.has(lower);
  const isSaying = ({ critical }: Token): boolean => critical === 'attribution';
  const speaker = outside.filter(isName);
  const [first] = speaker;
  const last = speaker.at(-1);
  if (first === undefined || last === undefined || !outside.some(isSaying)) return [];
  const told = unquoted(source, sentence);
  // A name beside the quotation is its speaker's only where somebody is said to speak.
  const near =
    told.some(isName) && told.some(isSaying)
      ? told
      : [sentence - 1, sentence, sentence + 1].flatMap((at) => unquoted(source, at));
  if (!near.some(isSaying) || !near.some(isName)) return [];
  if (speaker.some(({ key }) => near.some((token) => token.key === key))) return [];
  return [{ kind: 'role', reason: 'elsewhere', start: first.start, end: last.end }];
}
