import type { GroundingCounts, GroundingFlag } from './grounding.ts';

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

interface Finding extends Pick<GroundingFlag, 'kind' | 'reason'> {
  /** The words of the summary. */
  detail: string;
  /** The words of the source that conflict with them. */
  said: string | null;
}

/** What is wrong with a detail, in one line; null if nothing is. */
export function describeFinding({ kind, reason, detail, said }: Finding): string | null {
  const name = kinds[kind];
  if (name === null) return null;
  const shown = said === null ? '' : oneLine(said);
  return `${name} “${oneLine(detail)}”${shown === '' ? reasons[reason] : `: the source says “${shown}”`}`;
}

/** The verdicts that occur, in one line without a full stop. */
export function describeCounts(counts: Omit<GroundingCounts, 'flags'>): string {
  const parts = [
    `${counts.supported} of ${counts.sentences} sentences supported`,
    counts.contradicted > 0 ? `${counts.contradicted} contradicted` : null,
    counts.notFound > 0 ? `${counts.notFound} not found` : null,
    counts.undecided > 0 ? `${counts.undecided} undecided` : null,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

/** Without characters that control a terminal or turn the direction of text: a fetched page must not steer either. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}
