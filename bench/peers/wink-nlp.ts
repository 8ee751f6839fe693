import { answerLines } from './answer-lines.ts';
import { loadPeer } from './load-peer.ts';

interface Doc {
  sentences(): { out(): string[] };
  out(its: unknown): { index: number; importance: number }[];
}
interface Wink {
  default(model: unknown): { readDoc(text: string): Doc; its: { sentenceWiseImportance: unknown } };
}

const { default: wink } = await loadPeer<Wink>('wink-nlp');
const { default: model } = await loadPeer<{ default: unknown }>('wink-eng-lite-web-model');
const nlp = wink(model);
await answerLines((text) => {
  const doc = nlp.readDoc(text);
  const sentences = doc.sentences().out();
  return doc
    .out(nlp.its.sentenceWiseImportance)
    .map(({ index, importance }) => ({ text: sentences[index] ?? '', score: importance, index }));
});
