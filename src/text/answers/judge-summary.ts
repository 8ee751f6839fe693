import { countScripts } from '#text/language/guess-language.ts';
import { languagesOfStopword } from '#text/language/stopwords.ts';
import { splitSentences } from '#text/sentences/sentences.ts';
import { isUnspaced } from '#text/sentences/words.ts';
import { isErrorLike } from './error-like.ts';
import { findForeign } from './foreign.ts';
import {
  type AnswerFault,
  isNonsense,
  isNoText,
  longestSummary,
  visibleText,
  weigh,
} from './judge-answer.ts';
import { copiesCovered, echoesInstructions, isPiece, isRepetitive } from './repetition.ts';
import { createSupport, flatten, type SupportIndex, shareOf } from './support.ts';
import { asksBack, findTaskTalk, findWordingFault, isMostlyTold, isRequest } from './wording.ts';

export interface SummaryAnswer {
  candidate: string;
  /** The text that was summarized. */
  covered: string;
  /** The prompt around the text. */
  instructions: string;
  targetLanguage: string | null;
  /** Whether a summary may use the words of an assistant, because it is about one. */
  isTalk: boolean;
}

/** What a model says before it begins. */
const noContent =
  /^(?:ok(?:ay)?|done|sure|certainly|of course|summary|zusammenfassung|résumé|resumen|摘要|总结|要約)[.!:：。！]?$/iu;
/** A summary up to this weight is never too long, whatever it is about. A longer one is shorter than its source. */
const longestFloor = { text: 1500, talk: longestSummary };

/**
 * Finds what shows that an answer is no summary of its source. A right summary may have any length, language and
 * wording, and may quote refusals, errors and questions of its source. Only what is certain counts.
 */
export function findSummaryFault({
  candidate,
  covered,
  instructions,
  targetLanguage,
  isTalk,
}: SummaryAnswer): AnswerFault | null {
  const text = visibleText(candidate).trim();
  if (isNoText(text) || noContent.test(text)) return 'empty';
  if (weigh(text) > Math.max(isTalk ? longestFloor.talk : longestFloor.text, weigh(covered)))
    return 'too-long';
  const support = createSupport(covered);
  if (isCopy(text, support.said) || (isRequest(text) && !support.quotes(text.slice(0, 40)))) return 'echo';
  const { quotes } = support;
  if (splitSentences(text).every((sentence) => quotes(sentence.text))) return null;
  const fault =
    findSpeechFault(text, { support, isTalk }) ??
    (echoesInstructions(text, { instructions, covered, said: support.said }) ? 'echo' : null) ??
    (isUnfilled(text, covered) ? 'unfilled' : null) ??
    (isNonsense(candidate, covered) || isGibberish(text, support.said) ? 'nonsense' : null) ??
    (isBrokenOff(text, support.said) ? 'broken-off' : null) ??
    (isRepetitive(text) ? 'repetition' : null) ??
    findTaskTalk(text, { covered, support });
  return fault ?? findForeign(text, { covered, support, instructions, targetLanguage });
}

/** Finds what a program or an assistant says. The words of the source itself do not count. */
function findSpeechFault(
  text: string,
  { support, isTalk }: { support: SupportIndex; isTalk: boolean },
): AnswerFault | null {
  const isTold = isTalk ? isMostlyTold : (sentence: string) => support.quotes(sentence);
  const find = (words: string): AnswerFault | null => {
    if (isErrorLike(words) || isProgramOutput(words, support)) return 'error-like';
    return findWordingFault(words, support, isTold) ?? (asksBack(words) ? 'asks-for-input' : null);
  };
  const fault = find(text);
  return fault === null ? null : find(withoutQuotes(text, support.said));
}

