import type { Entity, HistorianState, SummarizeOutput } from '#schema/conversations/conversation.ts';
import { cut } from './cut.ts';

const maxLabels = 5;
const maxLabelCharacters = 60;

const quietDecisions = new Map(
  Object.entries<string>({
    propose: 'Proposed a plan',
    clarify: 'Asked for clarification',
    understand: 'Asked what was meant',
  }),
);

type Deltas = Omit<SummarizeOutput, 'turn_summary' | 'next_step_suggestion'>;

/** Describes the turn in one line. The line comes from the turn's numbers, so it claims nothing else. */
export function describeTurn(deltas: Deltas, { think_output, understand_output }: HistorianState): string {
  const parts = [
    listed('created', deltas.entities_created),
    listed('updated', deltas.entities_updated),
    listed('deleted', deltas.entities_deleted),
    counted('generated', deltas.artifacts_generated),
    counted('saved', deltas.artifacts_saved),
    deltas.errors.length === 0
      ? ''
      : `${deltas.errors.length} ${deltas.errors.length === 1 ? 'error' : 'errors'}`,
  ].filter((part) => part !== '');
  if (parts.length > 0) return capitalize(`${parts.join('; ')}.`);
  if (understand_output?.needs_clarification)
    return `${quietDecisions.get('understand')}; nothing was changed.`;
  return `${quietDecisions.get(think_output?.decision ?? '') ?? 'Answered'}; nothing was changed.`;
}

function listed(verb: string, entities: readonly Entity[]): string {
  if (entities.length === 0) return '';
  const labels = entities.slice(0, maxLabels).map(({ label }) => cut(label, maxLabelCharacters));
  const more = entities.length > maxLabels ? `, and ${entities.length - maxLabels} more` : '';
  return `${verb} ${counts(entities.map(({ type }) => type))} (${labels.join(', ')}${more})`;
}

function counts(types: readonly string[]): string {
  const numbers = new Map<string, number>();
  for (const type of types) numbers.set(type, (numbers.get(type) ?? 0) + 1);
  return [...numbers].map(([type, count]) => `${count} ${type}`).join(', ');
}

function counted(verb: string, numbers: Readonly<Record<string, number>>): string {
  const parts = Object.entries(numbers).map(([type, count]) => `${count} ${type}`);
  return parts.length === 0 ? '' : `${verb} ${parts.join(', ')}`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
