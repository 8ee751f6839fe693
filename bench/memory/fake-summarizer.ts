/** The maximum number of words in a result, as a prompt for a compact summary would ask for. */
const usualWords = 300;
const maxWordsPerMessage = 8;
const mark = /\[[A-Z]\d+:\d+\]/gu;
const markWithText = /(\[[A-Z]\d+:\d+\])([^\n[]*)/gu;

/** Makes the mark of a message, which shows where its text went. */
export function markOf(id: string): string {
  return `[${id}]`;
}

export function marksIn(text: string): string[] {
  return text.match(mark) ?? [];
}

/** Removes the marks, which exist only for measuring and must cost nothing. */
export function withoutMarks(text: string): string {
  return text.replace(mark, '');
}

/**
 * The summarizer that all contestants share. It keeps the mark and a few words of each message that it receives,
 * whole or as an extract. The more messages there are, the fewer words it keeps of each. It forgets no mark, so a
 * mark missing at the end never reached it.
 */
export function summarizeByMarks(text: string, maxWords: number | null = null): string {
  const lines = [...text.matchAll(markWithText)];
  const share = (line: number) =>
    Math.floor((line * Math.min(usualWords, maxWords ?? usualWords)) / lines.length);
  return lines
    .map(([, id, words = ''], line) => {
      const kept = Math.min(maxWordsPerMessage, share(line + 1) - share(line));
      return [id, ...words.trim().split(/\s+/u).slice(0, kept)].join(' ');
    })
    .join('\n');
}
