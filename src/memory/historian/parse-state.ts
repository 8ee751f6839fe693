import { AppError } from '#schema/app-error.ts';
import { type HistorianState, historianStateSchema } from '#schema/conversations/conversation.ts';

interface Fault {
  path: PropertyKey[];
  message: string;
}

/** Throws AppError `invalid_input` that names the field. */
export function parseState(state: unknown): HistorianState {
  const parsed = historianStateSchema.safeParse(state);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(deepest).map(({ path, message }) => {
    return { field: path.map(String).join('.') || 'state', message };
  });
  const words = issues.slice(0, 5).map(({ field, message }) => `${field}: ${message}`);
  throw new AppError('invalid_input', words.join('; '), { details: { issues: issues.slice(0, 50) } });
}

/** Of a field with several forms, the fault in the form that comes closest. */
function deepest(issue: Fault & { errors?: (Fault & { errors?: unknown })[][] | undefined }): Fault {
  const inner = (issue.errors ?? []).flat().toSorted((a, b) => b.path.length - a.path.length)[0];
  if (inner === undefined || inner.path.length === 0) return issue;
  return { path: [...issue.path, ...inner.path], message: inner.message };
}
