import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withRawDatabase } from '#tests/contract/store/with-raw-database.ts';
import { rss } from '#tests/fixtures/feed-server.ts';
import { makeArticle } from '#tests/fixtures/translated-article.ts';
import { describeEachTranslator } from './each-translator.ts';

describeEachTranslator('what is translated', (current) => {
  const download = async (path: string) => {
    const response = await current().app.fetch(new Request(`http://localhost${path}`));
    return { response, text: await response.text() };
  };

  test('titles of a list take one call, and are part of the translation of their entries', async () => {
    const { feeds, reader, listAll, client, known, finish, asked, translate } = current();
    const titles = ['A quiet harbour', 'The last ferry of the year', 'A quiet harbour', '2031'];
    known.set('A quiet harbour', 'Ein stiller Hafen');
    known.set('The last ferry of the year', 'Die letzte Fähre des Jahres');
    known.set('The text of the article is here.', 'Der Text des Artikels steht hier.');
    const entries = titles.map((title, at) => ({
      id: String(at),
      title,
      html: '<p>The text of the article is here.</p>',
    }));
    feeds.on('/feed', { body: rss('Feed', entries) });
    await reader.feeds.subscribe({ url: feeds.url('/feed') });
    const heads = await listAll();
    const ids = heads.map(({ id }) => id);
    const run = await finish(await client.translations.startTitles({ entryIds: ids }));
    expect(run).toMatchObject({ status: 'succeeded', taskType: 'title-translation' });
    expect(asked()).toHaveLength(1);
    expect(asked()[0]?.prompt.match(/^\d+: /gm)).toHaveLength(2);
    const shown = await client.translations.titles({ ids: ids.join(',') });
    expect(shown.titles).toHaveLength(3);
    const titleOf = (id: number) => shown.titles.find((each) => each.id === id)?.text;
    const harbour = heads.find(({ title }) => title === 'A quiet harbour');
    expect(titleOf(harbour?.id ?? 0)).toBe('Ein stiller Hafen');
    await expect(client.translations.startTitles({ entryIds: ids })).rejects.toMatchObject({
      code: 'conflict',
    });
    if (harbour) await translate(harbour.id);
    expect(asked()[1]?.prompt.match(/^\d+: /gm)).toHaveLength(1);
  });

  test('search finds an entry by the words of its translation, and forgets them with it', async () => {
    const { publish, translate, reader, client } = current();
    const id = await publish(makeArticle('de', 4));
    await translate(id);
    const page = await reader.entries.list({ view: 'all', query: 'Fahrgäste' });
    expect(page.items.map((head) => head.id)).toEqual([id]);
    expect(page.inTranslation).toMatchObject([{ id, excerpt: expect.stringContaining('Fahrgäste') }]);
    expect(page.inSummary).toEqual([]);
    expect((await reader.entries.list({ view: 'all', query: 'ferry' })).inTranslation).toEqual([]);
    const { undoId } = await client.translations.clear(id, {});
    expect((await reader.entries.list({ view: 'all', query: 'Fahrgäste' })).items).toEqual([]);
    await client.translations.restore(id, undoId ?? '');
    expect((await reader.entries.list({ view: 'all', query: 'Fahrgäste' })).items).toHaveLength(1);
  });

  test('an export has the original, the translation, or both', async () => {
    const { publish, translate, known } = current();
    const article = makeArticle('de', 2);
    known.set(
      'Run <1>npm ci</1> <2>now</2>',
      'Jetzt <1>npm löschen</1> <2>sofort</2> <script>alert(1)</script>',
    );
    known.set('One', 'Eins');
    const id = await publish({
      ...article,
      html: `${article.html}<ul><li>Run <code>npm ci</code> <em>now</em></li></ul><table><tr><td>One</td><td>2</td></tr></table><pre>let it = 1</pre>`,
    });
    await translate(id);
    const path = `/api/entries/${id}/export?targetLanguage=de`;
    const md = await download(`${path}&format=md&layout=both`);
    expect(md.response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(md.text).toContain('# Life on the northern coast\n\n> Leben an der Nordküste');
    expect(md.text).toContain('The council of [Lunvik](https://example.org/0) approved 2137');
    expect(md.text).toContain('> Der Rat von [Lunvik](https://example.org/0) genehmigte 2137');
    expect(md.text).toContain('- Run `npm ci` *now*\n→ Jetzt `npm ci` *sofort*');
    const html = await download(`${path}&format=html&layout=translation`);
    expect(html.response.headers.get('content-disposition')).toContain('attachment');
    expect(html.text).toContain('<html lang="de" dir="ltr">');
    expect(html.text).toContain('<a href="https://example.org/0"');
    expect(html.text).toContain('<code>npm ci</code>');
    expect(html.text).not.toContain('<script');
    expect(html.text).not.toContain('approved');
    const txt = await download(`${path}&format=txt`);
    expect(txt.text).toContain('The council of Lunvik approved 2137');
    expect(txt.text).not.toContain('Der Rat');
  });

  test('markup of an older sanitizer is in no export, translation or prompt', async () => {
    const { publish, translate, reader, asked, place, known } = current();
    const id = await publish(makeArticle('de', 2));
    const received = (await reader.entries.get(id)).html;
    const hidden = '<p hidden>POISON</p><p style="display:none">POISON</p><script>POISON()</script>';
    const poison = () =>
      withRawDatabase(place, (db) =>
        sql`update entry_texts set html = ${hidden + received}, sanitizer = 1 where entry_id = ${id}`.execute(
          db,
        ),
      );
    known.set('POISON', 'POISON');
    await poison();
    await translate(id);
    expect(JSON.stringify(asked())).not.toContain('POISON');
    const layouts = ['original', 'both', 'translation'];
    const exports = ['md', 'html', 'txt'].flatMap((format) =>
      layouts.map((layout) => `export?targetLanguage=de&format=${format}&layout=${layout}`),
    );
    for (const path of [
      ...exports,
      'translations?targetLanguage=de',
      'translations/text?targetLanguage=de',
      '',
    ]) {
      await poison();
      const { response, text } = await download(`/api/entries/${id}/${path}`.replace(/\/$/, ''));
      expect({ path, status: response.status, isClean: !text.includes('POISON') }).toEqual({
        path,
        status: 200,
        isClean: true,
      });
    }
  });

  test('a summary can be made from the translation, beside the one of the original', async () => {
    const { publish, translate, reader, finish, model, client } = current();
    const id = await publish(makeArticle('de', 12));
    const request = { targetLanguage: 'de', detailLevel: 'short' as const };
    await expect(reader.summaries.start(id, { ...request, of: 'translation' })).rejects.toMatchObject({
      code: 'conflict',
    });
    await translate(id);
    await finish(await reader.summaries.start(id, request));
    const run = await finish(await reader.summaries.start(id, { ...request, of: 'translation' }));
    expect(run.variant).toEqual({ ...request, of: 'translation' });
    expect(model.requests.at(-1)?.prompt).toContain('Der Rat von Lunvik genehmigte 2137 neue Wohnungen');
    const { items } = await reader.summaries.list(id);
    expect(items.map(({ summary, stale }) => [summary.of, stale])).toEqual([
      ['translation', []],
      [undefined, []],
    ]);
    expect(items[0]?.summary.grounding).not.toBeNull();
    await client.translations.clear(id, {});
    const [first] = (await reader.summaries.list(id)).items;
    expect(first?.stale).toEqual(['article']);
    await reader.summaries.clear(id, { ...request, of: 'translation' });
    expect((await reader.summaries.list(id)).items.map(({ summary }) => summary.of)).toEqual([undefined]);
  });
});
