import type { Grounding } from '#schema/grounding.ts';
import type { RunContext } from './run-context.ts';

/** Checks every sentence of an answer against the source. A fault in the check must not cost the summary. */
export async function groundAnswer(
  { ports, input, signal }: Pick<RunContext, 'ports' | 'input' | 'signal'>,
  text: string,
): Promise<Grounding | null> {
  try {
    const { sentences } = await ports.textWork.run('groundSummary', [input.sourceText, text], signal);
    return {
      sentences: sentences.map(({ start, end, state, support, flags }) => ({
        start,
        end,
        state,
        support: support.map((passage) => ({ start: passage.start, end: passage.end })),
        flags: flags.map((flag) => ({
          kind: flag.kind,
          reason: flag.reason,
          start: flag.start,
          end: flag.end,
        })),
      })),
    };
  } catch (error) {
    if (signal.aborted) throw error;
    ports.log.error({ err: error }, 'the grounding check failed; the summary is stored without it');
    return null;
  }
}
