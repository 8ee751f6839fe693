import { narrativeBounds } from './compress-turns.ts';
import type { HistorianModel } from './ports.ts';
import { quoteReply } from './quote-reply.ts';
import { shorten } from './shorten.ts';

/** Answers in the texts' own sentences: no key, no network. */
export const offlineHistorian: HistorianModel = {
  async summarizeReply({ reply, previous }) {
    return quoteReply(previous === null ? reply : `${previous}\n\n${reply}`);
  },
  async compressTurns({ messages, previous }) {
    const told = messages.map(({ role, text }) =>
      role === 'assistant' ? quoteReply(text) : shorten(text, { maxSentences: 1, maxCharacters: 200 }),
    );
    const text = [previous ?? '', ...told].filter((line) => line !== '').join('\n\n');
    return shorten(text, narrativeBounds);
  },
};
