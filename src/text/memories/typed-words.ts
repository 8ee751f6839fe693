import {
  endsOwnWords,
  framesOwnWords,
  isForThisTask,
  leadsToText,
  looksBack,
  mayHandOver,
  mayRemark,
} from './foreign-voice.ts';
import { endsLetter, isOutput, isTitle, opensBlock } from './paste-signs.ts';

/** Typed prompts are shorter than this and have fewer lines; longer ones contain something pasted. */
const longestTyped = 1000;
const mostLines = 6;
/** Text after an empty line only counts as typed in prompts up to this length. */
const longestInParagraphs = 400;
/** The longest line that may introduce a paste. */
const longestIntroduction = 400;
/** The longest line below a text that may comment on it: “too long”, “wtf”. */
const longestRemark = 30;

/** The part of a long prompt where its closing words are searched. */
const longestSearched = 4000;

/** Matches the end of a sentence, but not after an abbreviation. */
const sentenceEnd =
  /(?<=[.!?]["'”’)]?)(?<!\b(?:e\.g|i\.e|vs|z\.\s?b|bzw|usw|approx|p\.\s?ex|p\.\s?ej)\.)\s+(?=\S)|(?<=[。！？；])|;\s+/iu;

/** Matches what somebody else says. Words in code marks are not included, because they name things. */
const quoted =
  /"[^"]{1,1000}"|(?<=^|[\s(:])['‘][^'’\n]{2,300}['’](?=[\s.,;:!?)]|$)|“[^“”]{1,1000}”|«[^«»]{1,1000}»|„[^„“”]{1,1000}[“”]|‚[^‚‘’]{1,1000}[‘’]|‹[^‹›]{1,1000}›|「[^「」]{1,1000}」|『[^『』]{1,1000}』/gu;
const openQuote = /["“«„‚‹「『]/u;
/** Matches a mark that opens a text, but no colon in a time, an address or a module name. */
const opening = /:(?=\s|$)|：|(?<=[\u3041-\u30ff\u3400-\u9fff]):|[-=]>|[→⇒»]/gu;
/**
 * Matches marks that only open a text after words about one. A comma needs a capital after it, or Chinese or
 * Japanese.
 */
const softOpening = /\s[-–—]\s|[(（]|,\s(?=\p{Lu}\p{L})|[，、]/gu;

/**
 * Finds the sentences that a person plainly typed. Text from elsewhere must never become an instruction, so whatever
 * could be pasted is left out. This includes text after a colon, an empty line or a line about a text, in a list,
 * under a heading, in quotation marks, or beside markup, headers, greetings or signatures. Everything after it is
 * left out too.
 */
export function typedSentences(prompt: string): string[] {
  return typedParts(prompt).map(({ text }) => text);
}

/** Matches a line that continues what the person said on the line before. */
const goesOn =
  /^(?:and|also|oh and|btw|by the way|one more thing|und|auch|außerdem|übrigens|ach und|et|aussi|au passage|y|también|además|por cierto)(?:,|\s)|^(?:还有|另外|而且|顺便|それと|それから|あと|ちなみに|なお)/iu;

export interface TypedPart {
  text: string;
  /** Whether the words are in a place where text that is pasted without any mark may be. */
  mayBePasted: boolean;
}

export function typedParts(prompt: string): TypedPart[] {
  const text = prompt.slice(0, longestTyped + 1).replace(/^(?:[^\S\n]{0,80}\n){1,80}/u, '');
  const end = prompt.slice(-longestTyped).trimEnd().split(/\r?\n/u);
  const lines = isSpokenOfBelow(text, end) ? [] : typedLines(text);
  const parts: TypedPart[] = [];
  const isDoubted =
    (lines[0] ?? '').length > longestInParagraphs ||
    lines.some((line, at) => at > 0 && !goesOn.test(line.trim())) ||
    mayEndInRemark(text);
  let isAnswer = false;
  for (const line of lines) {
    for (const sentence of splitTyped(line)) {
      if (isForThisTask(sentence)) return parts;
      if (goesOn.test(sentence)) isAnswer = false;
      parts.push({ text: sentence, mayBePasted: isDoubted || isAnswer });
      if (endsOwnWords(sentence)) return parts;
      isAnswer ||= /[?？]["'”’)\s]{0,3}$/u.test(sentence);
    }
  }
  return parts;
}

/** The fewest lines of output above words that close a prompt, and the longest such words. */
const fewestPrinted = 3;
const longestClosing = 200;
/** Marks that are frequent in logs and rare in words about them. */
const marked = /[{}[\]<>|=_$\\]|::|\w\/\w|\d{3,}|:\d|\w\(/u;

/**
 * Finds the sentences on the last line of a prompt, below the output of a program that the person introduced. Nothing
 * tells whether they were typed.
 */
export function closingSentences(prompt: string): string[] {
  const lines = prompt.slice(-longestSearched).trimEnd().split(/\r?\n/u);
  const last = lines.at(-1) ?? '';
  const above = lines.slice(1, -1).filter((line) => line.trim() !== '');
  const printed = above.filter((line) => isOutput(line) || marked.test(line)).length;
  const isBelow = printed >= fewestPrinted && printed * 3 >= above.length * 2;
  if (!isBelow || last.length > longestClosing || marked.test(last) || opensBlock(last)) return [];
  if (endsLetter(last) || looksBack(last, false)) return [];
  const own = cutForeign(last, hideQuotes(last));
  return own.isCut ? [] : splitTyped(last);
}

function mayEndInRemark(text: string): boolean {
  const lines = text.trimEnd().split(/\r?\n/u);
  const last = lines.at(-1)?.trim() ?? '';
  if (lines.length > 1 && last.length <= longestRemark && !goesOn.test(last) && !isOutput(last)) return true;
  const sentences = splitTyped(last);
  return mayRemark(sentences.at(-1) ?? '', lines.length === 1 && sentences.length === 1);
}

/** Replaces quotations by blanks of the same length, so that offsets also hold for the text. */
export function hideQuotes(text: string): string {
  return text.replace(quoted, (words) => words.replace(/[^\n]/gu, ' '));
}

/** Whether a text is a block with the person's remark below it, or a letter with its end. */
function isSpokenOfBelow(text: string, end: readonly string[]): boolean {
  const isIntroduced = /^[^\n]{0,400}(?:[:：][^\S\n]*\r?\n|[?？][^\S\n]*\r?\n\s*\n)/u.test(text);
  if (isIntroduced) return false;
  if (!text.trim().includes('\n')) return false;
  const isApart = end.at(-2)?.trim() === '';
  const last = end.at(-1) ?? '';
  return (!isOutput(last) && looksBack(last, isApart)) || end.some((line) => endsLetter(line));
}

function typedLines(text: string): string[] {
  const all = text.trimEnd().split(/\r?\n/u);
  // A quotation over several lines hides all of them.
  const bare = hideQuotes(text).split(/\r?\n/u);
  const filled = all.filter((line) => line.trim() !== '').length;
  if (filled > 1 && isTitle(all[0] ?? '', all[1] ?? '')) return [];
  const block = all.findIndex((line, at) => line.trim() !== '' && opensBlock(bare[at] ?? ''));
  const isPasted = text.length > longestTyped || block >= 0 || filled > mostLines;
  const isShort = text.length <= longestInParagraphs;
  const typed: string[] = [];
  let isApart = false;
  for (const [at, line] of all.slice(0, block < 0 ? all.length : block).entries()) {
    if (line.trim() === '') {
      isApart = typed.length > 0;
      continue;
    }
    if (typed.length > 0 && (isPasted || (isApart && !isShort) || mayHandOver(typed.at(-1) ?? ''))) break;
    const own = cutForeign(line, bare[at] ?? '');
    if (!isPasted || own.text.length <= longestIntroduction) typed.push(own.text);
    if (own.isCut || isPasted) break;
  }
  return typed;
}

/** Cuts a line before the place where words of others may begin. */
function cutForeign(line: string, bare: string): { text: string; isCut: boolean } {
  const quote = bare.search(openQuote);
  const end = quote < 0 ? line.length : quote;
  const own = bare.slice(0, end);
  const headOf = (index: number) => own.slice(0, index).split(sentenceEnd).at(-1) ?? '';
  const foreign = [
    ...[...own.matchAll(opening)].filter(({ index }) => !framesOwnWords(headOf(index))),
    ...[...own.matchAll(softOpening)].filter(({ index }) => leadsToText(headOf(index))),
  ].map(({ index }) => index);
  const at = Math.min(end, ...foreign);
  return { text: line.slice(0, at), isCut: at < line.length };
}

/** Splits a line into sentences. Quotations are not split. */
export function splitTyped(line: string): string[] {
  const bare = hideQuotes(line);
  const sentences: string[] = [];
  let at = 0;
  for (const part of bare.split(sentenceEnd)) {
    const from = bare.indexOf(part, at);
    at = from + part.length;
    sentences.push(line.slice(from, at).trim());
  }
  return sentences.filter((sentence) => sentence !== '');
}
