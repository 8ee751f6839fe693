import { tokensOf } from '#text/grounding/alignment/align.ts';
import type { Token } from '#text/grounding/alignment/token.ts';
import type { Flag } from '#text/grounding/flag.ts';
import { hasPair, type SourceIndex, sentenceAt } from '#text/grounding/source-index.ts';
import { findWords, plainText, plainWords } from '#text/grounding/source-text.ts';

type Quoting = { text: string; start: number; tokens: readonly Token[] };

const QUOTATION = /["“„]([^"”“„]{4,600})["”“]|«([^«»]{4,600})»|「([^「」]{4,300})」/gu;
const OMISSION = /\[[^[\]]*\]|\.{3}|…/u;
// Words such as he said in "…," he said, "…" interrupt a quotation for at most this many characters.
const LONGEST_INTERRUPTION = 60;
const SHORTEST_HALF = 8;
// From this share of the source's word pairs on, a quotation was altered; below it, the quotation was made up.
const ALTERED_FROM = 0.5;

/** Flags quotations that are not word for word in the source, and quotations given to another speaker. */
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

/** Finds the offset of these exact words in the source, interrupted at most once; -1 if they are not there. */
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
    // The longest first half that occurs decides; shorter ones are not tried.
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

/** The tokens of a sentence that stand outside its quotations. */
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

/** Flags the speaker of a claim if the source names another one near the quotation. */
function speakerConflicts(outside: readonly Token[], sentence: number, source: SourceIndex): Flag[] {
  const isName = ({ capital, lower, light }: Token): boolean => capital && !light && source.names.has(lower);
  const isSaying = ({ critical }: Token): boolean => critical === 'attribution';
  const speaker = outside.filter(isName);
  const [first] = speaker;
  const last = speaker.at(-1);
  if (first === undefined || last === undefined || !outside.some(isSaying)) return [];
  const told = unquoted(source, sentence);
  // A name beside the quotation is its speaker only if there is a verb of saying.
  const near =
    told.some(isName) && told.some(isSaying)
      ? told
      : [sentence - 1, sentence, sentence + 1].flatMap((at) => unquoted(source, at));
  if (!near.some(isSaying) || !near.some(isName)) return [];
  if (speaker.some(({ key }) => near.some((token) => token.key === key))) return [];
  return [{ kind: 'role', reason: 'elsewhere', start: first.start, end: last.end }];
}
