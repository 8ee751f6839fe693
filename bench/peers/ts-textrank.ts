import { answerLines } from './answer-lines.ts';
import { loadPeer } from './load-peer.ts';

type Construct = new (...args: unknown[]) => object;
interface TextRank {
  default: {
    SorensenDiceSimilarity: Construct;
    DefaultTextParser: Construct;
    NullLogger: Construct;
    AbsoluteSummarizerConfig: Construct;
    Summarizer: (new (
      config: object,
      logger: object,
    ) => { summarize(text: string, language: string): string[] }) & { SORT_SCORE: unknown };
  };
}

const { default: textrank } = await loadPeer<TextRank>('ts-textrank');
const { Summarizer } = textrank;
const config = new textrank.AbsoluteSummarizerConfig(
  12,
  new textrank.SorensenDiceSimilarity(),
  new textrank.DefaultTextParser(),
  0.85,
  Summarizer.SORT_SCORE,
);
const summarizer = new Summarizer(config, new textrank.NullLogger());
await answerLines((text, language) =>
  summarizer
    .summarize(text, language)
    .map((sentence, rank) => ({ text: sentence, score: -rank, index: text.indexOf(sentence) })),
);
