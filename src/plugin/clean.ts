import { hideTexts } from '#text/privacy/hide-texts.ts';
import { isSecretName, maskSecrets } from '#text/privacy/mask-secrets.ts';
import { stripPrivate } from '#text/privacy/private-tags.ts';
import { isRecord } from './read-options.ts';

/** A longer text is read only so far; private text that is cut loses its end, and what has no end is hidden. */
const maxReadChars = 1_000_000;
/** Masking costs more than stripping, and no text leaves that is longer than this. */
const maxMaskedChars = 64_000;
const maxDepth = 6;
const maxItems = 50;
const maxStringChars = 4000;

export interface Cleaning {
  maxChars: number;
  /** Private texts of the same session. */
  hidden?: readonly string[];
}

/** A text as it may leave the machine's editor: no private part, no key, not longer than asked. */
export function cleanText(text: string, { maxChars, hidden = [] }: Cleaning): string {
  const shown = stripPrivate(text.slice(0, maxReadChars)).text;
  const masked = maskSecrets(hideTexts(shown.slice(0, maxMaskedChars), hidden));
  return cutText(masked, maxChars, text.length);
}

/** The same for what goes into a tool: any JSON value. */
export function cleanValue(value: unknown, { maxChars, hidden = [] }: Cleaning): unknown {
  const clean = walk(value, hidden, 0);
  const text = JSON.stringify(clean) ?? 'null';
  return text.length <= maxChars ? clean : cutText(text, maxChars, text.length);
}

function walk(value: unknown, hidden: readonly string[], depth: number): unknown {
  if (typeof value === 'string') return cleanText(value, { maxChars: maxStringChars, hidden });
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return '…';
  if (Array.isArray(value)) return value.slice(0, maxItems).map((item) => walk(item, hidden, depth + 1));
  if (!isRecord(value)) return null;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, maxItems)
      .map(([key, item]) => [
        cleanText(key, { maxChars: 200, hidden }),
        isSecretName(key) && typeof item === 'string' ? '[masked]' : walk(item, hidden, depth + 1),
      ]),
  );
}

function cutText(text: string, maxChars: number, wholeLength: number): string {
  if (text.length <= maxChars) return text.toWellFormed();
  const note = ` … [cut; ${wholeLength} characters in all]`;
  return (text.slice(0, maxChars - note.length) + note).toWellFormed();
}
