/**
 * The program someone would write around a package: `node summarize-once.cjs <folder of packages> <package>` reads a text
 * and prints its summary. Plain JavaScript, because Node needs time of its own to read TypeScript.
 */
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');

const [folder, name] = process.argv.slice(2);
const peer = createRequire(join(folder, 'package.json'))(name);
const text = readFileSync(0, 'utf8');
const summarize = {
  'node-summarizer': () => new peer.SummarizerManager(text, 4).getSummaryByFrequency().summary,
  'ts-textrank': () => {
    const config = new peer.AbsoluteSummarizerConfig(
      4,
      new peer.SorensenDiceSimilarity(),
      new peer.DefaultTextParser(),
      0.85,
      peer.Summarizer.SORT_SCORE,
    );
    return new peer.Summarizer(config, new peer.NullLogger()).summarize(text, 'en').join(' ');
  },
};
console.log(summarize[name]());
