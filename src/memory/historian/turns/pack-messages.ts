import { renderTranscript } from '#memory/render-transcript.ts';
import type { MemoryMessage } from '#memory/thread-state.ts';
import { chunkText } from '#text/tokens/chunk-text.ts';

interface Room {
  maxTokens: number;
  count: (text: string) => number;
}

/** A blank line between two messages. */
const separatorTokens = 2;

/** Messages in groups that each fit into one call, in order; a message that is too large alone comes in pieces. */
export function packMessages(
  messages: readonly MemoryMessage[],
  { maxTokens, count }: Room,
): MemoryMessage[][] {
  const groups: MemoryMessage[][] = [];
  let left = 0;
  for (const piece of messages.flatMap((message) => splitMessage(message, { maxTokens, count }))) {
    const tokens = count(renderTranscript([piece])) + separatorTokens;
    if (groups.length === 0 || tokens > left) {
      groups.push([]);
      left = maxTokens;
    }
    groups.at(-1)?.push(piece);
    left -= tokens;
  }
  return groups;
}

function splitMessage(message: MemoryMessage, { maxTokens, count }: Room): MemoryMessage[] {
  if (count(renderTranscript([message])) + separatorTokens <= maxTokens) return [message];
  const around = count(renderTranscript([{ ...message, text: '' }])) + separatorTokens;
  const options = { maxTokens: Math.max(1, maxTokens - around), tokenizer: { count } };
  return chunkText(message.text, options).map((text) => ({ ...message, text }));
}
