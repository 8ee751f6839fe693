import { beforeEach, describe, expect, test } from 'vitest';
import { searchSessionsQuerySchema, timelineQuerySchema } from '#schema/sessions/sessions-wire.ts';
import { type OpenSessions, openSessions } from '#tests/fixtures/open-sessions.ts';
import { renderHits } from './render-hits.ts';

const day = 24 * 60 * 60 * 1000;
let open: OpenSessions;

beforeEach(async () => {
  open = openSessions();
  await turn({ session: 'a', project: 'web', prompt: 'Fix the login page', completed: 'Login form fixed' });
  await turn({ session: 'b', project: 'web', prompt: 'Speed up the build', completed: 'Cached the bundler' });
  await turn({
    session: 'c',
    project: 'api',
    prompt: '修复登录接口',
    completed: 'The login endpoint answers',
  });
});

/** Adds a turn one day after the last one, with its parts one second apart. */
async function turn(of: { session: string; project: string; prompt: string; completed: string }) {
  const { sessions, clock } = open;
  clock.at += day;
  await sessions.init({ contentSessionId: of.session, project: of.project, prompt: of.prompt });
  clock.at += 1000;
  await sessions.observe({
    contentSessionId: of.session,
    tool_name: 'edit',
    tool_input: { filePath: `${of.session}.ts` },
    tool_response: of.completed,
  });
  clock.at += 1000;
  const empty = { investigated: '', learned: '', next_steps: '' };
  await sessions.ingest({
    contentSessionId: of.session,
    summary: { ...empty, request: of.prompt, completed: of.completed },
  });
}

function search(query: Record<string, unknown>) {
  return open.sessions.search(searchSessionsQuerySchema.parse(query));
}

describe('a search by meaning', () => {
  const near = (...ids: number[]) => ids.map((id) => ({ kind: 'summary' as const, id, at: 0 }));

  test('joins the hits by words: what both found comes first, then the rest in turn', async () => {
    const byWords = (await search({ query: 'login', type: 'sessions' })).items.map(({ ref }) => ref);
    expect(byWords).toHaveLength(2);
    open.findByMeaning({ meaning: 'used', records: near(8, Number(byWords[1]?.slice(1))) });
    const { items, meaning } = await search({ query: 'login', type: 'sessions' });
    expect(meaning).toBe('used');
    expect(items.map(({ ref }) => ref)).toEqual([byWords[1], byWords[0], 'S8']);
    expect(items.map(({ score }) => score)).toEqual(
      items.map(({ score }) => score).toSorted((a, b) => b - a),
    );
  });

  test('repeats none on the next page, and leaves out what was deleted', async () => {
    open.findByMeaning({ meaning: 'used', records: near(8, 99, 4) });
    const pages = [];
    for (const offset of [0, 2, 4, 6]) pages.push(await search({ query: 'login', offset, limit: 2 }));
    const refs = pages.flatMap(({ items }) => items.map(({ ref }) => ref));
    expect(new Set(refs).size).toBe(refs.length);
    expect(refs).toContain('S8');
    expect(refs).not.toContain('S99');
  });

  test('that fails changes nothing and is told', async () => {
    const { items } = await search({ query: 'login' });
    open.findByMeaning({ meaning: 'slow', records: [] });
    const late = await search({ query: 'login' });
    expect(late.items).toEqual(items);
    expect(late.meaning).toBe('slow');
    expect(renderHits(late)).toContain('Found by words only');
  });

  test('takes no part in a search by words alone, in the order of time, or for a timeline', async () => {
    open.findByMeaning({ meaning: 'used', records: near(8) });
    expect((await search({ query: 'login', by: 'words' })).meaning).toBe('off');
    expect((await search({ query: 'login', orderBy: 'date_desc' })).meaning).toBe('off');
    const { anchor } = await open.sessions.timeline(timelineQuerySchema.parse({ query: 'nothing of it' }));
    expect(anchor).toBeNull();
  });
});

