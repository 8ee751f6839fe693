import type { AppError } from '#schema/app-error.ts';
import type { Strings } from '#web/strings/en/en.ts';

/** The errors by field, such as `timeouts.idleMs`. */
export type FieldErrors = ReadonlyMap<string, string>;

export const noErrors: FieldErrors = new Map();

/** The parts of a schema finding that are translated here. */
export interface Finding {
  code: string;
  path: PropertyKey[];
  message: string;
  origin?: string;
  format?: string;
  expected?: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
  inclusive?: boolean;
  params?: Record<string, unknown>;
}

type Words = Strings['settings']['form'];

/** Describes schema findings in the user's language. */
export function readFindings(findings: readonly Finding[], words: Words): FieldErrors {
  return new Map(findings.map((finding) => [finding.path.map(String).join('.'), describe(finding, words)]));
}

/** Returns the fields that the server names, each with its message, or null if it names none. */
export function readServerErrors({ code, message, details }: AppError): FieldErrors | null {
  if (code !== 'invalid_input') return null;
  const issues = details?.issues;
  if (Array.isArray(issues)) {
    const told = (issues as { field?: unknown; reason?: unknown }[])
      .filter(({ field, reason }) => typeof field === 'string' && typeof reason === 'string')
      .map(({ field, reason }) => [String(field), String(reason)] as const);
    if (told.length > 0) return new Map(told);
  }
  const [, field, reason] = /^([A-Za-z][A-Za-z0-9_.]*): (.+)$/s.exec(message) ?? [];
  return field === undefined || reason === undefined ? null : new Map([[field, reason]]);
}

/** Returns the message for a field, or for anything inside it. The latter is prefixed with its name. */
export function errorOf(errors: FieldErrors, name: string): string | null {
  const own = errors.get(name);
  if (own !== undefined) return own;
  for (const [field, words] of errors)
    if (field.startsWith(`${name}.`)) return `${field.slice(name.length + 1)}: ${words}`;
  return null;
}

function describe(finding: Finding, words: Words): string {
  const { code, origin, expected, format, minimum, maximum, inclusive, params } = finding;
  if (params?.invisible === true) return words.required;
  if (code === 'too_small')
    return origin === 'string'
      ? words.required
      : inclusive === false
        ? words.over(Number(minimum))
        : words.atLeast(Number(minimum));
  if (code === 'too_big')
    return origin === 'string' ? words.tooLong(Number(maximum)) : words.atMost(Number(maximum));
  if (code === 'invalid_type' && expected === 'int') return words.whole;
  if (code === 'invalid_type' && expected === 'number') return words.number;
  if (code === 'invalid_type' && expected === 'string') return words.required;
  if (code === 'invalid_format' && format === 'url') return words.address;
  if (code === 'invalid_format' && format === 'regex') return words.characters;
  return finding.message;
}
