import { localeOf } from '#text/language/language-names.ts';
import { splitWords } from '#text/sentences/words.ts';
import { type Placed, placeClaim, slotsOf } from './alignment/align.ts';
import { type Token, tokenize } from './alignment/token.ts';
import { gapConflicts } from './conflicts/gap-conflicts.ts';
import { modalityConflicts } from './conflicts/modality-conflicts.ts';
import { type Casing, judgeNames } from './conflicts/name-conflicts.ts';
import { negationConflicts, oppositeConflicts, quantifierConflicts } from './conflicts/polarity-conflicts.ts';
import { judgeQuotes } from './conflicts/quote-conflicts.ts';
import { judgeUnspacedNames } from './conflicts/unspaced-names.ts';
import { findDoubts } from './doubts/find-doubts.ts';
import { type Aligned, type Detail, type Flag, type JudgedDetail, makeFlag, type Span } from './flag.ts';
import { judgeQuantity } from './quantities/judge-quantity.ts';
import { measureSignals, type Signals } from './score.ts';
import type { SourceIndex } from './source-index.ts';
import { findSupport } from './support.ts';
import { isQuoted } from './verdicts/quoted-rule.ts';
import words from './words.json' with { type: 'json' };

type Claim = { text: string; start: number; casing: Casing; wholeText: string };

export type Checked = {
  /** Every number, date, name and quotation of the sentence, in order and without overlaps. */
  details: Detail[];
  flags: Flag[];
  quoted: boolean;
  /** The source sentences that the claim was compared with, best first. */
  passages: number[];
  signals: Signals;
};

/** Checks one sentence of a summary that is in the language of its source. */
export function checkClaim({ text, start, casing, wholeText }: Claim, source: SourceIndex): Checked {
  const tokens = tokenize(text, source.language, start);
  const words = splitWords(text, source.language, start, source.forms);
  const placed = placeClaim({ text, tokens, words }, source);
  const parts: Aligned[] = placed.map((part) => ({ part, slots: slotsOf(part.alignment), source }));
  const gaps = parts.flatMap(gapConflicts);
  const details = withoutOverlaps([
    ...judgeQuotes({ text, start, tokens }, parts, source),
    ...judgeQuantities(tokens, placed, source).map((detail) => withGap(detail, gaps)),
    ...judgeNames({ tokens, casing }, parts, source),
    ...judgeUnspacedNames({ text, start, words, parts }, source),
  ]);
  const flags = [
    ...details.flatMap(({ flags }) => flags),
    ...parts.flatMap((part) => [
      ...oppositeConflicts(part),
      ...(breaksOff(part, text, start) ? [] : negationConflicts(part)),
      ...modalityConflicts(part),
      ...quantifierConflicts(part),
      ...roleConflicts(part),
      ...comparisonConflicts(part),
    ]),
    ...termFlags(text, start, source),
  ];
  const support = findSupport(words, source);
  const doubts = findDoubts({ text, words, start, cased: casing === 'sentence', wholeText }, support, source);
  const quoted = flags.length === 0 && isQuoted({ text, placed }, source);
  return {
    details: details.map(({ kind, verdict, start, end, source: from }) => ({
      kind,
      verdict,
      start,
      end,
      ...(from && { source: from }),
    })),
    flags: withoutOverlaps(flags),
    quoted,
    passages: [...new Set([...placed.map(({ sentence }) => sentence), ...support.sentences])].slice(0, 3),
    signals: measureSignals({ support, placed, quoted, flags, doubts }),
  };
}

