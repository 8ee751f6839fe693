/**
 * Compares what the sanitizer writes with the tree that a browser builds: `node bench/article-trees.ts <folder of
 * pages> [mutated pages]`, 10,000 by default. It takes every .html file of the folder, and then pieces of them with
 * random mistakes. It prints the first differences and exits with 1 if there is one.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sanitizeArticle } from '#sources/entry/pages/sanitize-article.ts';
import { openTreeComparer, type TreeComparison } from '#tests/e2e/article-tree/expected-tree.ts';
import { mutateMarkup } from '#tests/e2e/article-tree/mutate-markup.ts';
import { launchBrowser } from '#tests/e2e/launch-browser.ts';
import { createRandom } from '#tests/fixtures/create-random.ts';
import { findBrowser } from '#tests/setup/find-browser.ts';

const base = 'https://news.example/2026/story.html';
/**
 * The length of a piece. It is long enough for any mistake to reach far, and short enough for thousands of pieces.
 */
const pieceCharacters = 12_000;
const shownDifferences = 5;

const [folder, mutations = '10000'] = process.argv.slice(2);
const browserPath = findBrowser();
if (folder === undefined || browserPath === null)
  throw new Error('Give a folder of pages, and install Chromium.');

const pages = globSync('**/*.html', { cwd: folder }).toSorted();
const browser = await launchBrowser(browserPath);
try {
  const compare = await openTreeComparer(await browser.newPage());
  const check = (html: string) => compare(html, sanitizeArticle(html, base).html, base);
  const texts = pages.map((name) => readFileSync(join(folder, name), 'utf8'));
  const whole = createTally('pages');
  for (const [at, html] of texts.entries()) whole.add(pages[at] ?? '', html, await check(html));
  const random = createRandom(31);
  const mutated = createTally('mutated');
  for (let n = 0; n < Number(mutations); n++) {
    const page = texts[Math.floor(random() * texts.length)] ?? '';
    const from = Math.max(0, page.indexOf('<', Math.floor(random() * page.length)));
    const html = mutateMarkup(page.slice(from, from + pieceCharacters), { random, most: 12 });
    mutated.add(`mutated ${n}`, html, await check(html));
  }
  for (const tally of [whole, mutated]) tally.report();
} finally {
  await browser.close();
}

function createTally(what: string) {
  const counts = { compared: 0, elements: 0, different: 0, unwritable: 0 };
  return {
    add(name: string, html: string, { difference, elements, isWritable }: TreeComparison): void {
      counts.compared += 1;
      counts.elements += elements;
      if (!isWritable) counts.unwritable += 1;
      if (difference === null) return;
      counts.different += 1;
      process.exitCode = 1;
      if (counts.different > shownDifferences) return;
      console.log(`${name}, ${html.length} characters:`, difference);
    },
    report(): void {
      console.log(what, counts);
    },
  };
}
