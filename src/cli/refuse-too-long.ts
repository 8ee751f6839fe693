import { AppError } from '#schema/app-error.ts';
import { maxSourceCharacters } from '#schema/text/source-limit.ts';

/** Throws AppError `too_large`. */
export function refuseTooLong(text: string): void {
  if (text.length <= maxSourceCharacters) return;
  const [length, limit] = [text.length, maxSourceCharacters].map((count) => count.toLocaleString('en'));
  throw new AppError(
    'too_large',
    `The text has ${length} characters; the limit is ${limit}. Split it and summarize each part.`,
  );
}
