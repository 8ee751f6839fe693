import { answerLines } from './answer-lines.ts';
import { loadPeer } from './load-peer.ts';

interface LexRank {
  default(text: string): { text: string; weight: number; index: number }[][];
}

const { default: lexrank } = await loadPeer<LexRank>('lexrank.js');
await answerLines((text) =>
  lexrank(text)
    .flat()
    .map(({ text: sentence, weight, index }) => ({ text: sentence, score: weight, index })),
);
