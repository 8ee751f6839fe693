import type { Grounding } from '#schema/runs/grounding.ts';
import type { SessionPayload } from '#schema/runs/summary.ts';
import type { SummaryFields } from '#schema/sessions/session.ts';
import { type SessionAnswer, sessionAnswerSchema } from '#schema/sessions/session-answer.ts';
import { stripContext } from '#text/privacy/context-tag.ts';
import { stripPrivate } from '#text/privacy/private-tags.ts';

const names = ['request', 'investigated', 'learned', 'completed', 'next_steps', 'notes'] as const;
/** Between two fields where they are read as one text: no sentence goes over it. */
const gap = '\n\n';
/** A text with more object openings than this is not an answer. */
const maxBeginnings = 20;

/** The six fields, anywhere in the answer, or what is wrong with it. */
export function parseFields(text: string): SummaryFields | { problem: string } {
  let problem = 'it has no JSON object';
  for (const value of findObjects(text)) {
    const parsed = sessionAnswerSchema.safeParse(value);
    if (parsed.success) return cleanFields(parsed.data);
    const missing = parsed.error.issues.map(({ path }) => path[0]);
    problem = `these keys are missing or no strings: ${[...new Set(missing)].join(', ')}`;
  }
  return { problem };
}

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
): SessionPayload['grounding'] {
  if (grounding === null) return null;
  const byField: NonNullable<SessionPayload['grounding']> = {};
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
function cleanFields(fields: SessionAnswer): SummaryFields {
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

/** Objects in a text that may have words or a code fence around them. */
function* findObjects(text: string): Generator {
  let from = text.indexOf('{');
  for (let count = 0; from !== -1 && count < maxBeginnings; count++) {
    const end = endOfObject(text, from);
    const value = end === null ? undefined : parse(text.slice(from, end));
    if (value !== undefined) yield value;
    from = text.indexOf('{', value === undefined || end === null ? from + 1 : end);
  }
}

function endOfObject(text: string, from: number): number | null {
  let depth = 0;
  let isQuoted = false;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (isQuoted) {
      if (character === '\\') at += 1;
      else if (character === '"') isQuoted = false;
      continue;
    }
    if (character === '"') isQuoted = true;
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
