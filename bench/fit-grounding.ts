/**
 * Chooses the weights of the grounding score on labelled summaries and prints how they do on unseen documents: `npm
 * run bench:fit-grounding`. The documents are split into ten parts. The weights are chosen on nine parts and score
 * the tenth, in turn, for three different splits. Prints the figures of these scores, with mean and range over the
 * splits. It then prints the weights chosen on all documents, in the form used by `src/text/grounding/score.ts`.
 */

import { scoreSignals } from '#text/grounding/score.ts';
import { type Example, loadExamples } from './grounding/examples.ts';
import { foldOf } from './grounding/fold-of.ts';
import { mean } from './grounding/measures.ts';
import { measure, measureScores, searchWeights } from './grounding/search-weights.ts';

const PARTS = 10;
const SPLITS = ['first', 'second', 'third'];
const examples = loadExamples();
const weights = searchWeights(examples);
const everything = measure(examples, weights);
const splits = SPLITS.map((split) => {
  const scores = new Map<Example, number>();
  for (let part = 0; part < PARTS; part++) {
    const isUnseen = ({ document }: Example): boolean => foldOf(`${split} ${document}`, PARTS) === part;
    const chosen = searchWeights(examples.filter((example) => !isUnseen(example)));
    for (const example of examples.filter(isUnseen)) scores.set(example, scoreSignals(example.row, chosen));
  }
  return measureScores(examples, (example) => scores.get(example) ?? 0);
});
for (const name of Object.keys(everything)) {
  const unseen = splits.map((figures) => figures[name] ?? 0);
  const range = `${Math.min(...unseen).toFixed(3)} to ${Math.max(...unseen).toFixed(3)}`;
  const seen = (everything[name] ?? 0).toFixed(3);
  process.stdout.write(`${name.padEnd(24)} unseen ${mean(unseen).toFixed(3)} (${range})  seen ${seen}\n`);
}
process.stdout.write(`${JSON.stringify(weights, null, 2)}\n`);
