import { cleanText } from './clean.ts';
import type { Message } from './ports.ts';
import { isRecord } from './read-options.ts';
import type { SessionSummary } from './summary-prompt.ts';

/** Six fields of this length are under the worker's 256 KiB even where each character takes several bytes. */
const maxFieldChars = 6000;

/**
 * The summary in a reply, or null. A prompt that is cut off by OpenCode's end comes back as if it were the answer, with
 * the role of the user: only what the assistant said counts.
 */
export function parseSummary(reply: Message): SessionSummary | null {
  const { role, error, structured } = reply.info;
  if (role !== 'assistant') return null;
  if (error !== undefined && error.name !== 'StructuredOutputError') return null;
  return toSummary(structured) ?? toSummary(parseObject(textOf(reply)));
}

function toSummary(value: unknown): SessionSummary | null {
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

/** Models asked for a text sometimes give a list. */
function readField(value: unknown): string {
  const text = Array.isArray(value)
    ? value
        .filter((item) => typeof item === 'string')
        .map((item) => `- ${item}`)
        .join('\n')
    : value;
  return typeof text === 'string' ? cleanText(text.trim(), maxFieldChars) : '';
}

function textOf({ parts }: Message): string {
  return parts
    .filter((part) => part.type === 'text')
    .map((part) => part.text ?? '')
    .join('');
}

/** A JSON object, bare or with words or a fence around it. */
function parseObject(text: string): unknown {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  if (start < 0 || end < start) return null;
  try {
    return JSON.parse(text.slice(start, end + 1));
  } catch {
    return null;
  }
}
