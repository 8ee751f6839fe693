import { parseSummaryText, toSummary } from '#plugin/summary/parse-summary.ts';
import type { SessionSummary } from '#plugin/summary/summary-prompt.ts';
import type { Reply } from './ports.ts';

/**
 * The summary in a reply, or null. A prompt that is cut off by OpenCode's end comes back as if it were the answer, with
 * the role of the user: only the assistant's text counts.
 */
export function parseReply({ info, parts }: Reply): SessionSummary | null {
  const { role, error, structured } = info;
  if (role !== 'assistant') return null;
  if (error !== undefined && error.name !== 'StructuredOutputError') return null;
  const texts = parts.filter((part) => part.type === 'text').map((part) => part.text ?? '');
  return toSummary(structured) ?? parseSummaryText(texts.join(''));
}
