import type { HistorianModel } from './ports.ts';
import { quoteReply, retellTurns } from './turns/retell-turns.ts';

/** Answers with sentences of the texts, so it needs no key and no network. */
export const offlineHistorian: HistorianModel = {
  isQuoting: true,
  async summarizeReply({ reply, previous }) {
    return quoteReply(previous === null ? reply : `${previous}\n\n${reply}`);
  },
  async compressTurns({ messages, previous }) {
    return retellTurns(previous, messages);
  },
};
