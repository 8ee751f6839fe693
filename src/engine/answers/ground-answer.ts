import type { RunContext } from '#engine/define-task.ts';
import { type Grounding, groundingSchema } from '#schema/runs/grounding.ts';
import { guessLanguage } from '#text/language/guess-language.ts';
import { tellAnswerLanguage, tellLanguage } from './check-language.ts';

/** Checks every sentence of an answer against the source. A fault in the check must not cost the summary. */
export async function groundAnswer(
  { ports, run, input, signal }: Pick<RunContext, 'ports' | 'run' | 'input' | 'signal'>,
  text: string,
): Promise<Grounding | null> {
  try {
    // The check guesses the language itself; the thorough way is for texts that are too short to guess.
    const isGuessed = guessLanguage(input.sourceText) !== undefined;
    const options = {
      language: isGuessed ? undefined : ((await tellLanguage(input.sourceText)) ?? undefined),
      summaryLanguage: (await tellAnswerLanguage(text, run.targetLanguage)) ?? undefined,
    };
    const grounding = await ports.textWork.run('groundSummary', [input.sourceText, text, options], signal);
    // A client rejects the whole page for one invalid offset or score, so none is stored.
    return groundingSchema.parse(grounding satisfies Grounding);
  } catch (error) {
    if (signal.aborted) throw error;
    ports.log.error({ err: error }, 'grounding check failed; storing the summary without it');
    return null;
  }
}
