import { AppError } from '#schema/app-error.ts';

interface Issue {
  message: string;
  /** What may be chosen, if it is one of few. */
  values?: unknown[];
}

/** The value of an option. Throws AppError `invalid_input` with the option's name. */
export function readChoice<T>(
  schema: {
    safeParse(value: string): { success: true; data: T } | { success: false; error: { issues: Issue[] } };
  },
  option: string,
  value: string,
): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError('invalid_input', `${option} “${value}”: ${explain(parsed.error.issues[0])}.`);
}

function explain(issue: Issue | undefined): string {
  if (issue?.values === undefined) return issue?.message ?? 'not valid';
  return `use ${new Intl.ListFormat('en', { type: 'disjunction' }).format(issue.values.map(String))}`;
}
