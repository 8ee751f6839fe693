import type { GroundingFlag } from '#schema/grounding.ts';
import type { Run } from '#schema/run.ts';
import type { Summary } from '#schema/summary.ts';

const kinds: Record<GroundingFlag['kind'], string> = {
  number: 'number',
  unit: 'unit',
  currency: 'currency',
  date: 'date',
  name: 'name',
  quote: 'quotation',
  negation: 'negation',
  polarity: 'direction',
  quantifier: 'quantity',
  hedge: 'certainty',
  comparison: 'comparison',
  order: 'order of events',
  condition: 'condition',
  role: 'role',
  opposite: 'opposite',
  term: 'word',
};
const reasons: Record<GroundingFlag['reason'], string> = {
  missing: 'is not in the source',
  elsewhere: 'is in the source, but about something else',
  reversed: 'says the opposite of the source',
};

/** The check of a summary in words: one line that counts, then each detail that the source does not bear out. */
export function describeGrounding(run: Run, summary: Summary): string {
  const counts = run.grounding;
  if (counts === null || summary.grounding === null) return 'Check: not available.\n';
  const parts = [
    `${counts.supported} of ${counts.sentences} sentences supported`,
    counts.notVerifiable > 0 ? `${counts.notVerifiable} not verifiable` : null,
    counts.flags > 0 ? `${counts.flags} ${counts.flags === 1 ? 'detail' : 'details'} not borne out` : null,
  ];
  const details = summary.grounding.sentences.flatMap((sentence) =>
    sentence.flags.map(
      (flag) =>
        `  ${kinds[flag.kind]} “${summary.text.slice(flag.start, flag.end)}” ${reasons[flag.reason]}\n`,
    ),
  );
  return `Check: ${parts.filter((part) => part !== null).join(', ')}.\n${details.join('')}`;
}
