import { decodeEntities } from '#web/markdown/decode-entities.ts';

const strong = /(?<!\\)\*\*(?!\s)([^*]+)(?<![\s\\])\*\*|(?<![\w\\])__(?!\s)([^_]+)(?<![\s\\])__(?!\w)/g;
const emphasis = /(?<!\\)\*(?!\s)([^*]+)(?<![\s\\])\*|(?<![\w\\])_(?!\s)([^_]+)(?<![\s\\])_(?!\w)/g;
const deleted = /~~(?!\s)([^~]+)(?<!\s)~~/g;
const link = /!?\[([^[\]]+)\]\([^()]*\)/g;
const code = /(`{1,2})([^`]+)\1/g;
const escaped = /\\([!-/:-@[-`{-~])/g;

/** A line of a summary without its inline marks. For previews: lists do without the Markdown parser. */
export function plainLine(line: string): string {
  const shown = line
    .replaceAll(code, '$2')
    .replaceAll(link, '$1')
    .replaceAll(strong, '$1$2')
    .replaceAll(emphasis, '$1$2')
    // Once more, for those around an emphasis.
    .replaceAll(strong, '$1$2')
    .replaceAll(deleted, '$1')
    .replaceAll(escaped, '$1');
  return decodeEntities(shown).trim();
}
