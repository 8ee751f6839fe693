import type { GroundingFlag } from '#schema/runs/grounding.ts';
import type { Run } from '#schema/runs/run.ts';
import type { Summary } from '#schema/runs/summary.ts';

/** A word that is merely new is not a finding: its sentence is undecided. */
const kinds: Record<GroundingFlag['kind'], string | null> = {
  number: 'number',
  unit: 'unit',
  currency: 'currency',
  date: 'date',
  name: 'name',
  role: 'role',
  quantifier: 'quantity',
  negation: 'negation',
  polarity: 'direction',
  quote: 'quotation',
  hedge: 'certainty',
  condition: 'condition',
  comparison: 'comparison',
  order: 'order of events',
  term: null,
  claim: 'statement',
};
const reasons: Record<GroundingFlag['reason'], string> = {
  missing: ' is not in the source',
  elsewhere: ' does not match the source',
  reversed: ': the source says the opposite',
};

interface Checked {
  run: Run;
  summary: Summary;
  sourceText: string;
}

/** The grounding of a summary as text: a line of counts, then each detail that conflicts or was not found. */
export function describeGrounding({ run, summary, sourceText }: Checked): string {
  const counts = run.grounding;
  if (counts === null || summary.grounding === null) return 'Check: unavailable.\n';
  const parts = [
    `${counts.supported} of ${counts.sentences} sentences supported`,
    counts.contradicted > 0 ? `${counts.contradicted} contradicted` : null,
    counts.notFound > 0 ? `${counts.notFound} not found` : null,
    counts.undecided > 0 ? `${counts.undecided} undecided` : null,
  ];
  const details = summary.grounding.sentences.flatMap(({ flags }) =>
    flags.flatMap(({ kind, reason, source, start, end }) => {
      const name = kinds[kind];
      if (name === null) return [];
      const said = source === undefined ? '' : oneLine(sourceText.slice(source.start, source.end));
      const finding = said === '' ? reasons[reason] : `: the source says “${said}”`;
      return `  ${name} “${oneLine(summary.text.slice(start, end))}”${finding}\n`;
    }),
  );
  return `Check: ${parts.filter((part) => part !== null).join(', ')}.\n${details.join('')}`;
}

/** Without control characters: a fetched page must not steer the terminal. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
