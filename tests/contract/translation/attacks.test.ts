import { expect, test } from 'vitest';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { type AskedPair, makeArticle, toJson } from '#tests/fixtures/translated-article.ts';
import { describeEachTranslator } from './each-translator.ts';

const json = (pairs: readonly AskedPair[]) => ({ text: toJson(pairs) });
/** Sends the first pairs and then nothing, with the socket open. */
const stalls = (pairs: readonly AskedPair[], after: number) => ({
  chunks: pairs.map(({ id, text }, at) => `${at === 0 ? '{' : ','}${toJson([{ id, text }]).slice(1, -1)}`),
  fault: { kind: 'stall' as const, afterChunks: after + 1 },
});

describeEachTranslator('a translation', (current, { isRepeated }) => {
  test('by a model too slow for a batch goes on with smaller ones', async () => {
    const { publish, translate, read, client, model, answerWith, asked } = current();
    const id = await publish(makeArticle('de', 30));
    const profile = scriptedProfile('primary', model.baseUrl('openai'));
    await client.models.put({ ...profile, timeouts: { ...profile.timeouts, runMs: 5000 } });
    answerWith((pairs, call) => (call === 1 ? stalls(pairs, 6) : json(pairs)));
    expect(await translate(id)).toMatchObject({ status: 'succeeded' });
    expect(await read(id)).toMatchObject({ translated: 31, total: 31 });
    expect(asked()[1]?.prompt.match(/^\d+: /gm)?.length).toBeLessThan(10);
  });

  test('by a model that dies for good fails soon and keeps what came', async () => {
    const { publish, translate, read, client, model, answerWith, asked } = current();
    const id = await publish(makeArticle('de', 40));
    const profile = scriptedProfile('primary', model.baseUrl('openai'));
    await client.models.put({ ...profile, timeouts: { ...profile.timeouts, idleMs: 1500 } });
    answerWith((pairs, call) => stalls(pairs, call === 1 ? 36 : 0));
    expect(await translate(id)).toMatchObject({ status: 'failed', errorCode: 'model_idle_timeout' });
    expect(asked()).toHaveLength(3);
    expect((await read(id)).translated).toBeGreaterThan(30);
  });

  test.skipIf(isRepeated)(
    'of a huge article, with lists in lists, tables, an endless paragraph and an empty title, is complete',
    async () => {
      const { publish, translate, read, asked } = current();
      const article = makeArticle('de', 300);
      const endless = Array.from(
        { length: 700 },
        (_, at) => `Sentence ${at + 1000} is a part of a long paragraph.`,
      );
      const id = await publish({
        ...article,
        title: ' ',
        html: `<p>${endless.join(' ')}</p>${article.html}<ul><li>Outer<ol><li>Inner <b>one</b><ul><li>Deep<table>
        <tr><th>Head</th><td><p>Cell <i>one</i></p><p>Cell two</p></td></tr></table></li></ul></li></ol>tail</li></ul>`,
      });
      expect(await translate(id)).toMatchObject({ status: 'succeeded' });
      const { total, translated, paragraphs } = await read(id);
      expect(translated).toBe(total);
      expect(total).toBeGreaterThan(250);
      const longest =
        paragraphs.map(({ text }) => text ?? '').toSorted((a, b) => b.length - a.length)[0] ?? '';
      for (const number of [1000, 1133, 1699]) expect(longest).toContain(`Sentence ${number} `);
      expect(asked().length).toBeLessThan(16);
    },
  );

  test('ends with its entry, and leaves nothing', async () => {
    const { publish, client, reader, finish, answerWith, asked } = current();
    const id = await publish(makeArticle('de', 12));
    answerWith((pairs) => stalls(pairs, 4));
    const run = await client.translations.start(id, {});
    await expect.poll(async () => (await client.translations.get(id, {})).translated).toBeGreaterThan(2);
    await reader.entries.remove(id);
    expect(await finish(run)).toMatchObject({ status: 'cancelled' });
    expect((await client.storage.get()).counts.translations).toBe(0);
    expect(asked()).toHaveLength(1);
  });

  test('into two languages at once keeps them apart, each with the glossary it began with', async () => {
    const { publish, client, read, finish, known, answerWith, asked } = current();
    const german = makeArticle('de', 4);
    const id = await publish(german);
    const french = makeArticle('fr', 4).translations;
    answerWith((pairs, _call, { system }) =>
      json(
        pairs.map((pair) => ({
          ...pair,
          text: (system.includes('French') ? french : known).get(pair.markup) ?? '',
        })),
      ),
    );
    const term = { from: 'en', to: '*', term: 'ferry', rendering: 'Fährschiff' };
    await client.settings.patch({ translation: { glossary: [term] } });
    const runs = [
      await client.translations.start(id, { targetLanguage: 'de' }),
      await client.translations.start(id, { targetLanguage: 'fr' }),
    ];
    await client.settings.patch({ translation: { glossary: [] } });
    for (const run of runs) expect(await finish(run)).toMatchObject({ status: 'succeeded' });
    const [de, fr] = [await read(id, 'de'), await read(id, 'fr')];
    expect(de.paragraphs[1]?.text).toContain('Der Rat');
    expect(fr.paragraphs[1]?.text).toContain('Le conseil');
    expect(de.languages.map(({ targetLanguage }) => targetLanguage)).toEqual(['de', 'fr']);
    for (const { prompt } of asked()) expect(prompt).toContain('ferry = Fährschiff');
  });
});
