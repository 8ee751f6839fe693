import { describe, expect, test } from 'vitest';
import { type RecordKind, recordKinds } from '#schema/sessions/session.ts';
import { cardCharacters } from '#sources/session/ports.ts';
import type { Store } from '#store/store.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { parseSearch } from '#text/search-terms.ts';
import { startTime } from './make-run.ts';
import { findTexts, makeObservation, makePrompt, makeSummary } from './make-session.ts';

const dayMs = 86_400_000;

describeEachStore('search over coding sessions', (current) => {
  const ask = (text: string, changes: Parameters<typeof makePrompt>[0] = {}) =>
    current().store.sessions.addPrompt(makePrompt({ text, ...changes }));
  const find = (query: string, filter: Parameters<typeof findTexts>[2] = {}) =>
    findTexts(current().store, query, filter);

  test('finds prompts, observations and summaries by any of their texts, as cards', async () => {
    const { store } = current();
    const { session } = await ask('Repair the rhubarb pump');
    await store.sessions.addObservation(
      makeObservation({ toolName: 'grep', toolInput: 'rhubarb', toolResponse: 'none' }),
    );
    await store.sessions.addSummary(makeSummary({ next_steps: 'Buy rhubarb', notes: 'A note' }));
    const { terms } = parseSearch('rhubarb');
    const search = async (kind: RecordKind) =>
      store.sessions.readCards(
        (await store.sessions.searchRecords({ kinds: [kind], terms, order: 'newest', limit: 9 })).records,
      );
    const common = { sessionId: session.id, project: 'web', promptNumber: 1, createdAt: startTime };
    expect(await search('prompt')).toEqual([
      {
        ...common,
        kind: 'prompt',
        id: expect.any(Number),
        title: '',
        text: 'Repair the rhubarb pump',
        bytes: 23,
      },
    ]);
    expect(await search('observation')).toEqual([
      {
        ...common,
        kind: 'observation',
        id: expect.any(Number),
        title: 'grep',
        text: 'rhubarb\nnone',
        bytes: 16,
      },
    ]);
    expect(await search('summary')).toEqual([
      {
        ...common,
        kind: 'summary',
        id: expect.any(Number),
        title: 'Find out why the login fails',
        text: 'src/login.ts\nThe token expires after 60 ms\nThe token lasts an hour now\nBuy rhubarb\nA note',
        bytes: 117,
      },
    ]);
    expect(await find('grep', { kind: 'observation' })).toHaveLength(1);
    expect(await find('login', { kind: 'summary' })).toHaveLength(1);
    expect(await find('rhubarb celery')).toEqual([]);
  });

  test('finds words by their beginning, in any case, with or without accents, and CJK inside a sentence', async () => {
    await ask('The café at the harbour serves Zürcher Geschnetzeltes. 研究人员测量室内的平均温度。노선이');
    for (const query of ['harb', 'CAFE', 'café', 'zurcher geschnetz', '温度', '平均温度', '温', '노선']) {
      expect([query, await find(query)]).toEqual([query, [expect.any(String)]]);
    }
    for (const query of ['arbour', '温室', 'zurcher fondue']) expect(await find(query)).toEqual([]);
  });

  test.each([
    '"',
    '*',
    'peas" OR "x',
    "peas' | 'x",
    'NEAR(peas, 2)',
    'terms: peas',
    '{terms} : peas',
    'peas & !peas',
    '=p',
    '=s1',
    '-peas ^peas peas*',
    "'; drop table prompts; --",
    '\u0000peas',
    '\ud83c',
    '((((',
  ])('takes %j for words and nothing else', async (query) => {
    await ask('Do peas or beans grow near x?');
    const { terms } = parseSearch(query);
    const words = ['do', 'peas', 'or', 'beans', 'grow', 'near', 'x'];
    const matches =
      terms.length > 0 && terms.every(({ text }) => words.some((word) => word.startsWith(text)));
    expect(await find(query)).toHaveLength(matches ? 1 : 0);
  });

  test('keeps to projects, sessions, turns and times', async () => {
    const { session } = await ask('Peas 1', { contentSessionId: 'a', project: 'web', at: startTime });
    await ask('Peas 2', { contentSessionId: 'a', project: 'web', at: startTime + 1 });
    await ask('Peas 3', { contentSessionId: 'b', project: 'api', at: startTime + 2 });
    await ask('Peas 4', { contentSessionId: 'c', project: 'web 2', at: startTime + 3 });
    expect(await find('peas', { projects: ['web'] })).toEqual(['Peas 2', 'Peas 1']);
    expect(await find('peas', { projects: ['api', 'web', 'none'] })).toEqual(['Peas 3', 'Peas 2', 'Peas 1']);
    expect(await find('peas', { projects: [] })).toEqual([]);
    expect(await find('peas', { projects: ['none'] })).toEqual([]);
    expect(await find('peas', { sessionId: session.id })).toEqual(['Peas 2', 'Peas 1']);
    expect(await find('peas', { sessionId: session.id, projects: ['api'] })).toEqual([]);
    expect(await find('peas', { from: startTime + 1, to: startTime + 2 })).toEqual(['Peas 3', 'Peas 2']);
    expect(await find('peas', { from: startTime + 4 })).toEqual([]);
    expect(await find('peas', { to: startTime - 1 })).toEqual([]);
    expect(await find('peas', { to: -1 })).toEqual([]);
    expect(await find('peas', { from: -dayMs, to: Number.MAX_SAFE_INTEGER })).toHaveLength(4);
  });

  test('keeps to the order of time, whatever came when, and to the order of coming within a moment', async () => {
    const { store } = current();
    await ask('Peas now', { at: startTime });
    await ask('Peas also now', { at: startTime });
    await ask('Peas long ago', { contentSessionId: 'old', at: startTime - dayMs });
    await ask('Peas to come', { contentSessionId: 'new', at: startTime + dayMs });
    await ask('Peas in the middle', { contentSessionId: 'old', at: startTime - 1 });
    const { terms } = parseSearch('peas');
    const texts = async (order: 'newest' | 'oldest', limit: number) => {
      const { records } = await store.sessions.searchRecords({ kinds: ['prompt'], terms, order, limit });
      return (await store.sessions.readCards(records)).map(({ text }) => text);
    };
    const oldestFirst = ['Peas long ago', 'Peas in the middle', 'Peas now', 'Peas also now', 'Peas to come'];
    expect(await texts('oldest', 9)).toEqual(oldestFirst);
    expect(await texts('newest', 9)).toEqual(oldestFirst.toReversed());
    expect(await texts('newest', 2)).toEqual(['Peas to come', 'Peas also now']);
    expect(await texts('oldest', 3)).toEqual(oldestFirst.slice(0, 3));
    for (const order of ['newest', 'oldest'] as const) {
      const page = { order, offset: 0, limit: 9 };
      const listed = (await store.sessions.listCards('prompt', page)).map(({ text }) => text);
      expect(listed).toEqual(await texts(order, 9));
      const records = await store.sessions.listRecords('prompt', page);
      expect(records.map(({ text }) => text)).toEqual(listed);
    }
  });

  test('cuts long texts, never inside a character', async () => {
    const { store } = current();
    await ask(`Peas ${'🙂'.repeat(cardCharacters)}`);
    const response = `${'x'.repeat(50_000)} rhubarb`;
    await store.sessions.addObservation(makeObservation({ toolInput: 'in', toolResponse: response }));
    const [text = ''] = await find('peas');
    expect(text.length).toBeGreaterThan(cardCharacters - 2);
    expect(text.length).toBeLessThanOrEqual(cardCharacters);
    expect(text.isWellFormed()).toBe(true);
    const [observed = ''] = await find('rhubarb', { kind: 'observation' });
    expect(observed).toBe(`in\n${response}`.slice(0, cardCharacters));
    const [card] = await store.sessions.listCards('observation', { order: 'newest', offset: 0, limit: 1 });
    expect(card?.bytes).toBe('readin\n'.length + response.length);
    const [prompt] = await store.sessions.listCards('prompt', { order: 'newest', offset: 0, limit: 1 });
    expect(prompt?.bytes).toBe('Peas '.length + 4 * cardCharacters);
  });

  describe('lists', () => {
    test('are pages by project, session, turn and time', async () => {
      const { store } = current();
      const { session } = await fill(store);
      const list = async (query: object) =>
        (await store.sessions.listRecords('prompt', { order: 'newest', offset: 0, limit: 99, ...query })).map(
          ({ text }) => text,
        );
      expect(await list({ limit: 2 })).toEqual(['api 5', 'web 5']);
      expect(await list({ offset: 9, limit: 5 })).toEqual(['web 1']);
      expect(await list({ order: 'oldest', offset: 1, limit: 2 })).toEqual(['api 1', 'web 2']);
      expect(await list({ projects: ['api'], offset: 3, limit: 1 })).toEqual(['api 2']);
      expect(await list({ projects: ['api', 'web'], offset: 7, limit: 2 })).toEqual(['web 2', 'api 1']);
      expect(await list({ projects: [] })).toEqual([]);
      expect(await list({ sessionId: session.id, fromPrompt: 4 })).toEqual(['web 5', 'web 4']);
      expect(await list({ from: startTime + 5, to: startTime + 5 })).toEqual(['api 5', 'web 5']);
    });

    test('hold each kind of record', async () => {
      const { store } = current();
      const { session } = await fill(store);
      for (const kind of recordKinds) {
        const page = { sessionId: session.id, order: 'oldest', offset: 0, limit: 99 } as const;
        const records = await store.sessions.listRecords(kind, page);
        expect(records).toHaveLength(5);
        expect(records.map(({ promptNumber }) => promptNumber)).toEqual([1, 2, 3, 4, 5]);
        const cards = await store.sessions.listCards(kind, page);
        expect(cards.map(({ id }) => id)).toEqual(records.map(({ id }) => id));
      }
    });
  });
});

/** Stores five turns in each of two sessions. The turns of both have the same times. */
async function fill(store: Store) {
  for (let turn = 1; turn <= 5; turn += 1) {
    for (const name of ['web', 'api']) {
      const at = startTime + turn;
      await store.sessions.addPrompt(
        makePrompt({ contentSessionId: name, project: name, text: `${name} ${turn}`, at }),
      );
      await store.sessions.addObservation(makeObservation({ contentSessionId: name, at }));
      await store.sessions.addSummary(makeSummary({}, { contentSessionId: name, at }));
    }
  }
  return store.sessions.openSession('web', startTime);
}
