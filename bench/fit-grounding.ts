/**
 * Chooses the weights of the grounding score on labelled summaries and prints how they do on documents they were not
 * chosen on: `npm run bench:fit-grounding`. The documents are split into ten parts; the weights are chosen on nine and
 * measured on the tenth, in turn. Printed are the mean over the parts, the least and the most, then the weights chosen
 * on everything, as `src/text/grounding/score.ts` has them.
 */

import { loadExamples } from './grounding/examples.ts';
import { foldOf } from './grounding/fold-of.ts';
import { mean } from './grounding/measures.ts';
import { type Figures, measure, searchWeights } from './grounding/search-weights.ts';

const PARTS = 10;
const examples = loadExamples();
const parts: Figures[] = [];
for (let part = 0; part < PARTS; part++) {
  const isUnseen = (document: string): boolean => foldOf(document, PARTS) === part;
  const weights = searchWeights(examples.filter(({ document }) => !isUnseen(document)));
  parts.push(
    measure(
      examples.filter(({ document }) => isUnseen(document)),
      weights,
    ),
  );
}
const weights = searchWeights(examples);
const everything = measure(examples, weights);
for (const name of Object.keys(everything)) {
  const values = parts
    .map((figures) => figures[name])
    .filter((value): value is number => value !== undefined && !Number.isNaN(value));
  const range = `${Math.min(...values).toFixed(3)} to ${Math.max(...values).toFixed(3)}`;
  const seen = (everything[name] ?? 0).toFixed(3);
  process.stdout.write(`${name.padEnd(24)} unseen ${mean(values).toFixed(3)} (${range})  seen ${seen}\n`);
}
process.stdout.write(`${JSON.stringify(weights, null, 2)}\n`);
