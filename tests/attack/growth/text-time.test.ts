import { marked } from 'marked';
import { expect, test } from 'vitest';
import { acceptFold } from '#memory/accept-fold.ts';
import { removeIds } from '#memory/historian/entities/remove-ids.ts';
import { readOpml } from '#sources/entry/feeds/read-opml.ts';
import { repairFeed } from '#sources/entry/feeds/repair-feed.ts';
import { joinPdfPages } from '#sources/entry/files/pdf-paragraphs.ts';
import { lineOfHtml } from '#sources/entry/pages/plain-text.ts';
import { sanitizeArticle } from '#sources/entry/pages/sanitize-article.ts';
import { cleanTarget } from '#sources/entry/translations/batches/judge-batch.ts';
import { planBatches } from '#sources/entry/translations/batches/plan-batches.ts';
import { createPairReader } from '#sources/entry/translations/batches/read-pairs.ts';
import { fenceText } from '#templates/render-template.ts';
import { hostileText, hostileUnits } from '#tests/attack/inputs/hostile-texts.ts';
import { isErrorLike } from '#text/answers/error-like.ts';
import { findPassage } from '#text/article/article-passages.ts';
import { extractSummary } from '#text/extract-summary.ts';
import { groundSummary } from '#text/ground-summary.ts';
import { detectLanguage } from '#text/language/language.ts';
import { findAnchors, findMemories } from '#text/memories/find-memories.ts';
import { checkParagraph } from '#text/paragraphs/checks/check-paragraph.ts';
import { createFitTest } from '#text/paragraphs/checks/fit-batch.ts';
import { defuse, plainOf } from '#text/paragraphs/markers.ts';
import { readMarkers } from '#text/paragraphs/place-translation.ts';
import { stripContext } from '#text/privacy/context-tag.ts';
import { stripPrivate } from '#text/privacy/hide-private.ts';
import { maskSecrets } from '#text/privacy/mask-secrets.ts';
import { indexTerms, parseSearch } from '#text/search-terms.ts';
import { choosePassages } from '#text/second-opinion/choose-passages.ts';
import { splitSentences } from '#text/sentences/sentences.ts';
import { countWords } from '#text/sentences/words.ts';
import { createThinkFilter } from '#text/think-filter.ts';
import { boundTokens, chunkText } from '#text/tokens/tokens.ts';

const isFull = process.env.PRECIS_FAULT === 'full';
const length = isFull ? 400_000 : 50_000;
/** The limit for the time ratio with four times the text. Quadratic growth would give sixteen. */
const mostGrowth = 9;
/** Below this number of milliseconds, growth says nothing. */
const telling = isFull ? 1000 : 400;

const chineseArticle = '安娜·伯格星期一没有回家。她在哥德堡花了三百欧元，买了两张船票。'.repeat(20);

const hostileClaim = { text: '安娜·伯格花了三百欧元。', support: [] };

const users: [name: string, use: (text: string) => unknown][] = [
  ['sentences', (text) => splitSentences(text)],
  ['extract', (text) => extractSummary(text)],
  ['memories of a prompt', (text) => findMemories(text)],
  ['anchors', (text) => findAnchors(text)],
  ['ground', (text) => groundSummary(text.slice(0, 2000), text)],
  ['ground a hostile summary', (text) => groundSummary(text.slice(0, 50_000), 'Anna Berg went home.')],
  [
    'ground across languages',
    (text) => groundSummary(text.slice(0, 50_000), '安娜·伯格星期一没有回家，她花了三百欧元。'),
  ],
  ['ground a summary across languages', (text) => groundSummary(chineseArticle, text)],
  ['markers', (text) => readMarkers(text, text)],
  ['plain text of markers', (text) => plainOf(defuse(text))],
  [
    'batches of a translation',
    (text) => planBatches([{ key: 'k', markup: text }], { input: 3000, output: 4000 }),
  ],
  ['pairs of a translation', (text) => createPairReader().read(`{"1": "${text}`, true)],
  ['a hostile translation', (text) => cleanTarget(text, text, '1')],
  [
    'check of a translation',
    (text) =>
      checkParagraph({
        source: text.slice(0, 20_000),
        target: text.slice(0, 20_000),
        languages: { source: 'en', target: 'de' },
        glossary: [{ from: '*', to: '*', term: 'Anna Berg', rendering: null }],
      }),
  ],
  [
    'lines of a PDF',
    (text) =>
      joinPdfPages([
        (text.match(/[^]{1,20}/g) ?? []).map((line, y) => ({ text: line, x: 0, right: 9, y: -y, size: 1 })),
      ]),
  ],
  ['fit of a translation', (text) => createFitTest([text, 'Anna Berg']).fitOf(0, text)],
  [
    'fold',
    (text) => acceptFold({ candidate: text, previousSummary: null, messages: [{ role: 'user', text }] }),
  ],
  [
    'fold of hostile messages',
    (text) =>
      acceptFold({
        candidate: 'Anna Berg went home on Monday after she had paid 300 euros. '.repeat(4),
        previousSummary: null,
        messages: [{ role: 'user', text }],
      }),
  ],
  ['private tags', (text) => stripPrivate(text)],
  ['context tags', (text) => stripContext(text)],
  ['secrets', (text) => maskSecrets(text)],
  ['search index', (text) => indexTerms(text)],
  ['search query', (text) => parseSearch(text)],
  ['language', (text) => detectLanguage(text)],
  ['words', (text) => countWords(text)],
  ['passages', (text) => findPassage(text, text.slice(0, 500))],
  ['passages for a check', (text) => choosePassages(text, [hostileClaim, { text, support: [] }])],
  [
    'passages for many claims',
    (text) =>
      choosePassages(
        text,
        splitSentences(text).map((sentence) => ({ text: sentence.text, support: [sentence] })),
      ),
  ],
  [
    'passages across languages',
    (text) => choosePassages(chineseArticle, [{ text, support: [] }], { summaryLanguage: 'en' }),
  ],
  ['chunks', (text) => chunkText(text, { maxTokens: 1000, tokenizer: { count: boundTokens } })],
  ['thinking', (text) => createThinkFilter().push(text)],
  ['ids', (text) => removeIds(text, ['order-77431'])],
  ['error-like', (text) => isErrorLike(text)],
  ['fence', (text) => fenceText({ name: 'source', text, fences: ['source', 'title'] })],
  ['one line of markup', (text) => lineOfHtml(text)],
  ['markup of an article', (text) => sanitizeArticle(text, 'https://example.org/')],
  ['feed', (text) => repairFeed(`<rss><channel><item><title>${text}`)],
  ['opml', (text) => readOpml(`<opml><outline text="${text}`)],
  // The app parses a message in the same way and does not convert it to HTML.
  ['markdown of a message', (text) => marked.lexer(text.slice(0, 20_000))],
];

test.each(users)('%s takes time in proportion to the text', { timeout: 300_000 }, (_, use) => {
  const slow: string[] = [];
  for (const unit of hostileUnits) {
    const wholeMs = spentMs(() => use(hostileText(unit, length)));
    if (wholeMs < telling) continue;
    const quarterMs = spentMs(() => use(hostileText(unit, length / 4)));
    if (wholeMs / quarterMs > mostGrowth)
      slow.push(`${JSON.stringify(unit)}: ${Math.round(quarterMs)} ms, then ${Math.round(wholeMs)} ms`);
  }
  expect(slow).toEqual([]);
});

function spentMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  try {
    work();
  } catch {
    // The text was rejected or nested too deep, but only the time matters here.
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
