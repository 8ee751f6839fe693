import type { TranslatedParagraph } from '#schema/translations/translation.ts';
import type { Strings } from '#web/strings/en/en.ts';

/** What the rules noticed about a paragraph, or why it has no translation: one sentence each. */
export function describeParagraph(
  { problem, marks }: Pick<TranslatedParagraph, 'problem' | 'marks'>,
  { translation }: Strings,
): string[] {
  const reasons = problem === null ? [] : [translation.problems[problem]];
  return [...reasons, ...marks.map((mark) => translation.marks[mark.kind](mark))];
}
