import { fewestDetails, leastDetails } from '#text/answers/content.ts';
import {
  type AnswerFault,
  answerFaults,
  createAnswerCheck,
  leastSummaryCharacters,
  weigh,
} from '#text/answers/judge-answer.ts';
import { findSummaryFault } from '#text/answers/judge-summary.ts';
import { isPiece } from '#text/answers/repetition.ts';
import { createSupport, flatten, shareOf } from '#text/answers/support.ts';
import { groundSummary } from '#text/ground-summary.ts';
import { findQuantities } from '#text/grounding/quantities.ts';
import { isUnspaced } from '#text/sentences/words.ts';
import { bodyOf, type MemoryMessage, speakerOf } from './thread-state.ts';

/** A turn of this many characters, twenty times the shortest summary, has enough content for a summary. */
const shortTurnCharacters = 4000;
/** Small talk and the results of tools may leave a summary unchanged. More written text than this may not. */
const smallTalkCharacters = 4000;
/** A summary with less than this share of a previous summary of some length has dropped that summary. */
const shortPrevious = 400;
const leastCarried = { words: 0.1, pairs: 0.06 };
/** So many names and numbers of a previous summary may be replaced by newer ones, but not most of them. */
const fewestCarried = 5;
const mostCarried = { details: 0.4, words: 0.5 };

export interface FoldCandidate {
  candidate: string;
  /** What the candidate covers: the summary it replaces and the messages it adds. */
  previousSummary: string | null;
  messages: readonly MemoryMessage[];
  /** The prompt around the texts. It shows whether an answer echoes it and which language it asks for. */
  instructions?: string | undefined;
  /**
   * Says that the built-in model wrote the text. It quotes the conversation, so only the length of its answer is
   * checked.
   */
  isQuoted?: boolean | undefined;
  /** The BCP-47 code of the language that the summary was asked for in, if there is one. */
  targetLanguage?: string | null | undefined;
}

const foldFaults = {
  'too-short': 'The model’s answer is too short for what it covers',
  unchanged: 'The model’s answer includes nothing from the new messages',
  'drops-previous': 'The model’s answer leaves out most of the previous summary',
  'other-numbers': 'A number in the model’s answer differs from the messages',
} as const;
export type FoldRefusal = AnswerFault | keyof typeof foldFaults;
/** The faults that do not count for a text that is too short to judge. */
const contentFaults: ReadonlySet<FoldRefusal> = new Set([
  'wrong-language',
  'unsupported',
  'unchanged',
  'drops-previous',
  'other-numbers',
]);
const foldRefusals: Record<FoldRefusal, string> = { ...answerFaults, ...foldFaults };

export type FoldVerdict =
  | { kind: 'accepted'; text: string }
  /** The messages are short and too little was said about them. This is no failure: they wait for the next fold. */
  | { kind: 'skipped'; text: string; characters: number; isSupported: boolean }
  | { kind: 'refused'; reason: FoldRefusal; message: string };

/** Whether a summarizer's answer may replace the summary and the messages that it covers. */
export function acceptFold(fold: FoldCandidate): FoldVerdict {
  const text = fold.candidate.trim();
  const fault = fold.isQuoted ? (text === '' ? ('empty' as const) : null) : findFault(fold);
  const characters = [...text].length;
  const isShort = characters < leastSummaryCharacters;
  if (fault !== null && !(isShort && contentFaults.has(fault))) return refuse(fault);
  const certain = isShort && !fold.isQuoted ? findShortFault(fold) : null;
  if (certain !== null) return refuse(certain);
  if (characters >= leastSummaryCharacters) return { kind: 'accepted', text };
  if (lengthOf(fold.messages) > shortTurnCharacters) return refuse('too-short');
  return { kind: 'skipped', text, characters, isSupported: fault === null };
}

/** Finds what is certain for a text of any length. "OK." says too little, which is no failure. */
function findShortFault(fold: FoldCandidate): FoldRefusal | null {
  const { candidate, instructions = '', targetLanguage = null } = fold;
  const covered = coveredText(fold);
  const fault = findSummaryFault({ candidate, covered, instructions, targetLanguage, isTalk: true });
  return fault === 'empty' ? null : fault;
}

