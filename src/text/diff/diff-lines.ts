import { type Change, compare, replace } from './diff-words.ts';

const lines = /[^\n]*\n|[^\n]+/gu;

/** What turns one text into the other, line by line; each change is one line without its line break. */
export function diffLines(before: string, after: string): Change[] {
  const [old, now] = [endLine(before), endLine(after)];
  const changes = compare(old, now, lines) ?? replace(old, now);
  return changes.flatMap(({ kind, text }) => splitLines(text).map((line) => ({ kind, text: line })));
}

/** A line break at the end starts no further line. */
function splitLines(text: string): string[] {
  return text === '' ? [] : (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

/** Whether the last line ends with a line break makes no difference. */
function endLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
