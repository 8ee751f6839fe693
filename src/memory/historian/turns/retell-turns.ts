import type { MemoryMessage } from '#memory/thread-state.ts';
import { splitSentences } from '#text/sentences/sentences.ts';
import { isUnspaced } from '#text/sentences/words.ts';
import { quoteReply } from './quote-reply.ts';
import { flatten, shorten } from './shorten.ts';

/** Of the narrative, however long the conversation is. */
export const narrativeBounds = { maxSentences: 3, maxCharacters: 900 };

const sentenceBounds = { maxSentences: 1, maxCharacters: 300 };

/** A narrative in the texts' own sentences: how it began, what came before, and the most telling of what is new. */
export function retellTurns(previous: string | null, messages: readonly MemoryMessage[]): string {
  const told = messages
    .map(({ role, text }) => (role === 'assistant' ? quoteReply(text) : shorten(text, sentenceBounds)))
    .filter((line) => line !== '')
    .map(close)
    .join('\n\n');
  if (previous === null) return shorten(told, narrativeBounds);
  const before = splitSentences(previous).map(({ text }) => close(flatten(text)));
  const kept = before.length > 2 ? [before[0], before.at(-1)] : before;
  const parts = [...kept, shorten(told, sentenceBounds)].filter((part) => part !== '');
  return shorten(parts.join(isUnspaced(previous) ? '' : ' '), narrativeBounds);
}

/** Without its full stop and its capital a sentence would run into the next one. */
function close(line: string): string {
  const opened = line.charAt(0).toUpperCase() + line.slice(1);
  if (/[.!?…。！？]["'”’»」』)）]*$/u.test(opened)) return opened;
  return `${opened}${isUnspaced(opened) ? '。' : '.'}`;
}
