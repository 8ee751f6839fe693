import { parseJsonObject } from '#schema/parse-json.ts';
import { cutCharacters } from '#text/sentences/cut-characters.ts';

/** A tool's input, by the parameter names that coding agents use, most informative first. */
const tellingKeys = [
  'filePath',
  'file_path',
  'path',
  'command',
  'pattern',
  'query',
  'url',
  'description',
  'prompt',
];
const lineCharacters = 240;

/** In one line. */
export function describeInput(toolInput: string): string {
  const fields = parseFields(toolInput);
  const telling = tellingKeys.map((key) => fields?.[key]).find(isTelling);
  return toLine(telling ?? toolInput);
}

/** In the most readable form: JSON indented, everything else unchanged. */
export function layOut(text: string): string {
  const fields = parseFields(text);
  return fields === null ? text : JSON.stringify(fields, null, 2);
}

function isTelling(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function parseFields(text: string): Record<string, unknown> | null {
  return text.trimStart().startsWith('{') ? parseJsonObject(text) : null;
}

function toLine(text: string): string {
  const line = text
    .slice(0, lineCharacters * 4)
    .replace(/\s+/gu, ' ')
    .trim();
  return cutCharacters(line, lineCharacters);
}
