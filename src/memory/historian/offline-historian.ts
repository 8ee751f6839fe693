import { quoteReply } from '#memory/historian/turns/quote-reply.ts';
import { retellTurns } from '#memory/historian/turns/retell-turns.ts';
import type { HistorianModel } from './ports.ts';

/** Answers in the texts' own sentences: no key, no network. */
export const offlineHistorian: HistorianModel = {
  isQuoting: true,
  async summarizeReply({ reply, previous }) {
    return quoteReply(previous === null ? reply : `${previous}\n\n${reply}`);
  },
  async compressTurns({ messages, previous }) {
    return retellTurns(previous, messages);
  },
};
