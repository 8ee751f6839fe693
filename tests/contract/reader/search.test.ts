import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryIdSchema } from '#schema/entry.ts';
import { createSucceeded, makePayload } from '#tests/contract/store/make-run.ts';
import { rss } from '#tests/fixtures/feed-server.ts';
import { collectPages, describeEachReader, type ReaderTest } from './each-reader.ts';

const dayMs = 86_400_000;

async function fill({ reader, feeds }: ReaderTest, texts: { title: string; text: string }[]) {
  const entries = texts.map(({ title, text }, n) => ({
    id: String(n),
    title,
    html: `<p>${text}</p>`,
    date: new Date(Date.UTC(2026, 0, 20) - n * dayMs).toUTCString(),
  }));
  feeds.on('/feed', { body: rss('Feed', entries) });
  return reader.feeds.subscribe({ url: feeds.url('/feed') });
}

const texts = [
  {
    title: 'A quieter engine',
    text: 'The café at the harbour serves Zürcher Geschnetzeltes and naïve poetry.',
  },
  { title: 'The harbour bridge', text: 'It will be closed for two years, the engineers say.' },
  { title: '屋顶上的菜地', text: '研究人员在四十栋楼里装了温度计，测量室内的平均温度。' },
  { title: '無人駅の本棚', text: '東京都の図書館から届いた本が二千冊ほど並んでいる。' },
  { title: 'Слово о хлебе', text: 'Ёлка стояла в углу, и хлеб был тёплый.' },
  { title: '서울의 지하철', text: '새로운 노선이 내년에 개통된다.' },
  { title: 'Version 2.0 of C++', text: "O'Brien said: don't. See example.com/path?q=1 & more." },
];

