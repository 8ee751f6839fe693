import { type Grounding, groundingSchema } from '#schema/grounding.ts';
import { groundSummary } from '#text/ground-summary.ts';
import { tellAnswerLanguage, tellLanguage } from './check-language.ts';
import type { RunContext } from './run-context.ts';

/** Checks every sentence of an answer against the source. A fault in the check must not cost the summary. */
export async function groundAnswer(
  { ports, run, input }: Pick<RunContext, 'ports' | 'run' | 'input'>,
  text: string,
): Promise<Grounding | null> {
  try {
    const grounding = groundSummary(input.sourceText, text, {
      language: (await tellLanguage(input.sourceText)) ?? undefined,
      summaryLanguage: (await tellAnswerLanguage(text, run.targetLanguage)) ?? undefined,
    });
    // A client refuses the whole page over one invalid offset or score, so none is stored.
    return groundingSchema.parse(grounding satisfies Grounding);
  } catch (error) {
    ports.log.error({ err: error }, 'the grounding check failed; the summary is stored without it');
    return null;
  }
}
