import { removeIds } from '#memory/historian/entities/remove-ids.ts';
import { cut, flatten, isLongerThan } from '#memory/historian/turns/cut.ts';
import { shorten } from '#memory/historian/turns/shorten.ts';
import { type AnswerFault, createAnswerCheck, isNoText, isTooShortFor } from '#text/answers/judge-answer.ts';
import { findSummaryFault } from '#text/answers/judge-summary.ts';
import { unwrapAnswer } from '#text/answers/unwrap-answer.ts';
import { splitSentences } from '#text/sentences/sentences.ts';
import { createThinkFilter } from '#text/think-filter.ts';
import { createClaimCheck } from './claims/claim-check.ts';
import { createNameCheck } from './names/check-names.ts';

export interface AnswerRules {
  /** All that the answer is about, even if a call read only a part. */
  source: string;
  labels: readonly string[];
  /**
   * The ids to take out of the answer, together with everything that looks like an id. Null means that ids may stay.
   */
  ids: readonly string[] | null;
  /** The prompt around the texts. It shows whether an answer echoes it. */
  instructions: string;
  /** Says that the built-in model answers, which uses the source's own words. */
  isQuoted: boolean;
  maxSentences: number;
  maxCharacters: number;
}

export type Verdict =
  | { accepted: true; text: string }
  /** `worthless`: no text may replace the answer either, because it was empty or no answer at all. */
  | { accepted: false; worthless: boolean; problem: string };

export type Judge = (answer: string, isLastTry: boolean) => Verdict;

/** Judges whether a model's answer may be kept. On the last try, an answer that is only too long is shortened. */
export function createJudge(rules: AnswerRules): Judge {
  const { ids, maxSentences, maxCharacters } = rules;
  const check = createAnswerCheck(rules.source);
  const findIds = createIdCheck(rules.source, ids ?? []);
  const findClaims = createClaimCheck(rules.source);
  const findNames = createNameCheck(rules);
  const findFault = (said: string) => {
    const fault = check.findFault(said, rules);
    if (fault !== null && !isTooShortFor(fault, said.length)) return fault;
    const { source, instructions } = rules;
    return findSummaryFault({
      candidate: said,
      covered: source,
      instructions,
      targetLanguage: null,
      isTalk: true,
    });
  };
  return (answer, isLastTry) => {
    const said = tidy(answer);
    if (said === '') return refuse('it was empty', true);
    if (!rules.isQuoted && isNoText(said)) return refuse(faults.empty, true);
    const fault = rules.isQuoted || check.quotes(said) ? null : findFault(said);
    if (fault !== null) return refuse(faults[fault], worthlessFaults.has(fault));
    const invented = findIds(said);
    if (invented.length > 0)
      return refuse(`it names ids that the text does not: ${listNames(invented)}; leave ids out`);
    const plain = ids === null ? said : removeIds(said, ids);
    if (plain === '') return refuse('it held nothing but ids', true);
    const text = isLastTry ? shorten(plain, rules) : plain;
    if (splitSentences(text).length > maxSentences)
      return refuse(`it had more than ${sentences(maxSentences)}`);
    if (isLongerThan(text, maxCharacters)) return refuse(`it had more than ${maxCharacters} characters`);
    const claims = findClaims(text);
    if (claims.length > 0)
      return refuse(
        `it reports as done what was only proposed (${claims.join(', ')}): say that it was proposed`,
      );
    const names = findNames(text);
    if (names.length > 0)
      return refuse(`it names what the text does not: ${listNames(names)}; use exact names only`);
    return { accepted: true, text };
  };
}

/** The faults as the model reads them with the second try. */
const faults: Readonly<Record<AnswerFault, string>> = {
  empty: 'it held no words',
  'error-like': 'it was an error message or a refusal',
  'asks-for-input': 'it asked for the conversation instead of summarizing it',
  'answers-user': 'it answered the user instead of summarizing',
  unfilled: 'it was a form with blanks',
  'broken-off': 'it broke off',
  repetition: 'it repeated itself',
  nonsense: 'it was not readable text',
  echo: 'it repeated its instructions or the text',
  'wrong-language': 'it was not in the language of the text',
  'too-long': 'it was longer than the text',
  unsupported: 'too little of it occurs in the text',
};

/** The faults of answers that count as empty. For all other faults, sentences of the text may replace the answer. */
const worthlessFaults: ReadonlySet<AnswerFault> = new Set([
  'empty',
  'error-like',
  'asks-for-input',
  'answers-user',
  'nonsense',
  'echo',
]);

function refuse(problem: string, worthless = false): Verdict {
  return { accepted: false, worthless, problem };
}

/** Lists a few names, each cut short, because these words of a model go into its next prompt. */
function listNames(names: readonly string[]): string {
  return names
    .slice(0, 5)
    .map((name) => cut(flatten(name), 60))
    .join(', ');
}

function sentences(count: number): string {
  return count === 1 ? 'one sentence' : `${count} sentences`;
}

/** Makes one paragraph without reasoning, code fence, announcement, list marks, or quotation marks around the whole. */
function tidy(answer: string): string {
  const filter = createThinkFilter();
  const text = unwrapAnswer(filter.push(answer) + filter.end())
    .replace(/^[^\S\n]*[-*•]\s+/gmu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  const inner = /^["“](.*)["”]$/u.exec(text)?.[1];
  return inner === undefined || /["“”]/u.test(inner) ? text : inner.trim();
}

/** What looks like an id: a UUID or a hash, a mark with a number, or letters mixed with digits. */
const idLike = [
  /(?<![\p{L}\p{N}])[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}(?![\p{L}\p{N}])/giu,
  /#\d{3,}/gu,
  /(?<![\p{L}\p{N}_-])[A-Za-z]{1,12}[-_](?=[A-Za-z0-9]*\d{2})[A-Za-z0-9]{3,40}(?![\p{L}\p{N}_-])/gu,
  /(?<![\p{L}\p{N}_-])(?=[A-Za-z0-9]*\d[A-Za-z0-9]*\d)(?=[A-Za-z0-9]*[A-Za-z])[A-Za-z0-9]{8,64}(?![\p{L}\p{N}_-])/gu,
];
/** Shorter numbers occur in every text, so they identify nothing. */
const leastDigits = 3;

/** Makes a check that returns the ids in a summary which neither its source nor the conversation has. */
function createIdCheck(source: string, ids: readonly string[]): (summary: string) => string[] {
  const known = `${source}\n${ids.join('\n')}`.toLowerCase();
  return (summary) => {
    const found = idLike.flatMap((pattern) => summary.match(pattern) ?? []);
    return [...new Set(found)].filter((id) => !isKnown(id.toLowerCase(), known));
  };
}

/** Says whether an id is known. "Order 4711" may also be written as #4711. */
function isKnown(id: string, known: string): boolean {
  if (known.includes(id)) return true;
  const digits = /(?<!\d)\d+$/u.exec(id)?.[0] ?? '';
  return /^(?:#|[a-z]+[-_])\d+$/u.test(id) && digits.length >= leastDigits && known.includes(digits);
}
