import { expect, test } from 'vitest';
import { languages, makeArticle, toJson } from '#tests/fixtures/translated-article.ts';
import { keyOfMarkup } from '#text/paragraphs/markers.ts';
import { loadTokenizer } from '#text/tokens/tokens.ts';
import { describeEachTranslator } from './each-translator.ts';

describeEachTranslator('a translation', (current) => {
  /** Checks that every stored paragraph is the right translation of its source. */
  async function expectAllRight(id: Parameters<ReturnType<typeof current>['read']>[0], language = 'de') {
    const { known, read } = current();
    const state = await read(id, language);
    const byKey = new Map(Array.from(known, ([markup, text]) => [keyOfMarkup(markup), text]));
    for (const { key, text } of state.paragraphs) expect(text).toBe(byKey.get(key));
    expect(state.translated).toBe(state.total);
    return state;
  }

  test('of 60 paragraphs takes few tokens, and each paragraph is stored when it is announced', async () => {
    const { publish, translate, client, asked, model } = current();
    const id = await publish(makeArticle('de', 60));
    const run = await translate(id);
    expect(run).toMatchObject({ status: 'succeeded', targetLanguage: 'de', model: 'primary-model' });
    const state = await expectAllRight(id);
    expect(state).toMatchObject({
      total: 61,
      titleKey: state.paragraphs[0]?.key,
      active: null,
      failed: null,
      maker: { runId: run.id, model: 'primary-model' },
      templateChanged: false,
      canTranslate: true,
      languages: [{ targetLanguage: 'de', paragraphs: 61 }],
    });
    expect(state.paragraphs.flatMap(({ marks }) => marks)).toEqual([]);
    const events = await Array.fromAsync(client.runs.events(run.id));
    expect(events.filter(({ type }) => type === 'paragraph')).toHaveLength(61);
    expect(asked()).toHaveLength(1);

    const { count } = await loadTokenizer();
    const [request] = model.requests;
    const source = count(state.paragraphs.map((_, at) => [...current().known.keys()][at]).join('\n'));
    const output = count(
      toJson([...current().known.values()].map((text, at) => ({ id: String(at + 1), text }))),
    );
    const sent = count(`${request?.system}${request?.prompt}`) + output;
    expect(sent / (source + output)).toBeLessThanOrEqual(1.15);
  });

  test.each(languages)('into %s passes its checks, and keeps links', async (language) => {
    const { publish, translate, read } = current();
    const id = await publish(makeArticle(language, 4));
    expect(await translate(id, { targetLanguage: language })).toMatchObject({ status: 'succeeded' });
    await expectAllRight(id, language);
    const { paragraphs } = await read(id, language);
    expect(paragraphs.flatMap(({ marks }) => marks)).toEqual([]);
  });

  test('asks only for changed paragraphs after the article changed, and for equal ones once', async () => {
    const { publish, translate, read, answerWith, known } = current();
    const article = makeArticle('de', 20);
    const id = await publish(article);
    await translate(id);
    const lines = article.html.split('\n');
    const twice = '<p>The harbour is quiet today.</p>';
    known.set('The harbour is quiet today.', 'Der Hafen ist heute ruhig.');
    const changed = [...lines.slice(3), twice, twice].join('\n').replace('2433', '2434');
    for (const [markup, text] of article.translations)
      known.set(markup.replace('2433', '2434'), text.replace('2433', '2434'));
    const texts: string[] = [];
    answerWith((asked) => {
      texts.push(...asked.map(({ markup }) => markup));
      return { text: toJson(asked) };
    });
    expect(await publish({ ...article, html: changed })).toBe(id);
    const before = await read(id);
    expect(before.total - before.translated).toBe(2);
    await translate(id);
    expect(texts).toHaveLength(2);
    expect(texts.at(-1)).toBe('The harbour is quiet today.');
    const after = await read(id);
    expect(after.translated).toBe(after.total);
  });

  test('joins a run in progress, and refuses to start where nothing is left', async () => {
    const { publish, client, finish, answerWith } = current();
    const id = await publish(makeArticle('de', 6));
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    current().model.always(async () => {
      await held;
      return { text: '{}' };
    });
    const first = await client.translations.start(id, {});
    const second = await client.translations.start(id, {});
    expect(second.id).toBe(first.id);
    expect((await client.translations.get(id, {})).active?.id).toBe(first.id);
    release();
    await finish(first);
    answerWith((asked) => ({ text: toJson(asked) }));
  });

  test('of a paragraph that is too long for one call is put together from its parts', async () => {
    const { publish, translate, read, client, answerWith, asked } = current();
    const [profile] = (await client.models.list()).filter(({ id }) => id === 'primary');
    await client.models.put({ ...profile, contextTokens: 4000, maxOutputTokens: 400 } as never);
    const words = Array.from({ length: 60 }, (_, at) => at + 100);
    const sentence = (at: number) => `In the year ${at} the harbour was closed because of the ice.`;
    const german = (at: string) => `Im Jahr ${at} war der Hafen wegen des Eises geschlossen.`;
    const html = `<p>${words.map(sentence).join(' ')}</p>`;
    const id = await publish({ title: '2031', html, translations: new Map() });
    const sentences = /In the year (\d+) the harbour was closed because of the ice\./g;
    answerWith((pairs) => ({
      text: toJson(
        pairs.map((pair) => ({
          ...pair,
          text: pair.markup.replace(sentences, (_, at: string) => german(at)),
        })),
      ),
    }));
    expect(await translate(id)).toMatchObject({ status: 'succeeded' });
    expect(asked().length).toBeGreaterThan(2);
    expect((await read(id)).paragraphs).toMatchObject([
      { text: words.map((at) => german(String(at))).join(' '), marks: [] },
    ]);
  });

  test('says that the offline model cannot translate', async () => {
    const { publish, client } = current();
    const id = await publish(makeArticle('de', 2));
    await client.settings.patch({ summaryAgent: { primaryModelProfileId: 'builtin' as never } });
    expect((await client.translations.get(id, {})).canTranslate).toBe(false);
    await expect(client.translations.start(id, {})).rejects.toMatchObject({ code: 'model_cannot_translate' });
  });

  test('uses the glossary in the prompt and in the check', async () => {
    const { publish, translate, client, asked, read } = current();
    const id = await publish(makeArticle('de', 2));
    await client.settings.patch({
      translation: {
        glossary: [
          { from: 'en', to: 'de', term: 'council', rendering: 'Gemeinderat' },
          { from: '*', to: '*', term: 'Nowhere', rendering: null },
        ],
      },
    });
    await translate(id);
    expect(asked()[0]?.prompt).toContain('council = Gemeinderat');
    expect(asked()[0]?.prompt).not.toContain('Nowhere');
    const { paragraphs } = await read(id);
    expect(paragraphs.flatMap(({ marks }) => marks)).toEqual([
      { kind: 'glossary', words: 'council', side: 'source', expected: 'Gemeinderat' },
    ]);
  });

  test('can be cleared and restored, and goes with its entry', async () => {
    const { publish, translate, read, client, app } = current();
    const id = await publish(makeArticle('de', 5));
    await translate(id);
    const { deleted, undoId } = await client.translations.clear(id, { targetLanguage: 'de' });
    expect(deleted).toBe(6);
    expect(await read(id)).toMatchObject({ translated: 0, paragraphs: [], languages: [], maker: null });
    expect(await client.translations.restore(id, undoId ?? '')).toBe(6);
    expect(await read(id)).toMatchObject({ translated: 6 });
    expect((await client.storage.get()).counts.translations).toBe(1);
    await client.reader.entries.remove(id);
    expect((await client.storage.get()).counts.translations).toBe(0);
    expect(await app.core.store.checkIntegrity()).toBeNull();
  });
});
