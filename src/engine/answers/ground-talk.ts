import type { TextWork } from '#engine/ports.ts';
import type { Grounding } from '#schema/runs/grounding.ts';
import { tellAnswerLanguage, tellLanguage } from './check-language.ts';

interface Talk {
  /** What was said, without the names of the speakers, which would speak for English. */
  said: readonly string[];
  sourceText: string;
  summary: string;
}

/**
 * Checks the summary of a talk against what was said. It is in the language of the talk, and where that is too short to
 * tell, the talk is in its own.
 */
export async function groundTalk(
  textWork: TextWork,
  { said, sourceText, summary }: Talk,
): Promise<Grounding> {
  const language = await tellLanguage(said.join('\n\n'));
  const summaryLanguage = await tellAnswerLanguage(summary, language);
  const { score, sentences } = await textWork.run('groundSummary', [
    sourceText,
    summary,
    {
      language: language ?? summaryLanguage ?? undefined,
      summaryLanguage: summaryLanguage ?? undefined,
    },
  ]);
  return { score, sentences };
}
