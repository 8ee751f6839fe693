import type { HistorianModel } from './ports.ts';

/** Loaded on first use, because a host whose model answers rarely needs it. */
const load = () => import('./turns/retell-turns.ts');

/** Answers with sentences of the texts, so it needs no key and no network. */
export const offlineHistorian: HistorianModel = {
  isQuoting: true,
  async summarizeReply({ reply, previous }) {
    return (await load()).quoteReply(previous === null ? reply : `${previous}\n\n${reply}`);
  },
  async compressTurns({ messages, previous }) {
    return (await load()).retellTurns(previous, messages);
  },
};
