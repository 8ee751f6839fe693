import { hideTexts, stripPrivate } from './hide-private.ts';
import { isSecretName, maskStart } from './mask-secrets.ts';

/** Only this much of a text is read. Private text that is cut loses its end tag and is hidden to its end. */
const maxReadChars = 1_000_000;
/** Masking takes longer than stripping, and no text longer than this leaves. */
const maxMaskedChars = 64_000;
const maxDepth = 6;
const maxItems = 50;
const maxStringChars = 4000;
const maxKeyChars = 200;
const maxOpenTags = 64;
const maxPromptChars = 32_000;
const maxInputChars = 8000;
const maxOutputChars = 16_000;
const maxReplyChars = 6000;

export interface Cleaning {
  maxChars: number;
  /** The private texts of the same session. */
  hidden?: readonly string[];
}

/**
 * Cleans a text so that it may leave the machine's editor: without private parts or keys, and not longer than asked.
 */
export function cleanText(text: string, { maxChars, hidden = [] }: Cleaning): string {
  return cleanShown(stripPrivate(text.slice(0, maxReadChars)).text, {
    maxChars,
    hidden,
    wholeLength: text.length,
  });
}

/** Cleans a text whose private parts are already removed. */
function cleanShown(
  shown: string,
  { maxChars, hidden, wholeLength }: Required<Cleaning> & { wholeLength: number },
): string {
  // One more character is kept, so that a text that is cut differs from one that fits.
  const masked = maskStart(hideTexts(shown.slice(0, maxMaskedChars), hidden), maxChars + 1);
  return cutText(masked, maxChars, wholeLength);
}

/** Cleans the input or output of a tool in the same way; it may be any JSON value. */
export function cleanValue(value: unknown, { maxChars, hidden = [] }: Cleaning): unknown {
  const clean = createWalk(hidden)(value, 0);
  const text = JSON.stringify(clean) ?? 'null';
  return text.length <= maxChars ? clean : cutText(text, maxChars, text.length);
}

/**
 * Cleans a prompt. Of a wholly private prompt only an empty tag remains, so that the worker numbers it without
 * storing text.
 */
export function cleanPrompt(text: string, hidden: readonly string[]): string {
  return stripPrivate(text.slice(0, maxReadChars)).isEntirelyPrivate
    ? '<private></private>'
    : cleanText(text, { maxChars: maxPromptChars, hidden });
}

/** Cleans what a tool was asked. */
export function cleanInput(value: unknown, hidden: readonly string[]): unknown {
  return cleanValue(value ?? {}, { maxChars: maxInputChars, hidden });
}

/** Cleans what a tool answered. */
export function cleanOutput(value: unknown, hidden: readonly string[]): unknown {
  return typeof value === 'string'
    ? cleanText(value, { maxChars: maxOutputChars, hidden })
    : cleanValue(value, { maxChars: maxOutputChars, hidden });
}

/** Cleans what a model said at the end of a turn. */
export function cleanReply(text: string, hidden: readonly string[]): string {
  return cleanText(text, { maxChars: maxReplyChars, hidden });
}

/**
 * Makes a function that cleans all strings of a value. A tag that one string opens, such as a line of a file, also
 * hides the strings after it.
 */
function createWalk(hidden: readonly string[]): (value: unknown, depth: number) => unknown {
  let openTags = 0;

  function cleanString(text: string, maxChars: number): string {
    const stripped = stripPrivate(reopen(text.slice(0, maxReadChars)));
    openTags = stripped.openTags;
    return cleanShown(stripped.text, { maxChars, hidden, wholeLength: text.length });
  }

  function reopen(text: string): string {
    return openTags === 0 ? text : '<private>'.repeat(Math.min(openTags, maxOpenTags)) + text;
  }

  function walk(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return cleanString(value, maxStringChars);
    if (typeof value !== 'object' || value === null) return openTags === 0 ? value : null;
    if (depth >= maxDepth) return '…';
    if (Array.isArray(value)) return value.slice(0, maxItems).map((item) => walk(item, depth + 1));
    return Object.fromEntries(
      Object.entries(value)
        .slice(0, maxItems)
        .map(([key, item]) => [
          cleanString(key, maxKeyChars),
          isSecretName(key) && typeof item === 'string' ? '[masked]' : walk(item, depth + 1),
        ]),
    );
  }

  return walk;
}

function cutText(text: string, maxChars: number, wholeLength: number): string {
  if (text.length <= maxChars) return text.toWellFormed();
  const note = ` … [cut; ${wholeLength} characters in all]`;
  return (text.slice(0, maxChars - note.length) + note).toWellFormed();
}
