import type { z } from 'zod';
import { AppError } from '#schema/app-error.ts';
import { inSentences } from './say-faults.ts';

/** The value of an option. Throws AppError `invalid_input` with the option's name and what to enter. */
export function readChoice<S extends z.ZodType>(schema: S, option: string, value: string): z.output<S> {
  const parsed = schema.safeParse(value, inSentences);
  if (parsed.success) return parsed.data;
  throw new AppError('invalid_input', `${option} “${value}”: ${parsed.error.issues[0]?.message}`);
}

/** A number as people enter it; the schema has it `scale` times as large. Throws AppError `invalid_input`. */
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
