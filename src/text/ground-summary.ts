import { checkAcross } from './grounding/check-across.ts';
import { findFlags, shownFlags } from './grounding/find-flags.ts';
import type { Flag } from './grounding/flag.ts';
import { isOtherLanguage } from './grounding/other-language.ts';
import { type ClaimMeasure, scoreClaim, scoreSummary } from './grounding/score.ts';
import { indexSource, type SourceIndex } from './grounding/source-index.ts';
import { findSupport } from './grounding/support.ts';
import { guessLanguage } from './guess-language.ts';
import { type Sentence, splitSentences } from './sentences.ts';
import { primarySubtag } from './stopwords.ts';
import { splitWords } from './words.ts';

export type GroundingFlag = {
  kind: Flag['kind'];
  reason: Flag['reason'];
  start: number;
  end: number;
  text: string;
  /** The place in the source that says otherwise. */
  source?: { start: number; end: number };
};
export type GroundingState = 'supported' | 'contradicted' | 'not-found' | 'undecided';

export type GroundedSentence = {
  text: string;
  start: number;
  end: number;
  score: number;
  state: GroundingState;
  /** Source sentences that support it, best first. */
  support: { start: number; end: number; text: string }[];
  flags: GroundingFlag[];
};

export type Grounding = { score: number; sentences: GroundedSentence[] };

// A sentence without flags counts as supported from here on; below, it is worded too freely to tell.
const SUPPORTED_FROM = 0.9;

export type GroundOptions = {
  /** Of the source; helps where it is too short to tell. */
  language?: string | undefined;
  /** What the summary is written in, where the caller knows it. */
  summaryLanguage?: string | undefined;
};

/** Checks every sentence of a summary against its source. */
export function groundSummary(source: string, summary: string, options: GroundOptions = {}): Grounding {
  return createGrounder(source, options)(summary);
}

/** Prepares a source once, to check several summaries against it. */
export function createGrounder(source: string, options: GroundOptions = {}): (summary: string) => Grounding {
  const language = primarySubtag(guessLanguage(source) ?? options.language ?? 'en');
  const index = indexSource(source, language);
  return (summary) =>
    isOtherLanguage(summary, source, language)
      ? checkTranslated(summary, index)
      : checkSummary(summary, index);
}

function checkSummary(summary: string, source: SourceIndex): Grounding {
  const cased = isCased(summary);
  const measures: ClaimMeasure[] = [];
  const sentences = splitSentences(summary, source.language).map((sentence) => {
    const words = splitWords(sentence.text, source.language, sentence.start, source.forms);
    const support = findSupport(words, source);
    const claim = { text: sentence.text, words, start: sentence.start, cased, wholeText: summary };
    const flags = findFlags(claim, support, source);
    measures.push({ support, flags });
    const score = scoreClaim({ support, flags });
    const shown = shownFlags(flags);
    const state = flaggedState(shown) ?? (score >= SUPPORTED_FROM ? 'supported' : 'undecided');
    return describe({ sentence, summary, source, score, state, flags: shown, support: support.sentences });
  });
  return { score: scoreSummary(measures), sentences };
}

/** Wording cannot be compared across languages: a sentence is wrong in a detail, or it is undecided. */
function checkTranslated(summary: string, source: SourceIndex): Grounding {
  const sentences = splitSentences(summary).map((sentence) => {
    const { flags, found } = checkAcross(sentence.text, sentence.start, source);
    const score = flags.length > 0 ? 0.5 / (1 + flags.length) : 0.5 + 0.1 * Math.min(3, found.length);
    const state = flaggedState(flags) ?? 'undecided';
    return describe({ sentence, summary, source, score, state, flags, support: sentencesAt(found, source) });
  });
  const total = sentences.reduce((sum, { score }) => sum + score, 0);
  return { score: sentences.length === 0 ? 1 : total / sentences.length, sentences };
}

function flaggedState(flags: readonly Flag[]): GroundingState | null {
  if (flags.length === 0) return null;
  return flags.some(({ reason }) => reason !== 'missing') ? 'contradicted' : 'not-found';
}

type Description = {
  sentence: Sentence;
  summary: string;
  source: SourceIndex;
  score: number;
  state: GroundingState;
  flags: readonly Flag[];
  support: readonly number[];
};

function describe({
  sentence,
  summary,
  source,
  score,
  state,
  flags,
  support,
}: Description): GroundedSentence {
  return {
    text: sentence.text,
    start: sentence.start,
    end: sentence.end,
    score,
    state,
    support: support.flatMap((at) => {
      const found = source.sentences[at];
      return found === undefined ? [] : [{ start: found.start, end: found.end, text: found.text }];
    }),
    flags: flags.map((flag) => ({
      kind: flag.kind,
      reason: flag.reason,
      start: flag.start,
      end: flag.end,
      text: summary.slice(flag.start, flag.end),
      ...(flag.source === undefined ? {} : { source: flag.source }),
    })),
  };
}

/** Sentences at source offsets, those with most hits first, at most three. */
function sentencesAt(offsets: readonly number[], source: SourceIndex): number[] {
  const hits = new Map<number, number>();
  for (const offset of offsets) {
    const at = source.sentences.findIndex(({ start, end }) => start <= offset && offset < end);
    if (at >= 0) hits.set(at, (hits.get(at) ?? 0) + 1);
  }
  return [...hits]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, 3)
    .map(([at]) => at);
}

/** Whether capitals tell names apart: lower-case and all-capital text has none that do. */
function isCased(text: string): boolean {
  const capitals = text.match(/(?<![\p{L}])\p{Lu}/gu)?.length ?? 0;
  const words = text.match(/[\p{L}]+/gu)?.length ?? 0;
  const openings = text.match(/(?:^|[.!?]\s+)["'“‘(]?\p{Lu}/gu)?.length ?? 0;
  const plain = text.match(/(?:^|[.!?]\s+)["'“‘(]?\p{Ll}/gu)?.length ?? 0;
  const inner = capitals - openings;
  return openings > plain && capitals < words * 0.7 && (openings > 1 || inner > 0 || words < 6);
}
