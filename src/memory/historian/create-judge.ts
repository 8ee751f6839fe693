import { createAnswerCheck, type FoldRefusal } from '#memory/accept-fold.ts';
import { createIdCheck } from '#memory/historian/entities/id-check.ts';
import { createNameCheck } from '#memory/historian/entities/name-check.ts';
import { removeIds } from '#memory/historian/entities/remove-ids.ts';
import { cut, flatten, isLongerThan, shorten } from '#memory/historian/turns/shorten.ts';
import { splitSentences } from '#text/sentences/sentences.ts';
import { createThinkFilter } from '#text/think-filter.ts';
import { createClaimCheck } from './claims/claim-check.ts';

export interface AnswerRules {
  /** What the answer is about: all of it, also where a call read only a part. */
  source: string;
  labels: readonly string[];
  /** Taken out of the answer, with everything that looks like an id; null: ids may stay. */
  ids: readonly string[] | null;
  /** The prompt around the texts, to recognize an echo of it. */
  instructions: string;
  /** The built-in model answers in the source's own words. */
  isQuoted: boolean;
  maxSentences: number;
  maxCharacters: number;
}

export type Verdict =
  | { accepted: true; text: string }
  /** `worthless`: the answer was empty, so nothing may replace it either. */
  | { accepted: false; worthless: boolean; problem: string };

export type Judge = (answer: string, isLastTry: boolean) => Verdict;

/** Judges whether a model's answer may be kept. On the last try one that is only too long is cut. */
export function createJudge(rules: AnswerRules): Judge {
  const { ids, maxSentences, maxCharacters } = rules;
  const findFault = createAnswerCheck(rules.source);
  const findIds = createIdCheck(rules.source, ids ?? []);
  const findClaims = createClaimCheck(rules.source);
  const findNames = createNameCheck(rules);
  return (answer, isLastTry) => {
    const said = tidy(answer);
    if (said === '') return refuse('it was empty', true);
    if (!rules.isQuoted && (!/\p{L}/u.test(said) || noAnswer.test(said))) return refuse(faults.empty, true);
    const fault = rules.isQuoted ? null : findFault(said, rules.instructions);
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

/** What a program prints for a non-text value. */
const noAnswer = /^(?:null|undefined|none|nan|n\/a|true|false|\[object \w+\])[.!]?$/iu;

/** As the model gets it with the second try. */
const faults: Readonly<Record<FoldRefusal, string>> = {
  empty: 'it held no words',
  'error-like': 'it was an error message or a refusal',
  'asks-for-input': 'it asked for the conversation instead of summarizing it',
  'answers-user': 'it answered the user instead of summarizing',
  repetition: 'it repeated itself',
  nonsense: 'it was not readable text',
  echo: 'it repeated its instructions or the text',
  'wrong-language': 'it was not in the language of the text',
  'too-long': 'it was longer than the text',
  'too-short': 'it was too short',
  unsupported: 'too little of it occurs in the text',
  unchanged: 'it took nothing from the text',
  'drops-previous': 'it left out what came before',
};

/** The answer was empty. For the other reasons, sentences of the text may replace the answer. */
const worthlessFaults: ReadonlySet<FoldRefusal> = new Set([
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

/** They are a model's words on their way into its next prompt: a few, and short. */
function listNames(names: readonly string[]): string {
  return names
    .slice(0, 5)
    .map((name) => cut(flatten(name), 60))
    .join(', ');
}

function sentences(count: number): string {
  return count === 1 ? 'one sentence' : `${count} sentences`;
}

/** One paragraph without reasoning, marks of a list, or quotes around the whole. */
function tidy(answer: string): string {
  const filter = createThinkFilter();
  const text = (filter.push(answer) + filter.end())
    .replace(/^\s*(?:\*{0,2}(?:summary|narrative)\*{0,2}\s*:\s*)/iu, '')
    .replace(/^[^\S\n]*[-*•]\s+/gmu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  const inner = /^["“](.*)["”]$/u.exec(text)?.[1];
  return inner === undefined || /["“”]/u.test(inner) ? text : inner.trim();
}
