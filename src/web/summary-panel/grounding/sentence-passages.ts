import type { GroundedSentence, GroundingState, OpinionState } from '#schema/runs/grounding.ts';

export type Passage = GroundedSentence['support'][number];

/** The article beside a summary, in its current version. */
export interface SummarySource {
  text: string;
  language: string | null;
  contentHash: string;
  /** Scrolls to a passage of the article. Returns false if the page does not contain it. */
  show(passage: Passage): boolean;
}

/** `rules-only` means that the model was asked and could not decide. `split` means that both decided differently. */
type DecidedBy = 'rules' | 'rules-only' | 'model' | 'both' | 'split';

export function decidedBy({ opinion }: Pick<GroundedSentence, 'opinion'>): DecidedBy {
  if (opinion === undefined) return 'rules';
  if (same[opinion.state] === opinion.rules) return 'both';
  if (opinion.rules === 'not-checked') return 'model';
  return opinion.state === 'undecided' ? 'rules-only' : 'split';
}

/** What rules say if they find the same as a model. */
const same: Record<OpinionState, GroundingState> = {
  supported: 'quoted',
  contradicted: 'different',
  'not-found': 'not-in-the-source',
  undecided: 'not-checked',
};

interface SentencePassages {
  /** The passages that the model named. */
  named: Passage[];
  /** The passages that the rules found. */
  found: Passage[];
}

const most = 2;

/**
 * Returns the passages of the model or the rules, whichever decided. If both decided differently, returns the first
 * passage of each.
 */
export function passagesOf(sentence: Pick<GroundedSentence, 'support' | 'opinion'>): SentencePassages {
  const by = decidedBy(sentence);
  const { support, opinion } = sentence;
  const named = opinion?.passages ?? [];
  if (by === 'split') return { named: named.slice(0, 1), found: support.slice(0, 1) };
  if (by === 'rules' || by === 'rules-only' || named.length === 0)
    return { named: [], found: support.slice(0, most) };
  return { named: named.slice(0, most), found: [] };
}

/** Returns the passage to which a click on a sentence leads. */
export function firstPassage(sentence: Pick<GroundedSentence, 'support' | 'opinion'>): Passage | null {
  const { named, found } = passagesOf(sentence);
  return found[0] ?? named[0] ?? null;
}

/** Matches what stands before the words of a line: markers of headings, list items and table cells. */
const lineMark = /^(?:#{1,6}|[-*•]|\d{1,3}\.|\|)\s+/gm;

const lengthCharacters = 200;

/** Quotes a passage in one line. A long passage is cut between words. */
export function quotePassage(text: string): string {
  return shorten(text.replace(lineMark, ''));
}

/** Matches characters that could reverse the direction of the text around them. */
const turningMarks = /[\p{Cc}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}]+/gu;

/** Quotes the words of a model in one line. */
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

/** Removes the quotation marks of a detail, so that it can be quoted. */
export function quoteDetail(text: string): string {
  const line = shorten(text);
  return line.replace(/^["'“”‘’„«»「『]+|(?<!["'“”‘’«»」』])["'“”‘’«»」』]+$/gu, '').trim() || line;
}
