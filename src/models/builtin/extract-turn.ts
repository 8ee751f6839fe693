import type { SessionInput } from '#schema/session.ts';
import { extractSession } from '#text/extract-session.ts';

/** The six fields of a turn in its own words, as JSON. */
export function extractTurn({ prompts, observations, lastAssistantMessage }: SessionInput): string {
  const fields = extractSession({
    // The earlier ones were asked in turns of their own.
    prompts: prompts.slice(-1).map(({ text }) => text),
    observations,
    lastAnswers: lastAssistantMessage.trim() === '' ? [] : [lastAssistantMessage],
  });
  return JSON.stringify(fields);
}
