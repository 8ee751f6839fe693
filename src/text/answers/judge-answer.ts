import { splitSentences } from '#text/sentences/sentences.ts';
import { findContentFault } from './content.ts';
import { isErrorLike } from './error-like.ts';
import { copiesCovered, echoesInstructions, isRepetitive, sample } from './repetition.ts';
import { createSupport, type SupportIndex } from './support.ts';
import { findWordingFault } from './wording.ts';

/** The product counts a text of at least this many characters as a summary. */
export const leastSummaryCharacters = 200;
/** A summary of a talk is never too long up to this weight. A longer one saves nothing if the talk is shorter. */
export const longestSummary = 1800;
/** A character of an East Asian script says about as much as three letters. */
const eastAsianWeight = 3;

/** What is wrong with an answer, as people read it. */
export const answerFaults = {
  empty: 'The model’s answer has no words',
  'error-like': 'The model declined or returned an error instead of summarizing',
  'asks-for-input': 'The model asked a question instead of summarizing',
  'answers-user': 'The model answered the user instead of summarizing',
  unfilled: 'The model’s answer is a form with blanks',
  'broken-off': 'The model’s answer breaks off',
  repetition: 'The model’s answer repeats itself',
  nonsense: 'The model’s answer is not readable text',
  echo: 'The model’s answer repeats its instructions or the text',
  'wrong-language': 'The model’s answer is in another language than the text',
  'too-long': 'The model’s answer is too long for what it covers',
  unsupported: 'Too little of the model’s answer is supported by the text',
} as const;
export type AnswerFault = keyof typeof answerFaults;

/** What the model was asked for. */
export interface Asked {
  /** The prompt around the texts. It shows whether an answer echoes it and which language it asks for. */
  instructions?: string | undefined;
  /** The BCP-47 code of the language that the summary was asked for in, if there is one. */
  targetLanguage?: string | null | undefined;
}

interface AnswerCheck {
  /** Returns what is wrong with an answer, or null if it may be kept. */
  findFault(candidate: string, asked: Asked): AnswerFault | null;
  /** Whether all sentences of an answer occur in the covered text. */
  quotes(candidate: string): boolean;
}

interface Judged extends Asked {
  candidate: string;
  covered: string;
  support: () => SupportIndex;
}

/** Reads once what the answers are about. */
export function createAnswerCheck(covered: string): AnswerCheck {
  let index: SupportIndex | undefined;
  const support = () => {
    index ??= createSupport(covered);
    return index;
  };
  return {
    findFault: (candidate, asked) =>
      judgeText(visibleText(candidate).trim(), { ...asked, candidate, covered, support }),
    quotes(candidate) {
      const text = visibleText(candidate).trim();
      return /\p{L}/u.test(text) && splitSentences(text).every((sentence) => support().quotes(sentence.text));
    },
  };
}

/** What a program prints for a value that is no text. */
const noValue = /^(?:null|undefined|none|nan|n\/a|true|false|\[object \w+\])[.!]?$/iu;

/** Whether an answer has no letters, or is what a program prints in place of a text. */
export function isNoText(text: string): boolean {
  return !/\p{L}/u.test(text) || noValue.test(text);
}

/** Whether a text is too short for this fault to count. */
export function isTooShortFor(fault: AnswerFault, characters: number): boolean {
  return characters < leastSummaryCharacters && (fault === 'wrong-language' || fault === 'unsupported');
}

function judgeText(text: string, judged: Judged): AnswerFault | null {
  const answerFault = findAnswerFault(text, judged.covered);
  if (answerFault !== null) return answerFault;
  const support = judged.support();
  return (
    findWordingFault(text, support) ??
    findTextFault(text, { ...judged, support }) ??
    findContentFault(text, { ...judged, support })
  );
}

/**
 * Finds the faults that need no look at the words. The length comes early, because it bounds the work on the rest.
 */
function findAnswerFault(text: string, covered: string): AnswerFault | null {
  if (!/[\p{L}\p{N}]/u.test(text)) return 'empty';
  if (isErrorLike(text)) return 'error-like';
  return weigh(text) > Math.max(longestSummary, weigh(covered)) ? 'too-long' : null;
}

function findTextFault(
  text: string,
  { candidate, instructions = '', covered, support }: Omit<Judged, 'support'> & { support: SupportIndex },
): AnswerFault | null {
  if (echoesInstructions(text, { instructions, covered, said: support.said })) return 'echo';
  if (isNonsense(candidate, covered)) return 'nonsense';
  if (isRepetitive(text)) return 'repetition';
  return copiesCovered(text, support.said) ? 'echo' : null;
}

export function weigh(text: string): number {
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
export function visibleText(text: string): string {
  return text.replace(invisible, (character) => (/\s/u.test(character) ? character : ''));
}

/** Says whether a text is no language to a reader: symbols, encoded data or hidden characters. */
export function isNonsense(candidate: string, covered: string): boolean {
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
