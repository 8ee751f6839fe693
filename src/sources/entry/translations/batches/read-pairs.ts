/** The number of a paragraph in the answer, and its translation. */
export interface Pair {
  id: string;
  text: string;
}

interface PairReader {
  /** The pairs that were completed since the last call. `text` is the whole answer so far. */
  read(text: string, isWhole?: boolean): Pair[];
}

/**
 * Reads pairs of number and text from a JSON object while it arrives. Text and code fences around the object, and
 * objects around the pairs, are ignored. A text with a stray quotation mark is skipped, because its end is unknown.
 */
export function createPairReader(): PairReader {
  let at = 0;
  let key: string | null = null;
  return {
    read(text, isWhole = false) {
      const pairs: Pair[] = [];
      if (at === 0) at = text.indexOf('{');
      if (at === -1) at = 0;
      while (at < text.length && text.indexOf('{') !== -1) {
        const token = nextToken(text, at, isWhole);
        if (token === null) break;
        const { value, end, after } = token;
        if (value !== null && after === ':') {
          key = value;
          at = text.indexOf(':', end) + 1;
          continue;
        }
        if (value !== null && key !== null && token.isText && /^[,}\]]?$/.test(after)) {
          pairs.push({ id: key, text: value });
        }
        if (value !== null || /[{,]/.test(text.charAt(at))) key = null;
        at = end;
      }
      return pairs;
    },
  };
}

interface Token {
  /** The value of a string or number, or null for other characters. */
  value: string | null;
  isText: boolean;
  end: number;
  /** The next character that is not a space, or an empty string if the answer ends here. */
  after: string;
}

/** Null if the token has not arrived completely. */
function nextToken(text: string, at: number, isWhole: boolean): Token | null {
  const first = text.charAt(at);
  const isText = first === '"';
  const isNumber = /\d/.test(first);
  if (!isText && !isNumber) return { value: null, isText, end: at + 1, after: '' };
  const end = isText ? endOfString(text, at) : endOfNumber(text, at);
  if (end === null) return null;
  const after = text.slice(end).match(/^\s*(\S)/u)?.[1] ?? '';
  if (after === '' && !isWhole) return null;
  return { value: isText ? parseString(text.slice(at, end)) : text.slice(at, end), isText, end, after };
}

function endOfString(text: string, at: number): number | null {
  for (let end = at + 1; end < text.length; end++) {
    const character = text.charAt(end);
    if (character === '\\') end += 1;
    else if (character === '"') return end + 1;
  }
  return null;
}

function endOfNumber(text: string, at: number): number {
  let end = at;
  while (/\d/.test(text.charAt(end))) end += 1;
  return end;
}

/** Accepts raw line breaks and unknown escapes, because models write them. Empty if the text is still invalid. */
function parseString(json: string): string {
  const lenient = json
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\\(?:(["\\/bfnrt]|u[\da-f]{4})|(.?))/giu, (found, known?: string) =>
      known === undefined ? found.slice(1) : found,
    );
  try {
    return JSON.parse(lenient);
  } catch {
    return '';
  }
}
