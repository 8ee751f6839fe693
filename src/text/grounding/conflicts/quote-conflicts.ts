import { tokensOf } from '#text/grounding/alignment/align.ts';
import type { Token } from '#text/grounding/alignment/token.ts';
import type { Aligned, Flag, JudgedDetail, Span } from '#text/grounding/flag.ts';
import { hasPair, type SourceIndex, sentenceAt } from '#text/grounding/source-index.ts';
import { findWords, plainText, plainWords } from '#text/grounding/source-text.ts';
import { isRole, maySpeakFor } from './full-names.ts';

type Quoting = { text: string; start: number; tokens: readonly Token[] };

// A quotation begins and ends with a sign, so the text between two quotations in straight marks is none.
const QUOTATION =
  /["“„](?!\s)([^"”“„]{1,600})(?<!\s)["”“]|«\s?([^«»]{1,600})»|»(?!\s)([^«»]{1,600})(?<!\s)«|「([^「」]{1,300})」/gu;
const OMISSION = /\[[^[\]]*\]|\.{3}|…/u;
// Words such as he said in "…," he said, "…" interrupt a quotation for at most this many characters.
const LONGEST_INTERRUPTION = 60;
const SHORTEST_HALF = 8;
// From this share of the source's word pairs on, a quotation was altered; below it, the quotation was made up.
const ALTERED_FROM = 0.5;

/** Judges the quotations of a claim, which must be word for word in the source and by the same speaker. */
export function judgeQuotes(
  { text, start, tokens }: Quoting,
  parts: readonly Aligned[],
  source: SourceIndex,
): JudgedDetail[] {
  return [...text.matchAll(QUOTATION)].map((match): JudgedDetail => {
    const span = { start: start + match.index, end: start + match.index + match[0].length };
    const isInside = (token: Token): boolean => token.start >= span.start && token.end <= span.end;
    const inside = tokens.filter(isInside);
    const detail = { kind: 'quote' as const, ...span, flags: [] };
    const pieces = match[0].split(OMISSION).map((piece) => plainWords(piece).text.trim());
    const places = pieces.filter((piece) => piece.length > 0).map((piece) => findJoined(piece, source));
    const [place] = places;
    if (place !== undefined && !places.includes(undefined)) {
      const outside = tokens.filter((token) => !isInside(token));
      const flags =
        inside.length < 2 ? [] : speakerConflicts(outside, sentenceAt(source, place.start), source);
      return { ...detail, verdict: 'found', source: place, flags };
    }
    // A single word in quotation marks may be a title or the writer's own.
    if (inside.length < 2) return { ...detail, verdict: 'not-checked' };
    const altered = pairShare(inside, source) >= ALTERED_FROM;
    const near = altered ? spanOfOriginal(parts, isInside) : undefined;
    return {
      ...detail,
      verdict: altered ? 'different' : 'not-in-the-source',
      ...(near && { source: near }),
      flags: [
        { kind: 'quote', reason: altered ? 'reversed' : 'missing', ...span, ...(near && { source: near }) },
      ],
    };
  });
}

/** Finds the words of the passage beside the words of an altered quotation. */
function spanOfOriginal(parts: readonly Aligned[], isInside: (token: Token) => boolean): Span | undefined {
  for (const { part } of parts) {
    const { claim, source, pairs } = part.alignment;
    const told = pairs.flatMap((pair) => {
      const [token, original] = [claim[pair.claim], source[pair.source]];
      return token && original && isInside(token) ? [original] : [];
    });
    const [first] = told;
    const last = told.at(-1);
    if (first !== undefined && last !== undefined) return { start: first.start, end: last.end };
  }
  return undefined;
}

/** Finds these exact words in the source, interrupted at most once. */
function findJoined(plain: string, source: SourceIndex): Span | undefined {
  const words = plainText(source);
  const spanOf = (from: number, to: number): Span => ({
    start: words.offsets[from] ?? 0,
    end: (words.offsets[to - 1] ?? 0) + 1,
  });
  const whole = findWords(plain, words.text);
  if (whole >= 0) return spanOf(whole, whole + plain.length);
  for (let cut = plain.lastIndexOf(' '); cut >= SHORTEST_HALF; cut = plain.lastIndexOf(' ', cut - 1)) {
    const [first, second] = [plain.slice(0, cut), plain.slice(cut + 1)];
    if (second.length < SHORTEST_HALF) continue;
    const at = findWords(first, words.text);
    if (at < 0) continue;
    const next = findWords(second, words.text, at + first.length);
    // The longest first half that occurs decides; shorter ones are not tried.
    return next >= 0 && next - at - first.length <= LONGEST_INTERRUPTION
      ? spanOf(at, next + second.length)
      : undefined;
  }
  return undefined;
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

/** Whether a name says where somebody belongs, as in "the WHO doctor" and "a doctor at WHO". */
function isMembership(tokens: readonly Token[], at: number): boolean {
  let from = at;
  while (from > 0 && tokens[from]?.boundary === false && tokens[from - 1]?.capital === true) from--;
  const next = tokens.slice(at + 1).find(({ capital, boundary }) => !capital || boundary);
  const before = ARTICLE.test(tokens[from - 1]?.lower ?? '') ? from - 2 : from - 1;
  return (
    MEMBER_OF.test(tokens[before]?.lower ?? '') ||
    (next !== undefined && !next.boundary && !next.capital && isRole(next.lower))
  );
}

const ARTICLE = /^(?:the|la|le|les|l|el|los|las|der|dem|den|das)$/;
const MEMBER_OF = /^(?:of|at|from|for|with|de|du|des|d|del|chez|pour|von|vom|der|beim|bei|aus)$/;

/** Flags the speaker of a claim if the source names another one near the quotation. */
function speakerConflicts(outside: readonly Token[], sentence: number, source: SourceIndex): Flag[] {
  const isName = ({ capital, lower, light }: Token): boolean => capital && !light && source.names.has(lower);
  const isSaying = ({ critical }: Token): boolean => critical === 'attribution';
  const speaker = outside.filter((token, at) => isName(token) && !isMembership(outside, at));
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
  if (maySpeakFor(speaker, told, source)) return [];
  if (speaker.some(({ key }) => near.some((token) => token.key === key))) return [];
  return [{ kind: 'role', reason: 'elsewhere', start: first.start, end: last.end }];
}
