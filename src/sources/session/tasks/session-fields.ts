import type { Grounding } from '#schema/runs/grounding.ts';
import type { SessionSummary, SummaryFields } from '#schema/sessions/session.ts';
import type { SessionAnswer } from '#schema/sessions/session-answer.ts';
import { stripContext } from '#text/privacy/context-tag.ts';
import { stripPrivate } from '#text/privacy/private-tags.ts';

const names = ['request', 'investigated', 'learned', 'completed', 'next_steps', 'notes'] as const;
/** Between two fields where they are read as one text: no sentence goes over it. */
const gap = '\n\n';

/** As one text, field after field. */
export function presentFields(fields: SummaryFields): string {
  return names
    .map((name) => fields[name] ?? '')
    .filter((text) => text !== '')
    .join(gap);
}

/** The check of that text, taken apart by fields again. */
export function groundFields(
  fields: SummaryFields,
  grounding: Grounding | null,
): SessionSummary['grounding'] {
  if (grounding === null) return null;
  const byField: NonNullable<SessionSummary['grounding']> = {};
  let from = 0;
  for (const name of names) {
    const text = fields[name] ?? '';
    if (text === '') continue;
    const to = from + text.length;
    const own = grounding.sentences.filter(({ start, end }) => start >= from && end <= to);
    byField[name] = { sentences: own.map((sentence) => shift(sentence, from)) };
    from = to + gap.length;
  }
  return byField;
}

function shift(sentence: Grounding['sentences'][number], by: number): Grounding['sentences'][number] {
  const move = <T extends { start: number; end: number }>(part: T): T => ({
    ...part,
    start: part.start - by,
    end: part.end - by,
  });
  // Offsets into the source are useless: the text of a session is not stored.
  const flags = sentence.flags.map(({ kind, reason, start, end }) => move({ kind, reason, start, end }));
  return { ...move(sentence), support: [], flags };
}

/** What a model was given is clean; what it makes up is not trusted to be. */
export function cleanFields(fields: SessionAnswer): SummaryFields {
  const clean = (text: string) => stripPrivate(stripContext(stripPrivate(text).text)).text.trim();
  const notes = clean(fields.notes);
  return {
    request: clean(fields.request),
    investigated: clean(fields.investigated),
    learned: clean(fields.learned),
    completed: clean(fields.completed),
    next_steps: clean(fields.next_steps),
    notes: notes === '' ? null : notes,
  };
}