/** Whether a part stops where a quotation completes it: 'He said that the plan "is bad"' says nothing before the marks. */
function breaksOff({ part }: Aligned, text: string, start: number): boolean {
  const end = part.alignment.claim.at(-1)?.end ?? start;
  return /^\s?["“„«「]\s?[\p{Ll}\p{Lo}]/u.test(text.slice(end - start, end - start + 4));
}

/** A value that stands in the source, but belongs to another owner there, is different. */
function withGap(detail: JudgedDetail, gaps: readonly Flag[]): JudgedDetail {
  const gap = gaps.find(({ start, end }) => start === detail.start && end === detail.end);
  if (gap === undefined) return detail;
  return { ...detail, verdict: 'different', flags: [gap], ...(gap.source && { source: gap.source }) };
}

/** Puts spans in order and keeps the first of those that overlap. */
function withoutOverlaps<Spanned extends Span>(spans: readonly Spanned[]): Spanned[] {
  let last = 0;
  return spans
    .toSorted((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      if (start < last) return false;
      last = end;
      return true;
    });
}

const VERDICTS = {
  found: 'found',
  follows: 'follows',
  different: 'different',
  missing: 'not-in-the-source',
  unsure: 'not-checked',
} as const;

function judgeQuantities(
  tokens: readonly Token[],
  parts: readonly Placed[],
  source: SourceIndex,
): JudgedDetail[] {
  return tokens.flatMap((token) => {
    const judged = judgeQuantity({ token, claim: tokens, parts, source });
    if (judged === undefined) return [];
    const { verdict, sources, kind } = judged;
    const from = sources.length === 0 ? undefined : hullOf(sources);
    const span = { start: token.start, end: token.end, ...(from && { source: from }) };
    const isWrong = verdict === 'different' || verdict === 'missing';
    const reason = verdict === 'different' ? 'elsewhere' : 'missing';
    return {
      kind: token.quantity?.kind === 'date' ? 'date' : 'number',
      verdict: VERDICTS[verdict],
      ...span,
      flags: isWrong ? [{ kind, reason, ...span }] : [],
    };
  });
}

function hullOf(spans: readonly Span[]): Span {
  return {
    start: Math.min(...spans.map(({ start }) => start)),
    end: Math.max(...spans.map(({ end }) => end)),
  };
}

/** Flags words that the source does not have, in languages where capitals do not mark names. */
function termFlags(text: string, start: number, source: SourceIndex): Flag[] {
  if (source.language !== 'zh' && source.language !== 'ja') return [];
  return findNovelTerms(text, start, source).map((span) => ({ kind: 'term', reason: 'missing', ...span }));
}

/** Words of reporting and judging that a summary may add without stating anything new. */
const COMMON: ReadonlySet<string> = new Set(words.commonUnspaced.flatMap((row) => row.split(' ')));

let kept: { language: string; segmenter: Intl.Segmenter } | undefined;

/** Finds words of an unspaced text that the source does not have, except those that any report may use. */
function findNovelTerms(text: string, offset: number, source: SourceIndex): Span[] {
  if (kept?.language !== source.language) {
    kept = {
      language: source.language,
      segmenter: new Intl.Segmenter(localeOf(source.language), { granularity: 'word' }),
    };
  }
  const spans: Span[] = [];
  let run = { start: 0, text: '' };
  const closeRun = (): void => {
    if (run.text.length >= 2 && isNovel(run.text, source)) push(spans, offset + run.start, run.text.length);
    run = { start: 0, text: '' };
  };
  for (const { segment, index } of kept.segmenter.segment(text)) {
    if (segment.length === 1 && UNSPACED_LETTER.test(segment) && !PARTICLE.test(segment)) {
      run =
        run.text === '' ? { start: index, text: segment } : { start: run.start, text: run.text + segment };
      continue;
    }
    closeRun();
    if (segment.length < 2 || !CONTENT.test(segment) || COMMON.has(segment)) continue;
    if (isNovel(segment, source)) push(spans, offset + index, segment.length);
  }
  closeRun();
  return spans;
}

const UNSPACED_LETTER = /^[\p{Script=Han}\p{Script=Katakana}]$/u;
const PARTICLE =
  /[的了在是和与與及或就也都还還又很被把将將对對从從向于於以为為而但并並其之这這那此该該每各两兩个個位名次年月日时時分元等中上下前后後内內外里裡说說称稱有无無不没沒未会會能可要让讓使给給到来來去出进進入过過着著地得所者们們最更多少大小新老第]/u;
const CONTENT = /[\p{Script=Han}\p{Script=Katakana}]/u;

/** Whether a word is new. If the source has half of its character pairs, it is not: "小组赛阶段" where it says "小组赛". */
function isNovel(word: string, source: SourceIndex): boolean {
  if (source.text.includes(word)) return false;
  if (word.length === 2) return true;
  let known = 0;
  for (let at = 0; at + 1 < word.length; at++) if (source.text.includes(word.slice(at, at + 2))) known++;
  return known / (word.length - 1) < 0.5;
}

function push(spans: Span[], start: number, length: number): void {
  const last = spans.at(-1);
  if (last?.end === start) last.end = start + length;
  else spans.push({ start, end: start + length });
}

const LEAST_COVERAGE = 0.5;
const BY = new Map(Object.entries<RegExp>({ en: /^by$/, de: /^(?:von|durch)$/, fr: /^par$/, es: /^por$/ }));

/** Flags exchanged roles of who did it and to whom it was done: "A bought B" for "A was bought by B". */
function roleConflicts({ part, source }: Aligned): Flag[] {
  const by = BY.get(source.language);
  if (by === undefined || part.coverage < LEAST_COVERAGE) return [];
  const { claim, source: told, pairs } = part.alignment;
  return pairs.flatMap((verb, at) => {
    const name = pairs.slice(at + 1, at + 4).find((pair) => isName(claim[pair.claim]));
    if (name === undefined || !isDeed(claim[verb.claim])) return [];
    const between = claim.slice(verb.claim + 1, name.claim);
    const toldBetween = told.slice(verb.source + 1, name.source);
    if (between.length > 3 || toldBetween.length > 3) return [];
    const stated = by.test(between[0]?.lower ?? '');
    const wasTold = by.test(toldBetween[0]?.lower ?? '');
    if (stated === wasTold) return [];
    if (stated !== isPassive(claim, verb.claim) || wasTold !== isPassive(told, verb.source)) return [];
    return makeFlag({ kind: 'role', reason: 'reversed', claim: claim.slice(verb.claim, name.claim + 1) });
  });
}

function isDeed(token: Token | undefined): boolean {
  return token !== undefined && /(?:ed|en|t|d|ght)$/.test(token.lower) && !token.light && !token.capital;
}

function isName(token: Token | undefined): boolean {
  return token !== undefined && !token.light && token.quantity === null;
}

function isPassive(tokens: readonly Token[], verb: number): boolean {
  return tokens
    .slice(Math.max(0, verb - 3), verb)
    .some(({ lower }) => /^(?:is|are|was|were|been|being|be)$/.test(lower));
}

const THAN = /^(?:than|als|que)$/;

/** Flags two things that are compared the other way round: "stronger in males than in females". */
function comparisonConflicts({ part, slots }: Aligned): Flag[] {
  const { claim, source } = part.alignment;
  if (part.coverage < 0.6 || !claim.some(isThan) || !source.some(isThan)) return [];
  const left = slots.flatMap((slot) => slot.source).filter((token) => !token.light);
  const moved = slots
    .flatMap((slot) => slot.claim)
    .filter((token) => !token.light && left.some(({ key }) => key === token.key));
  if (moved.length === 0 || moved.length > 3) return [];
  const side = (tokens: readonly Token[], key: string) =>
    tokens.findIndex((token) => token.key === key) < tokens.findIndex(isThan);
  const crossed = moved.filter(({ key }) => side(claim, key) !== side(source, key));
  return makeFlag({ kind: 'comparison', reason: 'reversed', claim: crossed.slice(0, 1) });
}

function isThan({ lower }: Token): boolean {
  return THAN.test(lower);
}