describeEachReader('search', (current) => {
  const find = async (query: string, view: 'all' | 'unread' | 'starred' = 'all') =>
    (await current().reader.entries.list({ view, query })).items.map(({ title }) => title);

  test('finds words by their beginning, in any case, with or without accents', async () => {
    await fill(current(), texts);
    expect(await find('harb')).toEqual(['The harbour bridge', 'A quieter engine']);
    expect(await find('CAFE')).toEqual(['A quieter engine']);
    expect(await find('zurcher naive')).toEqual(['A quieter engine']);
    expect(await find('café NAÏVE')).toEqual(['A quieter engine']);
    expect(await find('елка')).toEqual(['Слово о хлебе']);
    expect(await find('тепл')).toEqual(['Слово о хлебе']);
    expect(await find('arbour')).toEqual([]);
  });

  test('finds words that only a summary has, says so, and forgets them with the summary', async () => {
    const { app, reader } = current();
    await fill(current(), texts);
    const { items } = await reader.entries.list({ view: 'all' });
    const idOf = (title: string) => items.find((head) => head.title === title)?.id ?? 0;
    const summarize = async (title: string, targetLanguage: string, text: string) => {
      const source = { kind: 'entry' as const, id: String(idOf(title)) };
      await createSucceeded(app.core.store, {
        run: { source: { ...source, title }, targetLanguage },
        finish: { payload: makePayload({ source, targetLanguage, text }) },
      });
    };
    await summarize('The harbour bridge', 'en', 'Ferries will replace the crossing until 2028.');
    await summarize('The harbour bridge', 'zh-Hans', '港口大桥将关闭两年，期间由渡轮代替。');
    await summarize('屋顶上的菜地', 'en', 'Ferries are not the subject; rooftops are.');
    expect(await find('ferries')).toEqual(['The harbour bridge', '屋顶上的菜地']);
    expect(await find('渡轮')).toEqual(['The harbour bridge']);
    expect(await find('harbour')).toEqual(['The harbour bridge', 'A quieter engine']);
    const page = await reader.entries.list({ view: 'all', query: 'ferr', limit: 1 });
    expect(page.inSummary).toEqual([
      { id: idOf('The harbour bridge'), excerpt: 'Ferries will replace the crossing until 2028.' },
    ]);
    const next = await reader.entries.list({ view: 'all', query: 'ferr', cursor: page.nextCursor ?? '' });
    expect(next.items.map(({ title }) => title)).toEqual(['屋顶上的菜地']);
    expect((await reader.entries.list({ view: 'all', query: 'bridge' })).inSummary).toEqual([]);

    const bridge = entryIdSchema.parse(idOf('The harbour bridge'));
    const { undoId } = await reader.summaries.clear(bridge, { targetLanguage: 'en', detailLevel: 'medium' });
    expect(await find('ferries')).toEqual(['屋顶上的菜地']);
    expect(await find('渡轮')).toEqual(['The harbour bridge']);
    await reader.summaries.restore(bridge, undoId ?? '');
    expect(await find('ferries')).toEqual(['The harbour bridge', '屋顶上的菜地']);
    await app.core.store.reader.deleteAllSummaries();
    expect(await find('ferries')).toEqual([]);
  });

  test.each([3, 60])('finds all of %i words that have a long beginning in common', async (count) => {
    const words = Array.from({ length: count }, (_, n) => `lighthouse${n}x`);
    await fill(
      current(),
      words.map((word, n) => (n % 2 === 0 ? { title: word, text: 'Tea.' } : { title: 'Tea', text: word })),
    );
    const { items } = await current().reader.entries.list({ view: 'all', query: 'lighthouse', limit: 100 });
    expect(items).toHaveLength(count);
    expect(await find(`tea ${words[1]}`)).toEqual(['Tea']);
    expect(await find('lighthouses')).toEqual([]);
  });

  test('wants all words, wherever they are', async () => {
    await fill(current(), texts);
    expect(await find('bridge closed')).toEqual(['The harbour bridge']);
    expect(await find('engine poetry')).toEqual(['A quieter engine']);
    expect(await find('bridge poetry')).toEqual([]);
  });

  test('finds Chinese, Japanese and Korean inside a sentence', async () => {
    await fill(current(), texts);
    expect(await find('温度')).toEqual(['屋顶上的菜地']);
    expect(await find('平均温度')).toEqual(['屋顶上的菜地']);
    expect(await find('菜')).toEqual(['屋顶上的菜地']);
    expect(await find('図書館')).toEqual(['無人駅の本棚']);
    expect(await find('駅')).toEqual(['無人駅の本棚']);
    expect(await find('지하철')).toEqual(['서울의 지하철']);
    expect(await find('温柔')).toEqual([]);
  });

  test('puts entries with the words in their title first, then the newest', async () => {
    await fill(current(), [
      { title: 'Newest', text: 'A word about bread.' },
      { title: 'Newer', text: 'Bread again.' },
      { title: 'On bread', text: 'It rises.' },
      { title: 'Old', text: 'No more bread.' },
      { title: 'Bread, the oldest', text: 'Crumbs.' },
    ]);
    expect(await find('bread')).toEqual(['On bread', 'Bread, the oldest', 'Newest', 'Newer', 'Old']);
  });

  test('looks inside a view, a feed and a folder', async () => {
    const { reader } = current();
    const feed = await fill(current(), texts);
    const folder = await reader.folders.create({ name: 'Folder' });
    await reader.feeds.patch(feed.id, { folderId: folder.id });
    await reader.entries.add({ kind: 'text', title: 'Mine', text: 'A harbour of my own.' });
    const [bridge] = (await reader.entries.list({ view: 'all', query: 'bridge' })).items;
    if (!bridge) throw new Error('an entry was expected');
    await reader.entries.patch(bridge.id, { read: true, starred: true });
    expect(await find('harbour')).toEqual(['The harbour bridge', 'Mine', 'A quieter engine']);
    expect(await find('harbour', 'unread')).toEqual(['Mine', 'A quieter engine']);
    expect(await find('harbour', 'starred')).toEqual(['The harbour bridge']);
    const inFolder = await reader.entries.list({ view: 'all', query: 'harbour', folderId: folder.id });
    expect(inFolder.items.map(({ title }) => title)).toEqual(['The harbour bridge', 'A quieter engine']);
    const saved = await reader.entries.list({ view: 'saved', query: 'harbour' });
    expect(saved.items.map(({ title }) => title)).toEqual(['Mine']);
  });

  test('comes in pages that neither miss nor repeat', async () => {
    const { reader } = current();
    const many = Array.from({ length: 45 }, (_, n) => ({
      title: n % 4 === 0 ? `Tea ${n}` : `Entry ${n}`,
      text: 'Tea, every time.',
    }));
    await fill(current(), many);
    const pages = await collectPages(reader, { view: 'all', query: 'tea', limit: 7 });
    const whole = (await reader.entries.list({ view: 'all', query: 'tea', limit: 200 })).items;
    expect(pages).toEqual(whole);
    expect(new Set(pages.map(({ id }) => id)).size).toBe(45);
    expect(pages.slice(0, 12).every(({ title }) => title.startsWith('Tea'))).toBe(true);
  });

  test('answers whatever is typed', async () => {
    const { reader } = current();
    await fill(current(), texts);
    const hostile = [
      '"',
      "'",
      '""',
      'a"b',
      '*',
      '**',
      '(',
      ')',
      'a AND',
      'NOT a',
      'a OR b',
      'NEAR(a b)',
      'title:x',
      '{title}:x',
      '^a',
      'a^b',
      '-',
      '--',
      ';',
      '; drop table entries;',
      '\\',
      "\\'",
      ':*',
      'a:*',
      '!',
      '& |',
      '<->',
      '%',
      '_',
      '\u0000',
      'a\u0000b',
      '\ud800',
      '🙂',
      '👩‍👩‍👧',
      'ﷺ',
      'İ',
      'ß',
      '\u200b',
      'e\u0301',
      'x'.repeat(500),
      'ab '.repeat(160),
    ];
    for (const query of hostile) {
      await expect(reader.entries.list({ view: 'all', query })).resolves.toHaveProperty('items');
    }
    expect(await find("o'brien don't")).toEqual(['Version 2.0 of C++']);
    expect(await find('example.com/path')).toEqual(['Version 2.0 of C++']);
    expect((await find('   ')).length).toBe(texts.length);
    expect(await find('"')).toEqual([]);
  });

  test('answers any text at all', async () => {
    const { reader } = current();
    await fill(current(), texts);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (query) => {
        expect(await reader.entries.list({ view: 'all', query })).toHaveProperty('items');
      }),
      { numRuns: 150 },
    );
  });

  test('forgets what was deleted', async () => {
    const { reader } = current();
    await fill(current(), texts);
    const [head] = (await reader.entries.list({ view: 'all', query: 'bridge' })).items;
    if (!head) throw new Error('an entry was expected');
    await reader.entries.remove(head.id);
    expect(await find('bridge')).toEqual([]);
    expect(await find('harbour')).toEqual(['A quieter engine']);
  });

  test('keeps texts of every size and writing', async () => {
    const { reader } = current();
    const words = Array.from({ length: 60_000 }, (_, n) => `word${n.toString(36)}`).join(' ');
    const han = Array.from({ length: 40_000 }, (_, n) =>
      String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000)),
    ).join('');
    await reader.entries.add({ kind: 'text', title: 'Many words', text: words });
    await reader.entries.add({ kind: 'text', title: '很多字', text: han });
    expect(await find('word5')).toEqual(['Many words']);
    expect(await find(han.slice(100, 104))).toEqual(['很多字']);
  });
});
