import { answerLines } from './answer-lines.ts';
import { loadPeer } from './load-peer.ts';

interface NodeSummarizer {
  default: {
    SummarizerManager: new (
      text: string,
      sentences: number,
    ) => { getSummaryByFrequency(): { summary?: string } };
  };
}

const { default: peer } = await loadPeer<NodeSummarizer>('node-summarizer');
await answerLines((text) => {
  const { summary } = new peer.SummarizerManager(text, 4).getSummaryByFrequency();
  return summary === undefined ? [] : [{ text: summary, score: 1, index: 0 }];
});
