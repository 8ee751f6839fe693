import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '#store/open-store.ts';
import { describeEachPlace } from '#tests/contract/each-store.ts';
import type { Reply, ScriptedRequest } from '#tests/fixtures/scripted-model/reply.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { type ServerProcess, startServer } from '#tests/fixtures/start-server.ts';
import { makeArticle, readAsked, toJson } from '#tests/fixtures/translated-article.ts';
import { keyOfMarkup } from '#text/paragraphs/markers.ts';

const article = makeArticle('de', 40);

describeEachPlace('kill -9 in the middle of a translation', (current) => {
  let model: ScriptedModel;
  let server: ServerProcess;

  beforeEach(async () => {
    model = await startScriptedModel();
    server = await startServer(current().place);
  });
  afterEach(async () => {
    await server.end('SIGKILL');
    await model.close();
  });

  test('keeps every paragraph that was shown, asks for none of them again, and doubles nothing', async () => {
    const { place } = current();
    const profile = scriptedProfile('primary', model.baseUrl('openai'));
    await server.client.models.put(profile);
    await server.client.settings.patch({ translation: { primaryModelProfileId: profile.id } });
    const answer = (request: ScriptedRequest): Reply => ({
      text: toJson(readAsked(request, article.translations)),
    });
    model.always((request) => ({ ...answer(request), fault: { kind: 'stall', afterChunks: 150 } }));
    const html = `<html><head><title>${article.title}</title></head><body><article>${article.html}</article></body></html>`;
    const { id } = await server.client.reader.entries.add({
      kind: 'file',
      name: 'coast.html',
      content: Buffer.from(html).toString('base64'),
    });
    const run = await server.client.translations.start(id, { targetLanguage: 'de' });

    const shown = new Map<string, string | null>();
    for await (const event of server.client.runs.events(run.id)) {
      if (event.type === 'paragraph') shown.set(event.key, event.text);
      if (shown.size >= 5) break;
    }
    await server.end('SIGKILL');

    const asked: string[] = [];
    model.always((request) => {
      asked.push(...readAsked(request, article.translations).map(({ markup }) => keyOfMarkup(markup)));
      return answer(request);
    });
    server = await startServer(place);
    const state = () => server.client.translations.get(id, { targetLanguage: 'de' });
    const before = await state();
    for (const [key, text] of shown) {
      expect(before.paragraphs.find((each) => each.key === key)?.text).toBe(text);
    }
    await expect.poll(async () => (await state()).active).toBeNull();
    const after = await state();
    expect(after.translated).toBe(after.total);
    const right = new Map(Array.from(article.translations, ([markup, text]) => [keyOfMarkup(markup), text]));
    expect(after.paragraphs.map(({ key, text }) => [key, text])).toEqual(
      after.paragraphs.map(({ key }) => [key, right.get(key)]),
    );
    expect(asked.filter((key) => shown.has(key))).toEqual([]);
    expect(new Set(asked).size).toBe(asked.length);
    await server.end('SIGKILL');

    const store = await openStore(place);
    try {
      expect(await store.runs.getRun(run.id)).toMatchObject({ status: 'succeeded', attempt: 2 });
      expect(await store.translations.listOfRun(run.id)).toHaveLength(after.total);
      expect(await store.checkIntegrity()).toBeNull();
      expect(await store.correctCounters()).toBeNull();
    } finally {
      await store.close();
    }
  });
});
