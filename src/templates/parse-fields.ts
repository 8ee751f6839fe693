import {
  Composer,
  type CST,
  type Document,
  isMap,
  isScalar,
  Lexer,
  LineCounter,
  type Pair,
  Parser,
} from 'yaml';
import { AppError } from '#schema/app-error.ts';
import { maxTemplateBytes } from '#schema/template.ts';
import type { Fail } from './parse-body.ts';

/** The parser calls itself for each level, and a level of a template takes two or three of these. */
const maxNesting = 40;
/** The time that keys and faults take grows faster than the text. Templates have 60 to 140; a block of text is one part. */
const maxParts = 4000;

interface Parsed {
  fields: Record<string, unknown>;
  /** The line of a field or, for an offset in its text, of that; null if the file does not have the field. */
  lineOf(field: string, offset?: number): number | null;
}

/** The fields of a template file. Throws AppError `template_invalid`. */
export function parseFields(file: string, content: Uint8Array): Parsed {
  const failAtLine = (problem: string, remedy: string, line: number | null): never =>
    refuse({ file, templateId: null, field: null, problem, remedy, line });
  const fail: Fail = (problem, remedy) => failAtLine(problem, remedy, null);
  if (content.byteLength > maxTemplateBytes) {
    fail(`is larger than ${maxTemplateBytes / 1024} KiB`, 'Shorten the template.');
  }
  const text = decodeUtf8(content) ?? fail('is not UTF-8 text', 'Save the file as UTF-8.');
  const lines = new LineCounter();
  const lineAt = (offset: number) => lines.linePos(offset).line;
  const tokens = readTokens(text, lines, (problem, remedy, offset = 0) =>
    failAtLine(problem, remedy, lineAt(offset)),
  );
  // The failsafe schema reads every scalar as text, so that `version: 1.10` stays what was written.
  const composer = new Composer({ schema: 'failsafe', logLevel: 'error' });
  const [document, next] = composer.compose(tokens, true, text.length);
  if (document === undefined) return fail('contains no fields', startRemedy);
  const error = document.errors[0];
  const refuseYaml = (reason: string, line: number) =>
    failAtLine(`is not valid YAML: ${reason} at line ${line}`, 'Fix the YAML at that line.', line);
  if (error) refuseYaml(error.message.split('\n')[0] ?? '', lineAt(error.pos[0]));
  if (next) refuseYaml('A second document starts', lineAt(next.range[0]));
  const fields: unknown = resolveAliasFree(() => document.toJS({ maxAliasCount: 0 }), fail);
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    fail('contains no fields', startRemedy);
  }
  return {
    fields: fields as Record<string, unknown>,
    lineOf(field, offset) {
      const pair = findPair(document, field);
      if (pair === undefined || !isScalar(pair.key) || !pair.key.range) return null;
      const line = lineAt(pair.key.range[0]);
      // Only in a block does each line of the text stand on a line of its own.
      if (offset === undefined || !isScalar(pair.value) || pair.value.type !== 'BLOCK_LITERAL') return line;
      return line + 1 + (String(pair.value.value).slice(0, offset).match(/\n/g)?.length ?? 0);
    },
  };
}

const startRemedy = 'Start with "id:", "version:", "taskType:" and "template:".';

/** As much of the text as may be composed in one go: deeper or longer, that would block the server or end it. */
function readTokens(text: string, lines: LineCounter, fail: Fail): CST.Token[] {
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  const tokens: CST.Token[] = [];
  let parts = 0;
  for (const lexeme of new Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme));
    parts += 1;
    // Each escape in quotation marks may be a fault of its own.
    if (lexeme.startsWith('"')) parts += lexeme.split('\\').length - 1;
    if (parser.stack.length > maxNesting)
      fail('is nested too deeply', 'Write each field on a line of its own.', parser.offset);
    if (parts > maxParts)
      fail('has too many parts', 'Write long texts as one block ("template: |").', parser.offset);
  }
  tokens.push(...parser.end());
  return tokens;
}

function findPair(document: Document, field: string): Pair | undefined {
  if (!isMap(document.contents)) return undefined;
  return document.contents.items.find(({ key }) => isScalar(key) && key.value === field);
}

function decodeUtf8(content: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return null;
  }
}

function resolveAliasFree(toJs: () => unknown, fail: Fail): unknown {
  try {
    return toJs();
  } catch {
    // A flat template has no use for aliases, and a few lines of them can unfold to gigabytes.
    return fail('uses a YAML alias ("*name")', 'Write the value out instead.');
  }
}

/** Throws AppError `template_invalid`, naming file, field and remedy. */
export function refuse(reason: {
  file: string;
  templateId: string | null;
  field: string | null;
  problem: string;
  remedy: string;
  line: number | null;
}): never {
  const { file, templateId, field, problem, remedy, line } = reason;
  const where = field === null ? file : `${file}: ${field}`;
  throw new AppError('template_invalid', `${where}: ${problem}. ${remedy}`, {
    details: { file, field, remedy, templateId, line },
  });
}
