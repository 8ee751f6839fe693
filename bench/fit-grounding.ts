/**
 * Chooses the weights of the grounding score on labelled summaries and prints how they do on documents they were not
 * chosen on: `npm run bench:fit-grounding`. The documents are split into ten parts; the weights are chosen on nine and
 * measured on the tenth, in turn, and all of that for three different splits. Printed are the mean over all parts, the
 * lowest and highest mean of a split, then the weights chosen on everything, as `src/text/grounding/score.ts` has them.
 */

import { type Example, loadExamples } from './grounding/examples.ts';
import { foldOf } from './grounding/fold-of.ts';
import { mean } from './grounding/measures.ts';
import { type Figures, measure, searchWeights } from './grounding/search-weights.ts';

const PARTS = 10;
const SPLITS = ['first', 'second', 'third'];
const examples = loadExamples();
const weights = searchWeights(examples);
const everything = measure(examples, weights);
const splits = SPLITS.map((split) =>
  Array.from({ length: PARTS }, (_, part): Figures => {
    const isUnseen = ({ document }: Example): boolean => foldOf(`${split} ${document}`, PARTS) === part;
    const chosen = searchWeights(examples.filter((example) => !isUnseen(example)));
    return measure(examples.filter(isUnseen), chosen);
  }),
);
for (const name of Object.keys(everything)) {
  const means = splits.map((parts) => mean(parts.flatMap((figures) => known(figures[name]))));
  const range = `${Math.min(...means).toFixed(3)} to ${Math.max(...means).toFixed(3)}`;
  const seen = (everything[name] ?? 0).toFixed(3);
  process.stdout.write(`${name.padEnd(24)} unseen ${mean(means).toFixed(3)} (${range})  seen ${seen}\n`);
}
process.stdout.write(`${JSON.stringify(weights, null, 2)}\n`);

/** A part may lack the right or the wrong ones of a set. */
function known(value: number | undefined): number[] {
  return value === undefined || Number.isNaN(value) ? [] : [value];
}
