import { type Flag, findFlags, shownFlags } from './grounding/find-flags.ts';
import { type ClaimMeasure, scoreClaim, scoreSummary } from './grounding/score.ts';
import { indexSource, type SourceIndex } from './grounding/source-index.ts';
import { findSupport } from './grounding/support.ts';
import { guessLanguage } from './guess-language.ts';
import { splitSentences } from './sentences.ts';
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

/** Checks every sentence of a summary against its source. */
export function groundSummary(
  source: string,
  summary: string,
  options: { language?: string | undefined } = {},
): Grounding {
  return createGrounder(source, options)(summary);
}

/** Prepares a source once, to check several summaries against it. */
export function createGrounder(
  source: string,
  options: { language?: string | undefined } = {},
): (summary: string) => Grounding {
  const language = primarySubtag(options.language ?? guessLanguage(source) ?? 'en');
  const index = indexSource(source, language);
  return (summary) => checkSummary(summary, index);
}

function checkSummary(summary: string, source: SourceIndex): Grounding {
  const cased = isCased(summary);
  const measures: ClaimMeasure[] = [];
  const sentences = splitSentences(summary, source.language).map((sentence) => {
    const words = splitWords(sentence.text, source.language, sentence.start, source.forms);
    const support = findSupport(words, source);
    const flags = findFlags(
      { text: sentence.text, words, start: sentence.start, cased, wholeText: summary },
      support,
      source,
    );
    const measure = { support, flags, words };
    measures.push(measure);
    const score = scoreClaim(measure);
    const shown = shownFlags(flags);
    return {
      text: sentence.text,
      start: sentence.start,
      end: sentence.end,
      score,
      state: stateOf(score, shown),
      support: support.sentences.flatMap((at) => {
        const found = source.sentences[at];
        return found === undefined ? [] : [{ start: found.start, end: found.end, text: found.text }];
      }),
      flags: shown.map(({ kind, reason, start, end }) => ({
        kind,
        reason,
        start,
        end,
        text: summary.slice(start, end),
      })),
    };
  });
  return { score: scoreSummary(measures), sentences };
}

function stateOf(score: number, flags: readonly Flag[]): GroundingState {
  if (flags.length > 0) return 'unsupported';
  return score >= 0.6 ? 'supported' : 'not-verifiable';
}

/** Whether capitals tell names apart: lower-case and all-capital text has none that do. */
export function isCased(text: string): boolean {
  const capitals = text.match(/(?<![\p{L}])\p{Lu}/gu)?.length ?? 0;
  const words = text.match(/[\p{L}]+/gu)?.length ?? 0;
  const openings = text.match(/(?:^|[.!?]\s+)["'“‘(]?\p{Lu}/gu)?.length ?? 0;
  const plain = text.match(/(?:^|[.!?]\s+)["'“‘(]?\p{Ll}/gu)?.length ?? 0;
  const inner = capitals - openings;
  return openings > plain && capitals < words * 0.7 && (openings > 1 || inner > 0 || words < 6);
}