describe('a search', () => {
  test('finds prompts, observations and summaries, by beginnings of words and in Chinese', async () => {
    const { items, sessions, prompts, observations } = await search({ query: 'logi' });
    expect(items).toHaveLength(5);
    expect([sessions.length, prompts.length, observations.length]).toEqual([2, 1, 2]);
    expect((await search({ query: '登录', type: 'prompts' })).items.map(({ title }) => title)).toEqual([
      '修复登录接口',
    ]);
  });

  test('keeps to its project, its type and its days', async () => {
    const ofApi = await search({ query: 'login', project: 'api', type: 'sessions' });
    expect(ofApi.items.map(({ project, kind }) => [project, kind])).toEqual([['api', 'summary']]);
    const lastDay = new Date(open.clock.at).toISOString().slice(0, 10);
    const recent = await search({ query: 'login', dateStart: lastDay, dateEnd: lastDay });
    expect(new Set(recent.items.map(({ project }) => project))).toEqual(new Set(['api']));
    expect((await search({ query: 'login', dateEnd: '2026-01-31' })).items).toEqual([]);
  });

  test('finds what has some of its words where nothing has all', async () => {
    const { items } = await search({ query: 'who cached the zeppelin bundler' });
    expect(items[0]?.excerpt).toContain('Cached the bundler');
  });

  test('answers a question by each form of its words, also in the order of time', async () => {
    const { items } = await search({ query: 'How did we speed up the builds?' });
    expect(items.map(({ title }) => title).slice(0, 2)).toEqual(['Speed up the build', 'Speed up the build']);
    expect(items.every(({ tokens }) => tokens !== null && tokens > 0)).toBe(true);
    const byTime = await search({ query: 'How did we speed up the builds?', orderBy: 'date_desc' });
    expect(byTime.items.map(({ kind }) => kind)).toEqual(['summary', 'prompt']);
  });

  test('orders by time when asked to, and leafs through without losing or doubling', async () => {
    const all = await search({ query: 'login', orderBy: 'date_desc', limit: 100 });
    const times = all.items.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    const oldest = await search({ query: 'login', orderBy: 'date_asc', limit: 100 });
    expect(oldest.items.map(({ ref }) => ref)).toEqual(all.items.map(({ ref }) => ref).toReversed());
    const paged: string[] = [];
    for (let offset = 0, hasMore = true; hasMore; offset += 2) {
      const page = await search({ query: 'login', offset, limit: 2 });
      paged.push(...page.items.map(({ ref }) => ref));
      hasMore = page.hasMore;
    }
    expect(paged.toSorted()).toEqual(all.items.map(({ ref }) => ref).toSorted());
  });

  test('without words lists what is newest; without a word that could be found, nothing', async () => {
    expect((await search({ query: '' })).items).toHaveLength(9);
    expect((await search({ query: '  "*:)(  ' })).items).toEqual([]);
  });

  test('over everything also finds what was read and discussed', async () => {
    const card = {
      kind: 'entry',
      ref: 'E7',
      title: 'Login in 2026',
      text: 'login login',
      createdAt: open.clock.at,
    };
    open.library.push({ ...card, kind: 'entry' });
    expect((await search({ query: 'login', type: 'all' })).items[0]).toMatchObject({
      ref: 'E7',
      tokens: null,
    });
    expect((await search({ query: 'login' })).items.map(({ ref }) => ref)).not.toContain('E7');
  });

  test.each([
    '"',
    "'; drop table prompts; --",
    'a AND NOT (',
    '* OR *',
    '\u0000\ud800',
    'NEAR(a b)',
    'x'.repeat(9999),
  ])('answers the hostile query %j', async (query) => {
    await expect(search({ query })).resolves.toMatchObject({ query });
  });
});

describe('a timeline', () => {
  const show = (query: Record<string, unknown>) => open.sessions.timeline(timelineQuerySchema.parse(query));

  test('shows what came before and after its anchor, in order', async () => {
    const { items } = await search({ query: 'bundler', type: 'sessions' });
    const anchor = items[0]?.ref ?? '';
    const around = await show({ anchor, depth_before: 2, depth_after: 1 });
    expect(around.anchor).toBe(anchor);
    expect(around.items.map(({ kind }) => kind)).toEqual(['prompt', 'observation', 'summary', 'prompt']);
    expect(around.items[2]?.ref).toBe(anchor);
  });

  test('is found by words, keeps to its project, and may be wider than what there is', async () => {
    const around = await show({ query: 'bundler', project: 'web', depth_before: 50, depth_after: 50 });
    expect(around.items).toHaveLength(6);
    const times = around.items.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });

  test('takes a time for an anchor', async () => {
    const around = await show({
      anchor: new Date(open.clock.at).toISOString(),
      depth_before: 1,
      depth_after: 5,
    });
    expect(around).toMatchObject({ anchor: null, items: [{ kind: 'summary', project: 'api' }] });
  });

  test('around nothing is empty, and an anchor that is none is refused', async () => {
    expect(await show({ anchor: 'S999' })).toEqual({ anchor: null, items: [], unindexed: 0 });
    expect(await show({ query: 'zeppelin' })).toEqual({ anchor: null, items: [], unindexed: 0 });
    await expect(show({})).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(show({ anchor: 'yesterday' })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('records by name', () => {
  test('come in the order they were asked for, and the missing are named', async () => {
    const { items: hits } = await search({ query: 'bundler' });
    const refs = hits.map(({ ref }) => ref);
    const { items, missing } = await open.sessions.getRecords([...refs, 'S999', 'what']);
    expect(items.map(({ kind }) => kind)).toEqual(hits.map(({ kind }) => kind));
    expect(missing).toEqual(['S999', 'what']);
  });
});
