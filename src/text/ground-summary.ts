import { type AcrossIndex, indexAcross } from './grounding/across/index-source.ts';
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
};
export type GroundingState = 'supported' | 'not-verifiable' | 'unsupported';

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

/** Checks every sentence of a summary against its source. `language` helps where the source is too short to tell. */
export function groundSummary(
  source: string,
  summary: string,
  options: { language?: string | undefined; summaryLanguage?: string | undefined } = {},
): Grounding {
  return createGrounder(source, options)(summary, { language: options.summaryLanguage });
}

/** Prepares a source once, to check several summaries against it. */
export function createGrounder(
  source: string,
  options: { language?: string | undefined } = {},
): (summary: string, about?: { language?: string | undefined }) => Grounding {
  const language = primarySubtag(guessLanguage(source) ?? options.language ?? 'en');
  const index = indexSource(source, language);
  let across: AcrossIndex | undefined;
  return (summary, about = {}) => {
    if (!isOtherLanguage(summary, source, language, about.language)) return checkSummary(summary, index);
    across ??= indexAcross(index);
    return checkTranslated(summary, primarySubtag(about.language ?? guessLanguage(summary) ?? 'en'), across);
  };
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
    const state = shown.length > 0 ? 'unsupported' : score >= SUPPORTED_FROM ? 'supported' : 'not-verifiable';
    return describe({ sentence, summary, source, score, state, flags: shown, support: support.sentences });
  });
  return { score: scoreSummary(measures), sentences };
}

/** Wording cannot be compared across languages: a sentence is wrong in a detail, or it is not verifiable. */
function checkTranslated(summary: string, language: string, across: AcrossIndex): Grounding {
  const { source } = across;
  const sentences = splitSentences(summary, language).map((sentence) => {
    const { text, start } = sentence;
    const { flags, sentences: support, weight } = checkAcross({ text, start, language }, across);
    const score = flags.length > 0 ? 0.5 / (1 + flags.length) : 0.5 + 0.3 * Math.min(1, weight / 10);
    const state = flags.length > 0 ? 'unsupported' : 'not-verifiable';
    return describe({ sentence, summary, source, score, state, flags, support });
  });
  const total = sentences.reduce((sum, { score }) => sum + score, 0);
  return { score: sentences.length === 0 ? 1 : total / sentences.length, sentences };
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
    flags: flags.map(({ kind, reason, start, end }) => ({
      kind,
      reason,
      start,
      end,
      text: summary.slice(start, end),
    })),
  };
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
