import type { SummaryFields } from '#schema/sessions/session.ts';
import type { SessionAnswer } from '#schema/sessions/session-answer.ts';
import { stripContext } from '#text/privacy/context-tag.ts';
import { stripPrivate } from '#text/privacy/private-tags.ts';

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
