import { splitSentences } from '#text/sentences/sentences.ts';
import { isErrorLike } from './error-like.ts';
import { findContentFault } from './folds/content.ts';
import { copiesCovered, echoesInstructions, isRepetitive, sample } from './folds/repetition.ts';
import { createSupport, type SupportIndex } from './folds/support.ts';
import { findWordingFault } from './folds/wording.ts';
import { bodyOf, type MemoryMessage, speakerOf } from './thread-state.ts';

/** The product counts a text of at least this many characters as a summary. */
export const leastSummaryCharacters = 200;
/** A turn of this many characters, twenty times the shortest summary, has enough content for a summary. */
const shortTurnCharacters = 4000;
/**
 * A summary of up to this length is never too long. The template asks for 350 words, about 2,200 characters, and a
 * user's own template may ask for more.
 */
const longestFloor = 6000;
/** A character of an East Asian script says about as much as three letters. */
const eastAsianWeight = 3;

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

export const foldRefusals = {
  empty: 'The summarizer’s answer is empty',
  'error-like': 'The summarizer answered with an error or a refusal',
  'asks-for-input': 'The summarizer asked for the conversation instead of summarizing it',
  'answers-user': 'The summarizer answered the user instead of summarizing the conversation',
  repetition: 'The summarizer’s answer repeats itself',
  nonsense: 'The summarizer’s answer is not readable text',
  echo: 'The summarizer’s answer repeats its instructions or the messages',
  'wrong-language': 'The summarizer’s answer is not in the conversation’s language',
  'too-long': 'The summarizer’s answer is too long for what it covers',
  'too-short': 'The summarizer’s answer is too short for what it covers',
  unsupported: 'Too little of the summarizer’s answer is supported by the conversation',
  unchanged: 'The summarizer’s answer includes nothing from the new messages',
  'drops-previous': 'The summarizer’s answer leaves out the previous summary',
} as const;
export type FoldRefusal = keyof typeof foldRefusals;

export type FoldVerdict =
  | { kind: 'accepted'; text: string }
  /** The messages are short and too little was said about them. This is no failure: they wait for the next fold. */
  | { kind: 'skipped'; text: string; characters: number; isSupported: boolean }
  | { kind: 'refused'; reason: FoldRefusal; message: string };

/** Whether a summarizer's answer may replace the summary and the messages that it covers. */
export function acceptFold(fold: FoldCandidate): FoldVerdict {
  const text = fold.candidate.trim();
  const fault = fold.isQuoted ? (text === '' ? 'empty' : null) : findFault(fold);
  const characters = [...text].length;
  if (fault !== null && !isTooShortFor(fault, characters)) return refuse(fault);
  if (characters >= leastSummaryCharacters) return { kind: 'accepted', text };
  if (lengthOf(fold.messages) > shortTurnCharacters) return refuse('too-short');
  return { kind: 'skipped', text, characters, isSupported: fault === null };
}

/**
 * Reads once what the answers are about. The check returns null if an answer may be kept; the caller judges its
 * length.
 */
export function createAnswerCheck(
  covered: string,
): (candidate: string, instructions: string) => FoldRefusal | null {
  const support = createOnce(() => createSupport(covered));
  return (candidate, instructions) => {
    const judged = { candidate, instructions, previousSummary: null, messages: [], covered, support };
    const text = visibleText(candidate).trim();
    if (/\p{L}/u.test(text) && splitSentences(text).every((sentence) => support().quotes(sentence.text)))
      return null;
    const fault = judgeText(text, judged);
    return fault === null || isTooShortFor(fault, text.length) ? null : fault;
  };
}

function createOnce<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function isTooShortFor(fault: FoldRefusal, characters: number): boolean {
  return characters < leastSummaryCharacters && contentFaults.has(fault);
}

/** The faults that do not count for a text that is too short to judge. */
const contentFaults: ReadonlySet<FoldRefusal> = new Set([
  'wrong-language',
  'unsupported',
  'unchanged',
  'drops-previous',
]);

interface Judged extends FoldCandidate {
  covered: string;
  support: () => SupportIndex;
}

function findFault(fold: FoldCandidate): FoldRefusal | null {
  const covered = coveredText(fold);
  const text = visibleText(fold.candidate).trim();
  return judgeText(text, { ...fold, covered, support: createOnce(() => createSupport(covered)) });
}

function judgeText(text: string, judged: Judged): FoldRefusal | null {
  const answerFault = findAnswerFault(text, judged.covered);
  if (answerFault !== null) return answerFault;
  const support = judged.support();
  return (
    findWordingFault(text, support) ??
    findTextFault(text, { ...judged, support }) ??
    findContentFault(text, { ...judged, support })
  );
}

function refuse(reason: FoldRefusal): FoldVerdict {
  return { kind: 'refused', reason, message: `${foldRefusals[reason]}.` };
}

/**
 * Finds the faults that need no look at the words. The length comes early, because it bounds the work on the rest.
 */
function findAnswerFault(text: string, covered: string): FoldRefusal | null {
  if (!/[\p{L}\p{N}]/u.test(text)) return 'empty';
  if (isErrorLike(text)) return 'error-like';
  return weigh(text) > Math.max(longestFloor, weigh(covered)) ? 'too-long' : null;
}

function findTextFault(
  text: string,
  { candidate, instructions = '', covered, support }: Omit<Judged, 'support'> & { support: SupportIndex },
): FoldRefusal | null {
  if (echoesInstructions(text, { instructions, covered, said: support.said })) return 'echo';
  if (isNonsense(candidate, covered)) return 'nonsense';
  if (isRepetitive(text)) return 'repetition';
  return copiesCovered(text, support.said) ? 'echo' : null;
}

function lengthOf(messages: readonly MemoryMessage[]): number {
  return messages.reduce((sum, message) => sum + bodyOf(message).length, 0);
}

function coveredText({ previousSummary, messages }: FoldCandidate): string {
  const said = messages.map((message) => `${speakerOf(message)}: ${bodyOf(message)}`);
  return [previousSummary ?? '', ...said].join('\n\n');
}

function weigh(text: string): number {
  const eastAsian = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu);
  return text.length + (eastAsian?.length ?? 0) * (eastAsianWeight - 1);
}

/** The smallest share of letters. Tables and code have about half; rows of emoji or punctuation have nearly none. */
const leastLetters = 0.4;
/** No word is longer than this, but base64, hashes and repeated keys are. */
const longestWord = 40;
const mostInLongWords = 0.3;
/** Persian and emoji need a few invisible characters. */
const mostInvisible = 0.2;

const invisible = /[\p{Cf}\p{Cc}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]/gu;
const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Returns the text as a reader sees it. */
function visibleText(text: string): string {
  return text.replace(invisible, (character) => (/\s/u.test(character) ? character : ''));
}

/** Says whether a text is no language to a reader: symbols, encoded data or hidden characters. */
function isNonsense(candidate: string, covered: string): boolean {
  const text = sample(candidate);
  const seen = visibleText(text);
  if (seen.length < text.length * (1 - mostInvisible)) return true;
  const solid = seen.replace(/\s+/gu, '');
  const letters = solid.match(/[\p{L}\p{M}\p{N}]/gu)?.length ?? 0;
  if (letters < [...solid].length * leastLetters) return true;
  let long = 0;
  for (const [word] of seen.matchAll(/\S{41,}/gu)) {
    if (word.length > longestWord && !withoutSpaces.test(word) && !covered.includes(word))
      long += word.length;
  }
  return long > solid.length * mostInLongWords;
}
