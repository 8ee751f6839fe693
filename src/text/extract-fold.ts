import { isUnspaced } from '#text/sentences/words.ts';
import { extractThread } from './extract-thread.ts';

type Message = Parameters<typeof extractThread>[0][number];

/** So that a summary that is made again and again does not grow: about what the fold's template allows a model. */
const mostWords = 260;
const mostCharacters = 900;

/** A line of a summary that was made here names its speaker. */
const spoken = /^([^:：\n]{1,60})[:：] (.+)$/u;

/** The most telling sentences of the summary so far and of the new messages, each with its speaker. */
export function extractFold({
  previousSummary,
  messages,
  maxWords = null,
}: {
  previousSummary: string | null;
  /** Where less is asked for. */
  maxWords?: number | null;
  messages: readonly Message[];
}): string {
  const all: Message[] = [...recall(previousSummary ?? ''), ...messages];
  const whole = all.map(({ text }) => text).join(' ');
  const words = Math.min(mostWords, maxWords ?? mostWords);
  const budget = isUnspaced(whole)
    ? { characters: Math.round((words * mostCharacters) / mostWords) }
    : { words };
  return extractThread(all, { budget }).text;
}

function recall(summary: string): Message[] {
  return summary
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name, text] = spoken.exec(line) ?? [];
      if (name === undefined || text === undefined) return { role: 'assistant', name: 'Summary', text: line };
      return { role: name === 'User' ? 'user' : 'assistant', name, text };
    });
}
