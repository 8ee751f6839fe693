import { primarySubtag } from '#text/language/stopwords.ts';
import { type Sentence, splitSentences } from '#text/sentences/sentences.ts';
import { type AcrossIndex, indexAcross } from './grounding/across/align.ts';
import { checkAcross } from './grounding/check-across.ts';
import { type Checked, checkClaim } from './grounding/check-claim.ts';
import type { Casing } from './grounding/conflicts/name-conflicts.ts';
import type { Detail, Flag } from './grounding/flag.ts';
import { poolSignals, type Signals, scoreSummary } from './grounding/score.ts';
import { indexSource, type SourceIndex } from './grounding/source-index.ts';
import { hideMarkup } from './grounding/source-text.ts';
import { guessLanguage } from './language/guess-language.ts';
import { isOtherLanguage } from './language/other-language.ts';

/** A detail that is contradicted or not found, with the words of the summary that state it. */
export type GroundingFlag = Flag & { text: string };
/** The verdicts of rules. */
export type GroundingState = 'quoted' | 'different' | 'not-in-the-source' | 'not-checked';

export type GroundedSentence = {
  text: string;
  start: number;
  end: number;
  state: GroundingState;
  /** The source sentences that the sentence was compared with, best first. */
  support: { start: number; end: number; text: string }[];
  flags: GroundingFlag[];
  details: Detail[];
};

/** `score` says how closely the whole summary follows the source, from 0 to 1. */
export type Grounding = { score: number; sentences: GroundedSentence[] };

type SourceOptions = { language?: string | undefined };
type SummaryOptions = { summaryLanguage?: string | undefined };

/**
 * Checks every sentence of a summary against its source. The given languages are used where a text is too short to
 * detect its own.
 */
export function groundSummary(
  source: string,
  summary: string,
  options: SourceOptions & SummaryOptions = {},
): Grounding {
  return createGrounder(source, options)(summary, options);
}

/** Prepares a source once, so that several summaries can be checked against it. */
export function createGrounder(
  source: string,
  options: SourceOptions = {},
): (summary: string, options?: SummaryOptions) => Grounding {
  const language = primarySubtag(guessLanguage(source) ?? options.language ?? 'en');
  const index = indexSource(source, language);
  let across: AcrossIndex | undefined;
  return (summary, { summaryLanguage } = {}) => {
    if (!isOtherLanguage(summary, source, language, summaryLanguage)) return checkSummary(summary, index);
    across ??= indexAcross(index);
    return checkTranslated(summary, primarySubtag(summaryLanguage ?? guessLanguage(summary) ?? 'en'), across);
  };
}

/** Measures the signals that the score of a summary is made of, for fitting its weights. */
export function measureSummary(source: string, options: SourceOptions = {}): (summary: string) => Signals {
  const index = indexSource(source, primarySubtag(guessLanguage(source) ?? options.language ?? 'en'));
  return (summary) => poolSignals(checkSentences(summary, index).map(({ signals }) => signals));
}

function checkSentences(summary: string, source: SourceIndex) {
  const casing = casingOf(summary);
  return splitSentences(summary, source.language).map((sentence) => ({
    sentence,
    ...checkClaim(
      { text: hideMarkup(sentence.text), start: sentence.start, casing, wholeText: summary },
      source,
    ),
  }));
}

function checkSummary(summary: string, source: SourceIndex): Grounding {
  const checked = checkSentences(summary, source);
  return {
    score: scoreSummary(checked.map(({ signals }) => signals)),
    sentences: checked.map((claim) => describe({ summary, source, ...claim, state: stateOf(claim) })),
  };
}

function stateOf({ flags, quoted }: Pick<Checked, 'flags' | 'quoted'>): GroundingState {
  const sure = flags.filter(({ kind }) => kind !== 'term');
  if (sure.some(({ reason }) => reason !== 'missing')) return 'different';
  if (sure.length > 0) return 'not-in-the-source';
  return quoted ? 'quoted' : 'not-checked';
}

/**
 * Checks a summary in another language. Wording cannot be compared, so a sentence is either wrong in a detail or
 * undecided.
 */
function checkTranslated(summary: string, language: string, across: AcrossIndex): Grounding {
  const { source } = across;
  const sentences = splitSentences(summary, language).map((sentence) => {
    const text = hideMarkup(sentence.text);
    const {
      flags,
      details,
      sentences: passages,
    } = checkAcross({ text, start: sentence.start, language }, across);
    return describe({
      sentence,
      summary,
      source,
      state: stateOf({ flags, quoted: false }),
      flags,
      details,
      passages,
    });
  });
  const wrong = sentences.filter(({ state }) => state !== 'not-checked').length;
  return { score: sentences.length === 0 ? 1 : 0.6 - (0.5 * wrong) / sentences.length, sentences };
}

type Description = {
  sentence: Sentence;
  summary: string;
  source: SourceIndex;
  state: GroundingState;
  flags: readonly Flag[];
  details: Detail[];
  passages: readonly number[];
};

function describe({
  sentence,
  summary,
  source,
  state,
  flags,
  details,
  passages,
}: Description): GroundedSentence {
  return {
    text: sentence.text,
    start: sentence.start,
    end: sentence.end,
    state,
    support: passages.flatMap((at) => {
      const found = source.sentences[at];
      return found === undefined ? [] : [{ start: found.start, end: found.end, text: found.text }];
    }),
    flags: flags.map((flag) => ({ ...flag, text: summary.slice(flag.start, flag.end) })),
    details,
  };
}

/**
 * Finds the casing of a text, since lower-case text has names without capitals and headlines have capitals without
 * names.
 */
function casingOf(text: string): Casing {
  const words = text.match(/\p{L}+/gu) ?? [];
  const capitals = words.filter((word) => /^\p{Lu}/u.test(word)).length;
  if (words.length >= 6 && capitals >= words.length * 0.7) return 'title';
  const openings = text.match(/(?:^|[.!?]\s+)["'“‘(*-]*\p{Lu}/gu)?.length ?? 0;
  const plain = text.match(/(?:^|[.!?]\s+)["'“‘(*-]*\p{Ll}/gu)?.length ?? 0;
  return plain > openings ? 'lower' : 'sentence';
}
