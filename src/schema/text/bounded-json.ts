import { AppError } from '#schema/app-error.ts';

/** No state or tool call nests this deep, and a recursive reader has stack for much more. */
const maxDepth = 200;

/**
 * The most values in a body, because large bodies contain long strings and not many values. This many take about 20
 * ms to parse and to copy between threads.
 */
const maxValues = 200_000;

const quote = 34;

const backslash = 92;

const comma = 44;

/** Matches the JSON escapes for characters that no store keeps. */
const unstorable = /\\u(?:0000|d[89a-f])/i;

/**
 * Parses JSON from outside. The text is measured first, because `JSON.parse` takes seconds for megabytes of brackets.
 * Strings are converted to the form in which they are stored, so that a schema checks what is stored. Throws AppError
 * `invalid_input`.
 */
export function parseBoundedJson(text: string): unknown {
  refuseExcess(text);
  const value = parse(text);
  return unstorable.test(text) ? toStorable(value) : value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError('invalid_input', 'body: not valid JSON.', { cause: error });
  }
}

function refuseExcess(text: string): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at);
    } else if (code === comma) {
      values += 1;
    } else if (isOpening(code)) {
      values += 1;
      depth += 1;
      if (depth > maxDepth)
        throw new AppError('invalid_input', `body: nested more than ${maxDepth} levels deep.`);
    } else if (isClosing(code)) {
      depth -= 1;
    }
    if (values > maxValues)
      throw new AppError('invalid_input', `body: contains more than ${maxValues} values.`);
  }
}

/** Returns the position of the closing quote, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    const end = text.indexOf('"', at);
    if (end === -1) return text.length;
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes += 1;
    if (backslashes % 2 === 0) return end;
    at = end;
  }
}

function isOpening(code: number): boolean {
  return code === 91 || code === 123;
}

function isClosing(code: number): boolean {
  return code === 93 || code === 125;
}

function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return toStorableText(value);
  if (Array.isArray(value)) return value.map(toStorable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toStorable(inner)]));
}

/**
 * Converts a text so that both dialects store the same. PostgreSQL cannot store U+0000 in text, and UTF-8 cannot
 * encode half a surrogate pair. U+0000 is removed, and a lone surrogate becomes U+FFFD. Neither is ever part of a
 * readable text.
 */
export function toStorableText(text: string): string {
  const withoutNul = text.includes('\u0000') ? text.replaceAll('\u0000', '') : text;
  return withoutNul.toWellFormed();
}