/** What programs write: names of errors and fields, addresses, paths, lines of code, keys and tags. */
const machine =
  /(?<![\p{L}\p{N}])(?:[A-Za-z]{1,30}(?:_[A-Za-z0-9]{1,30}){1,6}|[A-Z]\w{1,40}(?:Error|Exception)|E[A-Z]{5,20}|0x[0-9a-f]{2,16}|\d{1,3}(?:\.\d{1,3}){3}|localhost:\d{2,5}|(?:exit code|status|errno|code|HTTP)[ :=]{1,3}\d{1,5}|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d|[\w-]{1,40}\.[a-z]{1,4}:\d{1,6})(?![\p{L}\p{N}])|(?:\/[\w.-]{1,60}){2,12}|["'][\w-]{1,40}["']\s?:|<\/?[a-z][\w-]{0,20}>|^(?:panic|fatal|[Ee]rror|ERROR|[Ww]arning|curl|data|event):/gu;
const leastOfOutput = 0.3;

/** Whether a text is what a program prints, in words that the source does not have. */
function isProgramOutput(text: string, support: SupportIndex): boolean {
  const marks = (text.slice(0, 4000).match(machine) ?? []).filter(
    (mark) => !support.said.includes(flatten(mark)),
  );
  if (marks.length === 0) return false;
  const { words } = support.measure(text);
  return (words.known <= 1 || marks.length >= 3) && shareOf(words) <= leastOfOutput;
}

/** So many words, or characters of a script without spaces, are a quotation of the source. */
const quotedWords = 3;
const quotedCharacters = 5;
const piece = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;

/** Removes what the text quotes word for word, with or without quotation marks. */
function withoutQuotes(text: string, said: string): string {
  const unspaced = isUnspaced(text);
  const size = unspaced ? quotedCharacters : quotedWords;
  const units = [...text.slice(0, 8000).matchAll(unspaced ? /[\p{L}\p{M}\p{N}]/gu : piece)];
  let kept = '';
  let from = 0;
  for (let at = 0; at + size <= units.length; at += 1) {
    const [first, last] = [units[at], units[at + size - 1]];
    if (first === undefined || last === undefined) break;
    const end = last.index + last[0].length;
    const run = flatten(text.slice(first.index, end));
    if (!said.includes(unspaced ? run.trim() : run)) continue;
    if (first.index > from) kept += text.slice(from, first.index);
    from = Math.max(from, end);
  }
  return (kept + text.slice(from)).trim();
}

/** A shorter beginning of a text may be all that matters in it. */
const shortestCopy = 600;
const mostCopied = 0.3;

/** Whether a text is its source, or one long piece of it. */
function isCopy(text: string, said: string): boolean {
  const flat = flatten(text);
  if (weigh(flat) < shortestCopy) return false;
  return (
    (flat.length > said.length * mostCopied && isPiece(text, said)) || copiesCovered(text, said, shortestCopy)
  );
}

const placeholder =
  /\{\{[^{}\n]{1,60}\}\}|(?<![\p{L}\p{N}])[$%]?\{[\p{L}_][^{}\n]{1,60}\}|\[(?=[^[\]\n]{0,60}\p{L}{2})[^[\]\n]{2,80}\](?!\()|<(?=\p{L})[^<>\n]{2,60}>|【(?=[^【】\n]{0,60}\p{L}{2})[^【】\n]{2,60}】|(?<![\p{L}\p{N}_])(?:_{3,80}|\.{5,80}|…{2,40}|X{2,8}|N\/A|TBD|TODO)(?![\p{L}\p{N}_])/gu;
const mostPlaceholders = 0.15;
/** A line with a label and nothing after it, or a list mark with a number of its own and nothing else. */
const emptyLine =
  /^[\s#*\->•]{0,12}(?:[^\n:：]{1,40}[:：][\s*_-]{0,12}|(?:\d{1,2}[.)]|\p{L}{1,20} \d{1,2}[.:]?)[\s*_.-]{0,12})$/u;

/** Whether a text is a form whose blanks are not filled in. */
function isUnfilled(text: string, covered: string): boolean {
  const blanks = (text.match(placeholder) ?? []).filter((blank) => !covered.includes(blank));
  const length = blanks.reduce((sum, blank) => sum + blank.length, 0);
  if (blanks.length >= 2 && length > text.length * mostPlaceholders) return true;
  const lines = text
    .slice(0, 4000)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const empty = lines.filter((line) => emptyLine.test(line) || blanks.some((blank) => line.includes(blank)));
  return lines.length >= 3 && empty.length * 3 >= lines.length * 2;
}

/** Neighbours on the rows of a keyboard that rarely meet in a word. */
const keys = /asd|sdf|dfg|fgh|ghj|hjk|jkl|qwe|zxc|xcv|cvb|vbn/iu;
/** Marks of a tokenizer, letters read with the wrong encoding, and characters that were lost. */
const brokenCharacters =
  /<\/?(?:unk|pad|s|eos|bos|mask)>|<\|[^|<>\n]{1,30}\|>|\[\/?(?:INST|PAD|UNK|MASK|SEP|CLS)\]|[▁ĠĊ](?=\p{L})|[ÃÂ][\u0080-\u00bf]|â€|锟斤拷|烫烫|屯屯|\ufffd|\\u[0-9a-f]{4}/gu;
/** So many words in a row without a mark between them have a function word among them, if they are a sentence. */
const longestRow = 12;

/** Whether a text is words in no order, with nothing between them that makes a sentence. */
function isSalad(text: string, said: string): boolean {
  if (isUnspaced(text)) return false;
  return text
    .slice(0, 4000)
    .split(/[^\p{L}\p{M}\s'’-]/u)
    .some((row) => {
      const words = row.trim().toLowerCase().split(/\s+/u);
      if (words.length < longestRow || said.includes(flatten(row))) return false;
      return words.every((each) => languagesOfStopword(each).length === 0);
    });
}

/** So many words of one letter are letters. */
const fewestLetters = 8;
/** A script with this share of the letters is more than a name. */
const leastOfScript = 0.08;

/** Whether a text has letters of two scripts that its source does not have. A translation has one more at most. */
function mixesScripts(text: string, said: string): boolean {
  const counts = countScripts(text.slice(0, 4000));
  const known = countScripts(said);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const scripts = [...counts].filter(
    ([script, count]) => count >= total * leastOfScript && !known.has(script),
  );
  const isEastAsian = (script: string) => script === 'Hani' || script === 'Kana';
  return total >= 12 && new Set(scripts.map(([script]) => (isEastAsian(script) ? 'Hani' : script))).size >= 2;
}

const word = /(?<![\p{L}\p{N}])[a-z]{3,40}(?![\p{L}\p{N}])/giu;

/** Whether most words of a text are keys pressed at random, or a printer's blind text. */
function isGibberish(text: string, said: string): boolean {
  if (/lorem ipsum dolor/iu.test(text) && !said.includes(' lorem ipsum ')) return true;
  const broken = text.slice(0, 8000).match(brokenCharacters)?.length ?? 0;
  if (broken >= 3 && broken * 40 > Math.min(text.length, 8000)) return true;
  if (isSalad(text, said) || mixesScripts(text, said)) return true;
  const units = text.slice(0, 2000).match(piece) ?? [];
  if (
    units.length >= fewestLetters &&
    units.filter((each) => each.length === 1).length * 10 > units.length * 7 &&
    !isUnspaced(text)
  )
    return true;
  const words = (text.slice(0, 2000).match(word) ?? []).filter(
    (each) => each !== each.toUpperCase() && !said.includes(flatten(each)),
  );
  const odd = words.filter((each) => keys.test(each) || !/[aeiouy]/iu.test(each));
  const all = text.slice(0, 2000).match(piece)?.length ?? 0;
  return odd.length > 0 && odd.length * 2 > all;
}

/** Words after which a sentence goes on in any case. */
const unfinished =
  /(?:[,，、;；–—]|(?<!\p{L})(?:the|an?|and|or|of|der|die|das|und|oder|ein|eine|le|la|les|des|une?|et|ou|el|los|las|y|o|il|gli|een|het|en|och|и|или|的|和|与|が|は|を|の))$/iu;

/** Whether a text ends in the middle: it announces what does not come, or stops within a sentence. */
function isBrokenOff(text: string, said: string): boolean {
  if (text.length < 120 && /[:：]$/u.test(text)) return true;
  if (/[.!?。！？…"”»)\]]$/u.test(text)) return false;
  const flat = flatten(text);
  if (said.includes(flat)) return false;
  if (!isUnspaced(text) && said.includes(flat.trimEnd())) return true;
  return text.length >= 20 && unfinished.test(text);
}
