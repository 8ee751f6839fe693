import type { Grounding } from '#schema/runs/grounding.ts';
import { type SessionSummary, type SummaryFields, summaryFieldsSchema } from '#schema/sessions/session.ts';

const fieldNames = Object.keys(summaryFieldsSchema.shape) as (keyof SummaryFields)[];

/** The non-empty fields, in order. */
export function filledFields(summary: SummaryFields): { name: keyof SummaryFields; text: string }[] {
  return fieldNames.flatMap((name) => {
    const text = summary[name] ?? '';
    return text.trim() === '' ? [] : [{ name, text }];
  });
}

/** All fields as one text with one check; null if nothing was checked. */
export function joinFields(summary: SessionSummary): { text: string; grounding: Grounding } | null {
  let text = '';
  const sentences: Grounding['sentences'] = [];
  for (const field of filledFields(summary)) {
    const by = text.length;
    const move = <T extends { start: number; end: number }>(part: T): T => ({
      ...part,
      start: part.start + by,
      end: part.end + by,
    });
    for (const sentence of summary.grounding?.[field.name]?.sentences ?? [])
      sentences.push({ ...move(sentence), flags: sentence.flags.map(move) });
    text += `${field.text}\n`;
  }
  return sentences.length === 0 ? null : { text, grounding: { sentences } };
}