function findFault(fold: FoldCandidate): FoldRefusal | null {
  const covered = coveredText(fold);
  if (isPassage(fold)) return 'echo';
  const fault = createAnswerCheck(covered).findFault(fold.candidate, fold) ?? findLoss(fold);
  return fault ?? (hasOtherNumbers(removeListMarks(fold.candidate), covered) ? 'other-numbers' : null);
}

/** A shorter passage may be all that matters in the messages. */
const shortestPassage = 600;

/** Whether a text is a long piece of one message. */
function isPassage({ candidate, messages }: FoldCandidate): boolean {
  if (weigh(candidate) < shortestPassage) return false;
  return messages.some((message) => isPiece(candidate, flatten(bodyOf(message))));
}

/** Finds whether the messages or the previous summary left no trace. */
function findLoss({ candidate, previousSummary, messages }: FoldCandidate): FoldRefusal | null {
  if (previousSummary === null) return null;
  const written = messages.filter(({ role }) => role !== 'tool');
  if (flatten(candidate) === flatten(previousSummary))
    return lengthOf(written) > smallTalkCharacters ? 'unchanged' : null;
  const { words, details } = createSupport(candidate).measure(previousSummary);
  const { details: mostDetails, words: mostWords } = mostCarried;
  if (details.total >= fewestCarried && shareOf(details) < mostDetails && shareOf(words) < mostWords)
    return 'drops-previous';
  if (previousSummary.length < shortPrevious) return null;
  const least = isUnspaced(previousSummary) ? leastCarried.pairs : leastCarried.words;
  const carries =
    shareOf(words) >= least || (details.total >= fewestDetails && shareOf(details) >= leastDetails);
  return carries ? null : 'drops-previous';
}

const numeric: ReadonlySet<string> = new Set(['number', 'unit', 'currency', 'date']);

/** Places where the number of an item in a list stands: "## 2. Flat", "**2)**", "Done: (1) …, (2) …". */
const listMark =
  /(?<=^[\s*_>•-]{0,12})\d{1,2}(?=[.):：）、](?!\d)|\*\*|\uFE0F?\u20E3|\s[–—-]\s)|(?<=^#{1,6} [*_]{0,3})\d{1,2}(?![.,:]?[\p{L}\p{N}])|(?<=[(（[【])\d{1,2}(?=[)）\]】])|(?<=[\s：；，。])\d{1,2}(?=\))|(?<=[:;,.：；，。]\s?)\d{1,2}(?=\.\s|、)/gmu;

/** Removes the numbers that only count the items of a list. They count from one without a gap. */
function removeListMarks(text: string): string {
  const seen = new Set([0]);
  return text.replace(listMark, (number) => {
    if (!seen.has(Number(number) - 1)) return number;
    seen.add(Number(number));
    return '';
  });
}

/** Whether a text has a number in digits that is not in what it covers and does not follow from it. */
function hasOtherNumbers(text: string, covered: string): boolean {
  const quantities = findQuantities(covered);
  const known = new Set(quantities.map(({ value }) => value));
  const days = new Set(quantities.map(({ date }) => `${date?.day}.${date?.month}`));
  const spoken = covered.replace(/两/gu, '二').replace(/[^一二三四五六七八九]/gu, '');
  const isKnown = (words: string) =>
    days.has(words) ||
    findQuantities(words).every(({ value }) => known.has(value) || spoken.includes(toNumerals(value)));
  if (isKnown(text)) return false;
  return groundSummary(covered, text).sentences.some(({ flags }) =>
    flags.some(({ kind, text: words }) => numeric.has(kind) && /\p{N}/u.test(words) && !isKnown(words)),
  );
}

/** Writes the digits of a number as Chinese speakers say them: 三米六 is 3.6 metres. */
function toNumerals(value: number): string {
  const digits = String(value).replace(/[^1-9]/gu, '');
  return digits.replace(/[1-9]/gu, (digit) => '一二三四五六七八九'.charAt(Number(digit) - 1));
}

function refuse(reason: FoldRefusal): FoldVerdict {
  return { kind: 'refused', reason, message: `${foldRefusals[reason]}.` };
}

function lengthOf(messages: readonly MemoryMessage[]): number {
  return messages.reduce((sum, message) => sum + bodyOf(message).length, 0);
}

function coveredText({ previousSummary, messages }: FoldCandidate): string {
  const said = messages.map((message) => `${speakerOf(message)}: ${bodyOf(message)}`);
  return [previousSummary ?? '', ...said].join('\n\n');
}
