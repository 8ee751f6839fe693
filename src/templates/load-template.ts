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
import { z } from 'zod';
import { AppError } from '#schema/app-error.ts';
import { type Parameters, type TaskType, taskTypeSchema, taskTypes } from '#schema/runs/run.ts';
import { maxTemplateBytes } from '#schema/template.ts';
import { type BodyPart, type Fail, isPlaceholderName, parseBody, placeholdersOf } from './parse-body.ts';

export interface Template {
  id: string;
  version: string;
  taskType: TaskType;
  systemTemplate: BodyPart[];
  template: BodyPart[];
  requiredPlaceholders: string[];
  optionalPlaceholders: string[];
  defaultParameters: Parameters;
  /** Both texts exactly as they are in the file. */
  written: { system: string; prompt: string };
  /** Free-form notes, including descriptions of input and output that other prompt standards use. */
  metadata: { description?: unknown; input?: unknown; output?: unknown };
}

const placeholderListSchema = z
  .array(z.string().refine(isPlaceholderName))
  .or(z.literal('').transform(() => undefined))
  .optional();
const notesSchema = z.unknown().optional();

/** Versions appear in lists, so a version must not hide or reorder the text next to it. */
const isOneVisibleLine = (text: string) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text);

const fileSchema = z.object({
  id: z
    .string()
    .regex(/^[a-z0-9.-]+$/)
    .max(100),
  version: z.string().trim().min(1).max(50).refine(isOneVisibleLine),
  taskType: taskTypeSchema,
  systemTemplate: z.string().default(''),
  template: z.string().regex(/\S/),
  defaultParameters: z.unknown().optional(),
  requiredPlaceholders: placeholderListSchema,
  optionalPlaceholders: placeholderListSchema,
  description: notesSchema,
  input: notesSchema,
  output: notesSchema,
});

type CheckedField = Exclude<keyof typeof fileSchema.shape, 'description' | 'input' | 'output'>;

const remedies: Record<CheckedField, string> = {
  id: 'Enter an id of lowercase letters, digits, "." and "-", such as summary.default.',
  version: 'Enter one line of 1 to 50 visible characters, such as v1.',
  taskType: `Use one of: ${taskTypes.join(', ')}.`,
  systemTemplate: 'Enter the system text as one block of text, or leave the field out.',
  template: 'Enter the prompt as one block of text ("template: |").',
  defaultParameters: 'Enter a list of key=value lines, or a map of keys to values.',
  requiredPlaceholders: 'Enter a list of placeholder names, or leave the field out.',
  optionalPlaceholders: 'Enter a list of placeholder names, or leave the field out.',
};

/** Throws AppError `template_invalid`, which names the file, the field and a remedy. */
export function loadTemplate({ file, content }: { file: string; content: Uint8Array }): Template {
  const { fields, lineOf } = parseFields(file, content);
  const id = typeof fields.id === 'string' ? fields.id : null;
  const failAt = (field: string): Fail => {
    return (problem, remedy, offset) =>
      refuse({ file, templateId: id, field, problem, remedy, line: lineOf(field, offset) });
  };
  for (const key of Object.keys(fields)) {
    if (Object.hasOwn(fileSchema.shape, key)) continue;
    failAt(key)('is an unknown field', `Remove it, or put free notes under description, input or output.`);
  }
  const parsed = fileSchema.safeParse(fields);
  if (!parsed.success) {
    const field = String(parsed.error.issues[0]?.path[0]) as CheckedField;
    const problem = Object.hasOwn(fields, field) ? 'is not valid' : 'is missing';
    return failAt(field)(problem, remedies[field]);
  }

  const given = parsed.data;
  const written = { system: given.systemTemplate.trimEnd(), prompt: given.template.trimEnd() };
  const systemTemplate = parseBody(written.system, failAt('systemTemplate'));
  const template = parseBody(written.prompt, failAt('template'));
  const body = [...systemTemplate, ...template];
  const used = placeholdersOf(body);
  const optional = new Set(given.optionalPlaceholders);
  const required = new Set(given.requiredPlaceholders ?? [...used].filter((name) => !optional.has(name)));

  rejectUnused(required, used, failAt('requiredPlaceholders'));
  rejectUnused(optional, used, failAt('optionalPlaceholders'));
  for (const name of required) {
    if (!optional.has(name)) continue;
    failAt('optionalPlaceholders')(
      `"${name}" is also in requiredPlaceholders`,
      'Keep it in one of the two lists.',
    );
  }
  rejectRequiredSections(body, optional, failAt('optionalPlaceholders'));
  return {
    id: given.id,
    version: given.version,
    taskType: given.taskType,
    systemTemplate,
    template,
    requiredPlaceholders: [...required],
    optionalPlaceholders: [...optional],
    defaultParameters: parseDefaults(given.defaultParameters, failAt('defaultParameters')),
    written,
    metadata: { description: given.description, input: given.input, output: given.output },
  };
}

