import { isRecord } from '#plugin/read-options.ts';
import { parseJson } from '#schema/parse-json.ts';
import { cleanText } from '#text/privacy/clean-parts.ts';
import type { SessionSummary } from './summary-prompt.ts';

/** Six fields of this length stay under the worker's 256 KiB, even if each character takes several bytes. */
const maxFieldChars = 6000;

/** Reads a summary in a text: one JSON object, bare or with words or a fence around it. */
export function parseSummaryText(text: string): SessionSummary | null {
  return toSummary(parseObject(text));
}

export function toSummary(value: unknown): SessionSummary | null {
  if (!isRecord(value)) return null;
  const summary: SessionSummary = {
    request: readField(value.request),
    investigated: readField(value.investigated),
    learned: readField(value.learned),
    completed: readField(value.completed),
    next_steps: readField(value.next_steps),
    notes: readField(value.notes) || null,
  };
  const isTold = [summary.investigated, summary.learned, summary.completed].some((field) => field !== '');
  return summary.request !== '' && isTold ? summary : null;
}

/** Makes a summary safe to send: without private parts, keys or private texts. */
export function cleanSummary(summary: SessionSummary, hidden: readonly string[]): SessionSummary {
  const clean = (text: string): string => cleanText(text, { maxChars: maxFieldChars, hidden });
  return {
    request: clean(summary.request),
    investigated: clean(summary.investigated),
    learned: clean(summary.learned),
    completed: clean(summary.completed),
    next_steps: clean(summary.next_steps),
    notes: summary.notes === null ? null : clean(summary.notes),
  };
}

/** Reads a field. Models that are asked for text sometimes return a list. */
function readField(value: unknown): string {
  const text = Array.isArray(value)
    ? value
        .filter((item) => typeof item === 'string')
        .map((item) => `- ${item}`)
        .join('\n')
    : value;
  return typeof text === 'string' ? text.trim() : '';
}

function parseObject(text: string): unknown {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  return parseJson(text.slice(start, end + 1));
}
