import { expect, test } from 'vitest';
import { makeArticle, toJson } from '#tests/fixtures/translated-article.ts';
import { describeEachTranslator } from './each-translator.ts';

describeEachTranslator('translated paragraphs', (current) => {
  const other = (text: string) => text.replace('Rat', 'Stadtrat').replace('Fähre', 'Autofähre');

  test('stay when a run is aborted, and the next run asks for the rest', async () => {
    const { publish, client, finish, read, answerWith, translate, asked } = current();
    const id = await publish(makeArticle('de', 30));
    answerWith((pairs) => ({ text: toJson(pairs), fault: { kind: 'stall', afterChunks: 200 } }));
    const run = await client.translations.start(id, {});
    await expect.poll(async () => (await read(id)).translated).toBeGreaterThan(5);
    await client.runs.cancel(run.id);
    expect(await finish(run)).toMatchObject({ status: 'cancelled' });
    const { translated, total, failed } = await read(id);
    expect(failed).toBeNull();
    answerWith((pairs) => ({ text: toJson(pairs) }));
    await translate(id);
    expect(
      asked()
        .at(-1)
        ?.prompt.match(/^\d+: /gm),
    ).toHaveLength(total - translated);
    expect((await read(id)).translated).toBe(total);
  });

  test('are replaced by those made again only when that run succeeds or is aborted', async () => {
    const { publish, client, finish, read, answerWith, translate, app } = current();
    const id = await publish(makeArticle('de', 10));
    await translate(id);
    const before = (await read(id)).paragraphs;

    answerWith((pairs, call) =>
      call === 1
        ? { text: toJson(pairs.map((pair) => ({ ...pair, text: other(pair.text) }))).slice(0, 900) }
        : { fault: { kind: 'status', status: 401 } },
    );
    expect(await translate(id, { again: true })).toMatchObject({ status: 'failed' });
    expect((await read(id)).paragraphs).toEqual(before);

    answerWith((pairs) => ({ text: toJson(pairs.map((pair) => ({ ...pair, text: other(pair.text) }))) }));
    await translate(id, { again: true });
    const after = (await read(id)).paragraphs;
    expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => other(text ?? '')));

    answerWith((pairs) => ({ text: toJson(pairs), fault: { kind: 'stall', afterChunks: 60 } }));
    const run = await client.translations.start(id, { again: true });
    const listOwn = () => app.core.store.translations.listOfRun(run.id);
    await expect.poll(async () => (await listOwn()).length).toBeGreaterThan(2);
    expect((await read(id)).paragraphs).toEqual(after);
    await client.runs.cancel(run.id);
    await finish(run);
    const own = new Map((await listOwn()).map(({ key, text }) => [key, text]));
    await expect
      .poll(async () => (await read(id)).paragraphs.map(({ text }) => text))
      .toEqual(after.map(({ key, text }) => own.get(key) ?? text));
    expect((await read(id)).translated).toBe(11);
  });

  test('can be translated again one by one', async () => {
    const { publish, read, answerWith, translate, asked } = current();
    const id = await publish(makeArticle('de', 6));
    await translate(id);
    const { paragraphs } = await read(id);
    const [, second] = paragraphs;
    answerWith((pairs) => ({ text: toJson(pairs.map((pair) => ({ ...pair, text: other(pair.text) }))) }));
    await translate(id, { keys: [second?.key] });
    expect(
      asked()
        .at(-1)
        ?.prompt.match(/^\d+: /gm),
    ).toHaveLength(1);
    const after = (await read(id)).paragraphs;
    expect(after.filter(({ text }, at) => text !== paragraphs[at]?.text).map(({ key }) => key)).toEqual([
      second?.key,
    ]);
  });

  test('stay when another attempt leaves the title or a paragraph untranslated', async () => {
    const { publish, read, answerWith, translate } = current();
    const id = await publish(makeArticle('de', 6));
    await translate(id);
    const before = (await read(id)).paragraphs;
    const [title, , second] = before;
    const isLeft = (markup: string) => /northern coast|2174/.test(markup);
    const answers = [
      (markup: string) => markup,
      (markup: string) => markup.toUpperCase(),
      () => 'La vie sur la côte nord et les gens qui vivent ici',
      () => 'I am sorry, but I cannot translate this.',
    ];
    for (const leave of answers) {
      answerWith((pairs) => ({
        text: toJson(
          pairs.map(({ id: number, markup, text }) => ({
            id: number,
            text: isLeft(markup) ? leave(markup) : other(text),
          })),
        ),
      }));
      await translate(id, { again: true });
      const after = (await read(id)).paragraphs;
      expect([after[0]?.text, after[2]?.text]).toEqual([title?.text, second?.text]);
      expect(after[1]?.text).toBe(other(before[1]?.text ?? ''));
      expect(await translate(id, { keys: [title?.key] })).toMatchObject({ status: 'failed' });
      expect((await read(id)).paragraphs[0]?.text).toBe(title?.text);
    }
  });
});
