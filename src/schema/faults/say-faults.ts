import type { z } from 'zod';
import { AppError } from '#schema/app-error.ts';

/** What is wrong with one field, in a sentence. */
export interface Fault {
  field: string;
  reason: string;
}

/** Messages quote what a caller sent, so both bounds keep the messages readable. */
const mostNames = 5;
const mostNameCharacters = 60;
const mostChoices = 40;

/**
 * The second argument of `safeParse` wherever people read the messages: the messages say what to enter. A message of
 * the schema itself takes precedence.
 */
export const inSentences = { error: sayFault };

/** Names each field and what is wrong with it. `whole` is the name for a value that is no field. */
export function readFaults(error: z.ZodError, whole: string): Fault[] {
  const faults = error.issues.map(closest).map(({ path, message }) => ({
    field: path.map((key) => String(key).slice(0, mostNameCharacters)).join('.') || whole,
    reason: message,
  }));
  // A value may fail two checks that have the same remedy, so equal sentences are listed once.
  const sentences = new Map(faults.map((fault) => [`${fault.field}: ${fault.reason}`, fault]));
  return [...sentences.values()];
}

/** Makes the error for a request or file that does not fit its schema. Parse with `inSentences` first. */
export function toInvalidInput(error: z.ZodError, whole = 'body'): AppError {
  const issues = readFaults(error, whole);
  const sentences = issues.slice(0, mostNames).map(({ field, reason }) => `${field}: ${reason}`);
  return new AppError('invalid_input', sentences.join(' '), { details: { issues: issues.slice(0, 50) } });
}

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'> & { errors?: Issue[][] };

/** Finds, for a field with several forms, the fault in the form that fits best. */
function closest(issue: Issue): Issue {
  const inner = (issue.errors ?? []).flat().toSorted((a, b) => b.path.length - a.path.length)[0];
  if (inner === undefined) return issue;
  return closest({ ...inner, path: [...issue.path, ...inner.path] });
}

function sayFault(issue: z.core.$ZodRawIssue): string {
  const isMissing = issue.input === undefined;
  switch (issue.code) {
    case 'invalid_type':
      return isMissing ? 'Required.' : sayType(issue.expected);
    case 'invalid_value':
      return `${isMissing ? 'Required. ' : ''}Use ${listChoices(issue.values)}.`;
    case 'too_big':
      return saySize(issue.origin, {
        limit: issue.maximum,
        words: issue.exact ? 'exactly' : issue.inclusive ? 'at most' : 'less than',
      });
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'Required.';
      return saySize(issue.origin, {
        limit: issue.minimum,
        words: issue.exact ? 'exactly' : issue.inclusive ? 'at least' : 'more than',
      });
    case 'invalid_format':
      return formats.get(issue.format) ?? 'This form is not allowed.';
    case 'not_multiple_of':
      return `Enter a multiple of ${issue.divisor}.`;
    case 'unrecognized_keys':
      return sayUnknown(issue.keys);
    case 'invalid_union':
      return isMissing ? 'Required.' : 'None of the accepted forms fits.';
    case 'invalid_key':
      return 'One of the names is not allowed.';
    case 'invalid_element':
    case 'custom':
    default:
      return 'This value is not allowed.';
  }
}

function sayType(expected: string): string {
  switch (expected) {
    case 'string':
      return 'Enter text.';
    case 'number':
      return 'Enter a number.';
    case 'int':
      return 'Enter a whole number.';
    case 'boolean':
      return 'Use true or false.';
    case 'array':
    case 'tuple':
      return 'Enter a list.';
    case 'object':
    case 'record':
      return 'Enter an object with named fields.';
    case 'null':
      return 'Use null.';
    default:
      return 'This kind of value is not allowed.';
  }
}

function saySize(origin: string, { limit, words }: { limit: number | bigint; words: string }): string {
  const amount = `${words} ${limit}`;
  const isOne = Number(limit) === 1;
  if (origin === 'string') return `Use ${amount} ${isOne ? 'character' : 'characters'}.`;
  if (origin === 'array' || origin === 'set' || origin === 'map' || origin === 'object')
    return `Use ${amount} ${isOne ? 'item' : 'items'}.`;
  return `Enter ${origin === 'int' ? 'a whole number' : 'a number'} of ${amount}.`;
}

const formats: ReadonlyMap<string, string> = new Map([
  ['url', 'Enter a URL that starts with http:// or https://.'],
  ['uuid', 'Enter an ID such as 3f2b8c1e-0f5a-4c1d-9b7e-2a6d4e8f1c05.'],
  ['datetime', 'Enter a date and time such as 2026-01-31T12:00:00Z.'],
  ['date', 'Enter a date such as 2026-01-31.'],
]);

function sayUnknown(keys: readonly string[]): string {
  const named = keys.slice(0, mostNames).map((key) => `“${key.slice(0, mostNameCharacters)}”`);
  if (keys.length > mostNames) named.push(`${keys.length - mostNames} more`);
  return `Unknown ${keys.length === 1 ? 'field' : 'fields'}: ${listAll(named)}. Check the spelling, or remove ${keys.length === 1 ? 'it' : 'them'}.`;
}

function listChoices(values: readonly z.core.util.Primitive[]): string {
  const named = values.slice(0, mostChoices).map(String);
  if (values.length > mostChoices) named.push(`one of ${values.length - mostChoices} others`);
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(named);
}

function listAll(names: readonly string[]): string {
  return new Intl.ListFormat('en').format(names);
}

/** Reads the value of an option. Throws AppError `invalid_input` with the option's name and what to enter. */
export function readChoice<S extends z.ZodType>(schema: S, option: string, value: string): z.output<S> {
  const parsed = schema.safeParse(value, inSentences);
  if (parsed.success) return parsed.data;
  throw new AppError('invalid_input', `${option} “${value}”: ${parsed.error.issues[0]?.message}`);
}

/**
 * Reads a number that a person entered. The schema's limits are `scale` times as large. Throws AppError
 * `invalid_input`.
 */
export function readNumber(
  schema: z.ZodType,
  { option, text, scale = 1 }: { option: string; text: string; scale?: number },
): number {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  const { error } = schema.safeParse(scale === 1 ? number : Math.round(number * scale), {
    error: (issue) => inSentences.error(divideLimits(issue, scale)),
  });
  if (error === undefined) return number;
  throw new AppError('invalid_input', `${option}: ${error.issues[0]?.message}`);
}

function divideLimits(issue: z.core.$ZodRawIssue, scale: number): z.core.$ZodRawIssue {
  if (issue.code === 'too_small') return { ...issue, minimum: Number(issue.minimum) / scale };
  if (issue.code === 'too_big') return { ...issue, maximum: Number(issue.maximum) / scale };
  return issue;
}
