/** Of what is left of a prompt: longer ones are pasted, and what the user says of them comes first or last. */
const headCharacters = 6000;
const tailCharacters = 6000;
const longestLine = 6000;
/** Prompts wrapped by hand break their lines at about this length. */
const wrappedFrom = 50;

const fence = /^ {0,3}(`{3,}|~{3,})/u;
const openTag = /^ {0,3}<([a-z][\w-]{1,40})(?=[\s>])/iu;
const closeTag = /<\/([a-z][\w-]{1,40})>/giu;
const heading = /^#{1,6} {1,3}\S/u;
const fewestHeadings = 2;
const listMark = /^\s{0,12}(?:[-*+•]|\d{1,3}[.)])\s+/u;
/** Quotations, tables, indented code, comments of a program, prompts of a shell, diffs and lines of a log. */
const foreign =
  /^(?:\s{0,3}>|\s{0,3}\||(?: {4}|\t)(?!\s{0,8}(?:[-*+•]|\d{1,3}[.)])\s)|\s{0,8}\$ |\s{0,8}(?:\/\/|\/\*|\*\/|<!--)|@@ |\+{3} |-{3} |\s{0,8}at \S{1,200} ?\(|\s{0,8}\[?\d{1,4}[-:/.]\d{1,2}[-:/.]\d|\s{0,8}File "|Traceback |npm (?:ERR|WARN)|\s{0,8}\w{0,40}(?:Error|Exception|Warning)\b\s?[:[(]|\s{0,8}(?:error|warning|info|debug|trace|warn|fatal)\b\s?[:[|])/iu;
/** Not after an abbreviation. */
const sentenceEnd =
  /(?<=[.!?]["'”’)]?)(?<!\b(?:e\.g|i\.e|vs|z\.\s?b|bzw|usw|approx|p\.\s?ex|p\.\s?ej)\.)\s+(?=\S)|(?<=[。！？；])|;\s+/iu;

/** The sentences of a prompt that are the user's own: no code, quotations, markup or pasted output. */
export function ownSentences(prompt: string): string[] {
  return cutMiddle(joinWrapped(beforeDocument(ownLines(prompt)))).flatMap((line) =>
    line
      .split(sentenceEnd)
      .map((sentence) => sentence.trim())
      .filter((sentence) => sentence !== ''),
  );
}

function ownLines(prompt: string): string[] {
  const lines = prompt.split(/\r?\n/u);
  const closings = findClosings(lines);
  const own: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const [, marks] = fence.exec(line) ?? [];
    const [, tag] = marks === undefined ? (openTag.exec(line) ?? []) : [];
    if (marks !== undefined) at = endOfFence(lines, at, marks);
    else if (tag !== undefined) at = endOfTag(closings, at, tag);
    else own.push(line.length <= longestLine && !foreign.test(line) ? line : '');
  }
  return own;
}

/** The line that closes it, or the last one: a block that is left open takes in the rest. */
function endOfFence(lines: readonly string[], from: number, marks: string): number {
  for (let at = from + 1; at < lines.length; at++) if (lines[at]?.trimStart().startsWith(marks)) return at;
  return lines.length;
}

/** For each tag the lines that close it, the last one first. */
function findClosings(lines: readonly string[]): Map<string, number[]> {
  const closings = new Map<string, number[]>();
  for (let at = lines.length - 1; at >= 0; at--) {
    for (const [, tag = ''] of lines[at]?.matchAll(closeTag) ?? []) {
      const known = closings.get(tag.toLowerCase());
      if (known === undefined) closings.set(tag.toLowerCase(), [at]);
      else known.push(at);
    }
  }
  return closings;
}

/** The line with the closing tag; the line itself where there is none. Lines before it are not asked for again. */
function endOfTag(closings: Map<string, number[]>, from: number, tag: string): number {
  const ends = closings.get(tag.toLowerCase()) ?? [];
  while ((ends.at(-1) ?? from) < from) ends.pop();
  return ends.at(-1) ?? from;
}

/** A text with several headings is a document: a plan, a skill or a prompt for others. What the user says of it comes before. */
function beforeDocument(lines: readonly string[]): readonly string[] {
  const headings = lines.flatMap((line, at) => (heading.test(line) ? [at] : []));
  return headings.length < fewestHeadings ? lines : lines.slice(0, headings[0]);
}

function joinWrapped(lines: readonly string[]): string[] {
  const joined: string[] = [];
  let isOpen = false;
  for (const line of lines) {
    const text = line.trim();
    const isItem = listMark.test(line);
    const goesOn = isOpen && !isItem && /^[\p{Ll}\p{N}`"'(]/u.test(text);
    if (goesOn) joined[joined.length - 1] += ` ${text}`;
    else if (text !== '') joined.push(line.replace(listMark, '').trim());
    isOpen = text.length >= wrappedFrom && !/[.!?:。！？：]$/u.test(text);
  }
  return joined;
}

function cutMiddle(lines: readonly string[]): string[] {
  const length = lines.reduce((sum, line) => sum + line.length, 0);
  if (length <= headCharacters + tailCharacters) return [...lines];
  return [...take(lines, headCharacters), ...take(lines.toReversed(), tailCharacters).toReversed()];
}

function take(lines: readonly string[], characters: number): string[] {
  let left = characters;
  const end = lines.findIndex((line) => {
    left -= line.length;
    return left < 0;
  });
  return lines.slice(0, end < 0 ? lines.length : end);
}
