import { AppError } from '#schema/app-error.ts';

/** The value of an option. Throws AppError `invalid_input` with the option's name. */
export function readChoice<T>(
  schema: {
    safeParse(
      value: string,
    ): { success: true; data: T } | { success: false; error: { issues: { message: string }[] } };
  },
  option: string,
  value: string,
): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError(
    'invalid_input',
    `${option} “${value}”: ${parsed.error.issues[0]?.message ?? 'not valid'}.`,
  );
}
