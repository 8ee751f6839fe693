import type { RunContext } from '#engine/define-task.ts';
import type { TextWork } from '#engine/ports.ts';
import { type Grounding, groundingSchema } from '#schema/runs/grounding.ts';
import { guessLanguage } from '#text/language/guess-language.ts';
import { tellAnswerLanguage, tellLanguage } from './check-answer.ts';

/** Checks every sentence of an answer against the source. A failed check must not lose the summary. */
export async function groundAnswer(
  { ports, run, input, signal }: Pick<RunContext, 'ports' | 'run' | 'input' | 'signal'>,
  text: string,
): Promise<Grounding | null> {
  try {
    // The check guesses the language itself. Only a text that is too short to guess is detected here.
    const isGuessed = guessLanguage(input.sourceText) !== undefined;
    const options = {
      language: isGuessed ? undefined : ((await tellLanguage(input.sourceText)) ?? undefined),
      summaryLanguage: (await tellAnswerLanguage(text, run.targetLanguage)) ?? undefined,
    };
    const grounding = await ports.textWork.run('groundSummary', [input.sourceText, text, options], signal);
    // A client rejects the whole page for one invalid offset or score, so an invalid check is not stored.
    return groundingSchema.parse(grounding satisfies Grounding);
  } catch (error) {
    if (signal.aborted) throw error;
    ports.log.error({ err: error }, 'grounding check failed; storing the summary without it');
    return null;
  }
}

interface Talk {
  /** What was said, without the names of the speakers, which would make the text look like English. */
  said: readonly string[];
  sourceText: string;
  summary: string;
}

/**
 * Checks the summary of a talk against what was said. The summary counts as written in the language of the talk
 * unless it is certainly in another one. If the talk is too short to tell its language, the language of the summary
 * is used.
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
