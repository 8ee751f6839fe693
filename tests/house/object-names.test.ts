import { describe, expect, test } from 'vitest';
import { runCommand } from '#cli/run-command.ts';
import { readDeeds } from '#memory/historian/claims/claim-check.ts';
import { receiptSchema } from '#schema/runs/receipt.ts';
import { makeEntryContent } from '#sources/entry/entry-content.ts';
import { parseFeedDate } from '#sources/entry/feeds/feed-date.ts';
import { parseFeed } from '#sources/entry/feeds/parse-feed.ts';
import { cleanTarget } from '#sources/entry/translations/batches/judge-batch.ts';
import { extractSummary } from '#text/extract-summary.ts';
import { countSpoken, opensUnresolved } from '#text/extraction/wording.ts';
import { groundSummary } from '#text/ground-summary.ts';
import { findCountries } from '#text/grounding/across/find-keys.ts';
import { criticalClassOf } from '#text/grounding/alignment/critical-words.ts';
import { findQuantities } from '#text/grounding/quantities.ts';
import { indexTerms } from '#text/search-terms.ts';
import { splitSentences } from '#text/sentences/sentences.ts';
import { collectCandidates } from '#text/tags/tag-candidates.ts';

/** Names that every object has, whatever was written into it. */
const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];
const url = 'https://feeds.example/feed.xml';
const inherited = /native code|\[object|function/;

describe.each(names)('the name %s means nothing', (name) => {
  test('as a reference, an element or an attribute of an article', () => {
    const content = makeEntryContent({
      url,
      title: 't',
      html: `<p ${name}="x">a &${name}; b</p><${name}>c</${name}><a href="/${name}">d</a>`,
    });
    expect(content.html).toContain(`<p>a &amp;${name}; b</p>`);
    expect(content.text).toContain(`a &${name}; b`);
    expect(content.html).not.toMatch(inherited);
  });

  test('as a reference in plain markup', () => {
    const html = `<p>a &amp; &${name}; b</p>`;
    expect(makeEntryContent({ url, title: 't', html }).html).toBe(`<p>a &amp; &amp;${name}; b</p>`);
  });

  test('in a feed, as a field, a period, a time zone or a reference', () => {
    const feed = `<rss version="2.0" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"><channel><title>T &${name}; T</title>
      <sy:updatePeriod>${name}</sy:updatePeriod><${name}>x</${name}><item ${name}="y"><title>One</title><${name}>z</${name}>
      <pubDate>Fri, 01 May 2026 08:00:00 ${name}</pubDate><description>text &amp;${name}; text</description></item></channel></rss>`;
    const read = parseFeed(new TextEncoder().encode(feed), { contentType: null, url });
    expect(read.title).toContain(name);
    expect(read.entries[0]).toMatchObject({ title: 'One' });
    expect(JSON.stringify(read)).not.toMatch(inherited);
    expect(read.ttlMinutes).toBeNull();
    expect([null, Date.UTC(2026, 4, 1, 8)]).toContain(parseFeedDate(`Fri, 01 May 2026 08:00:00 ${name}`));
  });

  test('as a language', () => {
    const text = 'Anna Berg paid 300 euros on Monday. However, she did not go home by train.';
    expect(opensUnresolved('However, she left.', name)).toBe(opensUnresolved('However, she left.', 'xx'));
    const words = [{ lower: 'well' }];
    expect(countSpoken('well', words, name)).toBe(countSpoken('well', words, 'xx'));
    expect(readDeeds(text, name)).toEqual(readDeeds(text, 'xx'));
    expect(findQuantities(text, name)).toEqual(findQuantities(text, 'xx'));
    expect(splitSentences(text, name)).toEqual(splitSentences(text, 'en'));
    expect(collectCandidates(`${text} 大桥关闭两年。`, name)).toEqual(
      collectCandidates(`${text} 大桥关闭两年。`, 'xx'),
    );
  });

  test.each([
    ['in words', 'Anna paid 300.', 'Anna never paid 300 euros in Germany.'],
    ['without function words', 'Kyiv 2026', 'Kyiv 2027, Deutschland.'],
    ['without spaces', '大桥关闭', '大桥在德国关闭两年。'],
  ])('as the language of a source and a summary %s', (_, source, summary) => {
    for (const [own, other] of [
      [name, 'en'],
      ['en', name],
      [name, name],
      ['de', name],
      [name, undefined],
    ])
      expect(() => groundSummary(source, summary, { language: own, summaryLanguage: other })).not.toThrow();
    expect(criticalClassOf('not', name)).toBeNull();
    expect(findCountries('Germany and France', name)).toEqual(findCountries('Germany and France', 'xx'));
  });

  test('as the language of a receipt', () => {
    expect(receiptSchema.shape.summary.shape.language.safeParse(name).success).toBe(false);
  });

  test('as a word of a text', () => {
    const text = `The ${name} paid 300 ${name} to ${name} on Monday. ${name} said that ${name} is 5 ${name}.`;
    expect(() => groundSummary(text, text)).not.toThrow();
    expect(() => extractSummary(text.repeat(5))).not.toThrow();
    expect(indexTerms(text)).not.toMatch(/native/);
    expect(cleanTarget(`a &${name}; b`, 'a b', '1')).not.toMatch(inherited);
  });

  test('as a command', async () => {
    const told: string[] = [];
    const terminal = { out: (text: string) => told.push(text), err: (text: string) => told.push(text) };
    const code = await runCommand([name], terminal as unknown as Parameters<typeof runCommand>[1]);
    expect({ code, told }).toEqual({
      code: 2,
      told: [`precis: unknown command “${name}”. Try precis --help.\n`],
    });
  });
});
