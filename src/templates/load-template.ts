import { z } from 'zod';
import { type Parameters, type TaskType, taskTypeSchema, taskTypes } from '#schema/runs/run.ts';
import { type BodyPart, type Fail, isPlaceholderName, parseBody, placeholdersOf } from './parse-body.ts';
import { parseFields, refuse } from './parse-fields.ts';

export interface Template {
  id: string;
  version: string;
  taskType: TaskType;
  systemTemplate: BodyPart[];
  template: BodyPart[];
  requiredPlaceholders: string[];
  optionalPlaceholders: string[];
  defaultParameters: Parameters;
  /** Both texts exactly as in the file. */
  written: { system: string; prompt: string };
  /** Free notes, with room for the input and output descriptions of richer prompt standards. */
  metadata: { description?: unknown; input?: unknown; output?: unknown };
}

const placeholderListSchema = z
  .array(z.string().refine(isPlaceholderName))
  .or(z.literal('').transform(() => undefined))
  .optional();
const notesSchema = z.unknown().optional();

/** A version is shown in lists: it must not hide or reorder the text next to it. */
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

/** Throws AppError `template_invalid`, naming file, field and remedy. */
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
  // Without a prototype: a key such as "constructor" is a key like any other.
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
