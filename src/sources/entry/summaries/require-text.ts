import { AppError } from '#schema/app-error.ts';
import { checkSource } from '#text/source-gate.ts';

/** Throws AppError `source_…` if a text given directly has nothing to summarize. */
export function requireText(
  text: string,
  { title, anyway }: { title: string | null; anyway?: boolean | undefined },
): void {
  const finding = checkSource(text, title);
  // An empty text cannot be summarized, even on request.
  if (finding !== null && (anyway !== true || finding.code === 'source_empty')) {
    throw new AppError(finding.code, finding.message);
  }
}
