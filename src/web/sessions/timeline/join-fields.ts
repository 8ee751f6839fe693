import type { Grounding } from '#schema/runs/grounding.ts';
import type { SentenceOpinion } from '#schema/runs/opinions.ts';
import { groundFields, joinFields, placeFields, presentFields } from '#schema/sessions/field-text.ts';
import { type SessionSummary, type SummaryFields, summaryFieldsSchema } from '#schema/sessions/session.ts';

type FieldName = keyof SummaryFields;

const fieldNames = Object.keys(summaryFieldsSchema.shape) as FieldName[];

/** The non-empty fields, in order. */
export function filledFields(summary: SummaryFields): { name: FieldName; text: string }[] {
  return fieldNames.flatMap((name) => {
    const text = summary[name] ?? '';
    return text.trim() === '' ? [] : [{ name, text }];
  });
}

/** All fields as the one text that is checked, with its verdicts; null if nothing was checked. */
export function joinChecked(summary: SessionSummary): { text: string; grounding: Grounding } | null {
  if (summary.grounding === null) return null;
  const { sentences } = joinFields(summary, summary.grounding);
  if (sentences.length === 0) return null;
  // A field has it only if the model gave an opinion on one of its sentences.
  const check = Object.values(summary.grounding).find((field) => field.check !== undefined)?.check;
  return { text: presentFields(summary), grounding: { sentences, ...(check && { check }) } };
}

/** The verdicts on the joined text, field by field. */
export function splitGrounding(
  summary: SessionSummary,
  grounding: Grounding,
): Partial<Record<FieldName, Grounding>> {
  const { check } = grounding;
  const byField = Object.entries(groundFields(summary, grounding) ?? {});
  return Object.fromEntries(byField.map(([name, field]) => [name, { ...field, ...(check && { check }) }]));
}

/** The opinions on sentences of one field, with their places in it. */
export function opinionsIn(
  summary: SummaryFields,
  name: FieldName,
  opinions: readonly SentenceOpinion[],
): SentenceOpinion[] {
  const place = placeFields(summary).find((field) => field.name === name);
  if (place === undefined) return [];
  const move = <T extends { start: number; end: number }>(part: T): T => ({
    ...part,
    start: part.start - place.start,
    end: part.end - place.start,
  });
  return opinions
    .filter(({ start, end }) => start >= place.start && end <= place.end)
    .map((opinion) => ({ ...move(opinion), wrong: opinion.wrong && move(opinion.wrong) }));
}
