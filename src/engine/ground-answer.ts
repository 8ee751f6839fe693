import type { Grounding } from '#schema/grounding.ts';
import type { RunInput } from '#schema/run.ts';
import { groundSummary } from '#text/ground-summary.ts';
import type { Log } from './ports.ts';

/** Checks every sentence of an answer against the source. A fault in the check must not cost the summary. */
export function groundAnswer(input: RunInput, text: string, log: Log): Grounding | null {
  try {
    const { sentences } = groundSummary(input.sourceText, text);
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
    log.error({ err: error }, 'the grounding check failed; the summary is stored without it');
    return null;
  }
}