function parseDefaults(value: unknown, fail: Fail): Parameters {
  // An object without a prototype has no inherited keys such as "constructor".
  const defaults: Parameters = Object.create(null);
  for (const [key, text] of listDefaults(value, fail)) {
    if (!isPlaceholderName(key)) {
      fail(`"${key}" is not a parameter name`, 'Start with a letter; use letters, digits, "_", "." or "-".');
    }
    if (typeof text !== 'string') fail(`the value of "${key}" is not plain text`, 'Write one line of text.');
    if (key in defaults) fail(`"${key}" appears twice`, 'Keep one of them.');
    defaults[key] = text;
  }
  return defaults;
}

function listDefaults(value: unknown, fail: Fail): [string, unknown][] {
  if (value === undefined || value === '') return [];
  if (!Array.isArray(value)) {
    if (typeof value === 'object' && value !== null) return Object.entries(value);
    return fail('is not valid', remedies.defaultParameters);
  }
  return value.map((line: unknown) => {
    const split = typeof line === 'string' ? line.indexOf('=') : -1;
    if (typeof line !== 'string' || split < 0) {
      return fail(`${JSON.stringify(line)} has no "="`, 'Write each line as key=value.');
    }
    return [line.slice(0, split).trim(), line.slice(split + 1).trim()];
  });
}

function rejectUnused(declared: Set<string>, used: Set<string>, fail: Fail): void {
  for (const name of declared) {
    if (used.has(name)) continue;
    fail(
      `"${name}" is declared but not used`,
      `Use {{${name}}} in systemTemplate or template, or remove it from the list.`,
    );
  }
}

function rejectRequiredSections(body: BodyPart[], optional: Set<string>, fail: Fail): void {
  for (const part of body) {
    if (part.kind !== 'section' || optional.has(part.name)) continue;
    fail(
      `the section {{#${part.name}}} depends on "${part.name}", which is not optional`,
      `Add "${part.name}" to optionalPlaceholders, or remove the section's tags.`,
    );
  }
}

/** The parser recurses for each level. One level of a template uses two or three of these. */
const maxNesting = 40;
/** Parsing time grows faster than the number of parts. Templates have 60 to 140; a text block counts as one. */
const maxParts = 4000;

interface Parsed {
  fields: Record<string, unknown>;
  /** The line of a field, or of an offset within its text. Null if the file does not have the field. */
  lineOf(field: string, offset?: number): number | null;
}

/** Parses a template file. Throws AppError `template_invalid`. */
function parseFields(file: string, content: Uint8Array): Parsed {
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
  // The failsafe schema reads every scalar as text, so that `version: 1.10` does not become 1.1.
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
      // Only in a literal block do the text's lines correspond to lines of the file.
      if (offset === undefined || !isScalar(pair.value) || pair.value.type !== 'BLOCK_LITERAL') return line;
      return line + 1 + (String(pair.value.value).slice(0, offset).match(/\n/g)?.length ?? 0);
    },
  };
}

const startRemedy = 'Start with "id:", "version:", "taskType:" and "template:".';

/** Refuses text that is too deep or too long, because composing it would block or crash the server. */
function readTokens(text: string, lines: LineCounter, fail: Fail): CST.Token[] {
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  const tokens: CST.Token[] = [];
  let parts = 0;
  for (const lexeme of new Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme));
    parts += 1;
    // Each escape in a quoted string can be a separate fault.
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
    // A flat template does not need aliases, and a few lines of them can expand to gigabytes.
    return fail('uses a YAML alias ("*name")', 'Write the value out instead.');
  }
}

/** Throws AppError `template_invalid`, which names the file, the field and a remedy. */
function refuse(reason: {
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
