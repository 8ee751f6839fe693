import { expect, test } from 'vitest';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { parseSearch } from '#text/search-terms.ts';
import { endRun } from './end-run.ts';
import { fillThread } from './fill-thread.ts';
import { makeSuccess, startRun, startTime } from './make-run.ts';
import { ask, createThread, makeReply, makeTurn, requireThread, talk } from './make-thread.ts';

describeEachStore('search over messages', (current) => {
  const search = (query: string, limit = 50, cursor?: string) =>
    current().store.spaces.searchMessages({ terms: parseSearch(query).terms, limit, cursor });
  const find = async (query: string) => (await search(query)).items.map(({ message }) => message.text);

  test('finds questions and answers of all threads, newest first, with their thread', async () => {
    const { store } = current();
    const garden = await createThread(store);
    const kitchen = await createThread(store);
    await talk(store, garden.id, 'When do I plant peas');
    await talk(store, kitchen.id, 'How long do peas cook');
    const { items, nextCursor } = await search('peas');
    expect(items.map(({ message }) => message.text)).toEqual([
      'How long do peas cook!',
      'How long do peas cook?',
      'When do I plant peas!',
      'When do I plant peas?',
    ]);
    expect(nextCursor).toBeNull();
    const { revision, segments, foldRevision: _, ...listed } = await requireThread(store, kitchen.id);
    expect([revision, segments]).toEqual([2, []]);
    expect(items[0]?.thread).toEqual(listed);
    expect(await find('peas cook')).toHaveLength(2);
    expect(await find('peas rhubarb')).toEqual([]);
  });

  test('finds words by their beginning, in any case, with or without accents', async () => {
    const { store } = current();
    const { id } = await createThread(store);
    await ask(store, id, 'The café at the harbour serves Zürcher Geschnetzeltes.');
    for (const query of ['harb', 'CAFE', 'café', 'zurcher geschn', 'harbour the at']) {
      expect([query, await find(query)]).toEqual([query, [expect.any(String)]]);
    }
    expect(await find('arbour')).toEqual([]);
  });

  test('finds Chinese, Japanese and Korean inside a sentence', async () => {
    const { store } = current();
    const { id } = await createThread(store);
    await ask(store, id, '研究人员测量室内的平均温度。東京都の図書館。새로운 노선이 개통된다.');
    for (const query of ['温度', '平均温度', '温', '図書館', '노선']) {
      expect([query, await find(query)]).toEqual([query, [expect.any(String)]]);
    }
    expect(await find('温室')).toEqual([]);
  });

  test.each([
    '"',
    "'",
    '*',
    'peas" OR "x',
    "peas' | 'x",
    'NEAR(peas, 2)',
    'title: peas',
    '{title} : peas',
    'peas & !peas',
    'peas \\ :*',
    '-peas ^peas peas*',
    "'; drop table messages; --",
    '\u0000peas',
    '\ud83c',
    '% _',
    '((((',
  ])('takes %j for words and nothing else', async (query) => {
    const { store } = current();
    const { id } = await createThread(store);
    await ask(store, id, 'Do peas or beans grow near x?');
    const { terms } = parseSearch(query);
    const words = ['do', 'peas', 'or', 'beans', 'grow', 'near', 'x'];
    const matches =
      terms.length > 0 && terms.every(({ text }) => words.some((word) => word.startsWith(text)));
    expect(await find(query)).toHaveLength(matches ? 1 : 0);
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('gives pages that neither repeat nor leave out, while messages arrive', async () => {
    const { store } = current();
    const { id } = await createThread(store);
    for (let index = 0; index < 6; index += 1) await talk(store, id, `Peas ${index}`);
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await search('peas', 5, cursor);
      seen.push(...page.items.map(({ message }) => message.seq));
      cursor = page.nextCursor ?? undefined;
      await talk(store, (await createThread(store)).id, 'More peas');
    } while (cursor !== undefined);
    expect(seen).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  test('does not find what was replaced', async () => {
    const { store } = current();
    const { id } = await createThread(store);
    const [question] = await talk(store, id, 'rhubarb');
    if (!question) throw new Error('no question');
    const again = await store.spaces.startTurn(
      makeTurn(await requireThread(store, id), '', { message: null }),
    );
    if (again.kind !== 'started' || !again.runs[0]) throw new Error(again.kind);
    await startRun(store, again.runs[0].id);
    const payload = makeReply(question, 'celery');
    await endRun(store, makeSuccess(again.runs[0].id, { payload, at: startTime + 9 }));
    expect(await find('rhubarb')).toEqual(['rhubarb?']);
    expect(await find('celery')).toEqual(['celery']);

    const turn = makeTurn(await requireThread(store, id), 'fennel?', { replaces: question.id });
    expect(await store.spaces.startTurn(turn)).toMatchObject({ kind: 'started' });
    expect(await find('rhubarb')).toEqual([]);
    expect(await find('celery')).toEqual([]);
    expect(await find('fennel')).toEqual(['fennel?']);
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('of a common and of a rare word among ten thousand messages', async () => {
    const { store, place } = current();
    const { id } = await createThread(store);
    await ask(store, id, 'The only rhubarb');
    await fillThread(place, id, 10_000);
    expect((await search('peas')).items).toHaveLength(50);
    expect(await find('rhubarb')).toEqual(['The only rhubarb']);
  });
});
