/** Reads the data of server-sent events from a text that comes in pieces, cut anywhere. */
export interface EventDataReader {
  /** The data of the events that this piece completes. An event without its blank line is never complete. */
  push(piece: string): string[];
}

const lineEnd = /\r\n|\n|\r/g;

export function createEventDataReader(): EventDataReader {
  /** Of a line without its end; joined once, since a long line comes in many. */
  let pieces: string[] = [];
  let endedWithReturn = false;
  /** Of the event that is being read. */
  let lines: string[] = [];

  function takeLine(line: string, complete: string[]): void {
    if (line === '') {
      if (lines.length > 0) complete.push(lines.join('\n'));
      lines = [];
    } else if (line.startsWith('data:')) {
      lines.push(line.slice(line[5] === ' ' ? 6 : 5));
    }
  }

  return {
    push(given) {
      // The line ended with the return already.
      const piece = endedWithReturn && given.startsWith('\n') ? given.slice(1) : given;
      if (given !== '') endedWithReturn = given.endsWith('\r');
      if (!/[\r\n]/.test(piece)) {
        pieces.push(piece);
        return [];
      }
      const complete: string[] = [];
      const text = pieces.length === 0 ? piece : pieces.join('') + piece;
      let from = 0;
      for (const { 0: end, index } of text.matchAll(lineEnd)) {
        takeLine(text.slice(from, index), complete);
        from = index + end.length;
      }
      pieces = from === text.length ? [] : [text.slice(from)];
      return complete;
    },
  };
}
