import type { GroundedSentence, Grounding } from '#schema/runs/grounding.ts';
import type { SessionSummary, SummaryFields } from './session.ts';

const names = ['request', 'investigated', 'learned', 'completed', 'next_steps', 'notes'] as const;
/** Between two fields where they are read as one text: no sentence goes over it. */
const gap = '\n\n';

interface FieldPlace {
  name: keyof SummaryFields;
  text: string;
  start: number;
  end: number;
}

/** As one text, field after field. */
export function presentFields(fields: SummaryFields): string {
  return placeFields(fields)
    .map(({ text }) => text)
    .join(gap);
}

/** Where each field is in that text; empty ones are nowhere. */
export function placeFields(fields: SummaryFields): FieldPlace[] {
  let start = 0;
  return names.flatMap((name) => {
    const text = fields[name] ?? '';
    if (text === '') return [];
    const place = { name, text, start, end: start + text.length };
    start = place.end + gap.length;
    return [place];
  });
}

/** The check of that text, taken apart by fields. */
export function groundFields(
  fields: SummaryFields,
  grounding: Grounding | null,
): SessionSummary['grounding'] {
  if (grounding === null) return null;
  const { check } = grounding;
  return Object.fromEntries(
    placeFields(fields).map(({ name, start: from, end: to }) => {
      const own = grounding.sentences.filter(({ start, end }) => start >= from && end <= to);
      const isChecked = own.some(({ opinion }) => opinion !== undefined);
      const sentences = own.map((sentence) => shift(sentence, -from)).map(withoutPlaces);
      return [name, { sentences, ...(isChecked && check && { check }) }];
    }),
  );
}

/** The same put together again. */
export function joinFields(
  fields: SummaryFields,
  byField: NonNullable<SessionSummary['grounding']>,
): Grounding {
  return {
    sentences: placeFields(fields).flatMap(({ name, start }) =>
      (byField[name]?.sentences ?? []).map((sentence) => shift(sentence, start)),
    ),
  };
}

function shift(sentence: GroundedSentence, by: number): GroundedSentence {
  const move = <T extends { start: number; end: number }>(part: T): T => ({
    ...part,
    start: part.start + by,
    end: part.end + by,
  });
  return { ...move(sentence), flags: sentence.flags.map(move) };
}

/** Offsets into the source are useless: the text of a session is not stored. */
function withoutPlaces({ opinion, ...sentence }: GroundedSentence): GroundedSentence {
  return {
    ...sentence,
    support: [],
    flags: sentence.flags.map(({ kind, reason, start, end }) => ({ kind, reason, start, end })),
    ...(opinion && { opinion: { ...opinion, passages: [] } }),
  };
}
