import type { z } from 'zod';
import { AppError } from '#schema/app-error.ts';
import { toInvalidInput } from '#schema/faults/say-faults.ts';
import { maxSummaryFieldCharacters } from '#schema/sessions/sessions-wire.ts';

/** What is wrong with a plugin's request body, in the wording that clients of such a worker expect. */
export function toSessionProblem(error: z.ZodError): AppError {
  const { details } = toInvalidInput(error);
  return new AppError('invalid_input', describe(error.issues[0]), { details });
}

function describe(issue: z.ZodError['issues'][number] | undefined): string {
  const [field, inner] = (issue?.path ?? []).map(String);
  // A body that is not an object has none of the fields.
  if (issue === undefined || field === undefined) return 'Missing contentSessionId';
  if (field === 'summary' && inner === undefined) return 'Missing summary';
  if (field === 'summary') return `Invalid summary: ${inner} ${describeField(issue, inner)}`;
  const isMissing = issue.code === 'invalid_type' || issue.code === 'too_small';
  if (isMissing && (field === 'contentSessionId' || field === 'tool_name')) return `Missing ${field}`;
  return `Invalid ${field}: ${issue.message}`;
}

function describeField({ code }: z.ZodError['issues'][number], name: string | undefined): string {
  if (code === 'too_big') return `has more than ${maxSummaryFieldCharacters} characters`;
  return name === 'notes' ? 'must be a string or null' : 'must be a string';
}
