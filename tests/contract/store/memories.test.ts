import { expect, test } from 'vitest';
import type { MemoryId } from '#schema/sessions/memory.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { startTime } from './make-run.ts';
import { makePrompt } from './make-session.ts';
import { list, recognized, save, say, textsOf } from './say-memory.ts';
import { dumpRows } from './with-raw-database.ts';

describeEachStore('memories', (current) => {
  test('are kept with their source, once for a prompt and once for a statement', async () => {
    const { store } = current();
    const prompt = makePrompt({ contentSessionId: 'oc_1', project: 'web', text: 'Always use pnpm' });
    const { prompt: stored, session } = await store.sessions.addPrompt(prompt);
    expect(await store.memories.addRecognized([recognized(prompt, {})])).toBe(1);
    expect(await store.memories.addRecognized([recognized(prompt, {})])).toBe(0);
    expect(await say(store, { session: 'oc_2', at: startTime + 1 })).toBe(0);
    expect(await say(store, { session: 'oc_3', project: 'api' })).toBe(1);
    expect(await list(store, ['web'])).toHaveLength(1);
    expect(await list(store, ['api', 'web'])).toHaveLength(2);
    expect(await list(store, [])).toEqual([]);
    const own = (await list(store)).find(({ project }) => project === 'web');
    expect(own).toMatchObject({
      kind: 'instruction',
      origin: 'recognized',
      source: { kind: 'prompt', id: stored.id, sessionDbId: session.id },
      supersededAt: null,
    });
  });

  test('of several prompts at once are added in the order of their time', async () => {
    const { store } = current();
    const prompts = [
      makePrompt({ contentSessionId: 'b', text: 'Always use pnpm', at: startTime + 2 }),
      makePrompt({ contentSessionId: 'a', text: 'Always use npm', at: startTime + 1 }),
      makePrompt({ contentSessionId: 'a', text: 'Always use pnpm', at: startTime + 3 }),
    ];
    for (const prompt of prompts) await store.sessions.addPrompt(prompt);
    const gone = makePrompt({ contentSessionId: 'nobody' });
    const said = [gone, ...prompts].map((prompt) => recognized(prompt, {}));
    expect(await store.memories.addRecognized(said)).toBe(2);
    expect(await textsOf(store)).toEqual(['Always use pnpm']);
    expect(await textsOf(store, undefined, 'superseded')).toEqual(['Always use npm']);
  });

  test('of a prompt that does not exist are not added', async () => {
    const { store } = current();
    const prompt = makePrompt({ contentSessionId: 'nobody' });
    expect(await store.memories.addRecognized([recognized(prompt, {})])).toBe(0);
  });

  test('are superseded by what contradicts them in the same project, by time', async () => {
    const { store } = current();
    await say(store, { text: 'Always use npm', at: startTime });
    await say(store, { text: 'Always use pnpm', at: startTime + 2 });
    await say(store, { text: 'Always use yarn', project: 'api', session: 'oc_2', at: startTime + 3 });
    await say(store, { text: 'Always use bun', at: startTime + 1 });
    expect(await textsOf(store, ['web'])).toEqual(['Always use pnpm']);
    expect(await textsOf(store, ['web'], 'superseded')).toEqual(['Always use bun', 'Always use npm']);
    expect(await textsOf(store, ['api'])).toEqual(['Always use yarn']);
    const [newest] = await list(store, ['web']);
    for (const older of await list(store, ['web'], 'superseded')) expect(older.supersededBy).toBe(newest?.id);
  });

  test('are saved, edited, removed and restored', async () => {
    const { store } = current();
    const saved = await save(store, { origin: 'agent' });
    const id = saved?.id as MemoryId;
    expect(saved).toMatchObject({
      origin: 'agent',
      anchors: [{ kind: 'file', value: 'src/a.ts' }],
      source: null,
    });
    expect(await save(store, { origin: 'agent' })).toEqual(saved);
    const edit = { text: 'It moved back', textHash: 'other', project: null };
    expect(await store.memories.editMemory(id, edit, startTime + 5)).toMatchObject({
      text: 'It moved back',
      project: null,
      origin: 'user',
      createdAt: startTime,
      changedAt: startTime + 5,
    });
    const second = await save(store);
    expect(await store.memories.editMemory(second?.id as MemoryId, edit, startTime + 6)).toBe('taken');
    expect(await store.memories.removeMemory(id, startTime + 7)).toBe(true);
    expect(await store.memories.removeMemory(id, startTime + 7)).toBe(false);
    expect(await store.memories.editMemory(id, {}, startTime + 8)).toBeNull();
    expect(await textsOf(store)).toEqual(['The API moved']);
    expect(await store.memories.restoreMemory(id)).toMatchObject({ id });
    expect(await store.memories.restoreMemory(id)).toBeNull();
    await store.memories.removeMemory(id, startTime + 7);
    await save(store, { text: 'It moved back', textHash: 'other', project: null });
    expect(await store.memories.restoreMemory(id)).toBe('taken');
    await store.memories.purgeMemories(startTime + 8);
    expect(await store.memories.restoreMemory(id)).toBeNull();
  });

  test('hold again when a superseded one is edited', async () => {
    const { store } = current();
    await say(store, { text: 'Always use npm', at: startTime });
    await say(store, { text: 'Always use pnpm', at: startTime + 2 });
    const [older] = await list(store, ['web'], 'superseded');
    await store.memories.editMemory(older?.id as MemoryId, {}, startTime + 3);
    expect(await textsOf(store, ['web'])).toEqual(['Always use npm', 'Always use pnpm']);
  });

  test('name only a source that exists', async () => {
    const { store } = current();
    const { prompt, session } = await store.sessions.addPrompt(makePrompt());
    const source = { kind: 'prompt', id: prompt.id } as const;
    expect(await save(store, { source })).toMatchObject({ source: { ...source, sessionDbId: session.id } });
    expect(await save(store, { text: 'x', source: { kind: 'summary', id: 999 } })).toBeNull();
  });

  test('that were recognized go with their prompt, session or project; saved ones lose their source', async () => {
    const { store } = current();
    const dump = async () => JSON.stringify((await dumpRows(current().place)).memories);
    await say(store, { text: 'Always use rhubarb', session: 'oc_1' });
    const page = { order: 'newest', offset: 0, limit: 9 } as const;
    const [prompt] = await store.sessions.listRecords('prompt', page);
    const source = { kind: 'prompt', id: prompt?.id ?? 0 } as const;
    await save(store, { source });
    await store.sessions.deleteRecord('prompt', source.id);
    expect(await dump()).not.toContain('rhubarb');
    expect(await list(store)).toMatchObject([{ text: 'The API moved', source: null }]);

    await say(store, { text: 'Always use quince', session: 'oc_2' });
    const [{ id } = { id: null }] = await store.sessions.listSessions({ offset: 0, limit: 1 });
    if (id !== null) await store.sessions.deleteSessions({ id });
    expect(await dump()).not.toContain('quince');

    await say(store, { text: 'Always use damson', session: 'oc_3' });
    await save(store, { text: 'Everywhere', project: null });
    await store.sessions.deleteSessions({ project: 'web' });
    expect(await textsOf(store)).toEqual(['Everywhere']);
    expect(await dump()).not.toContain('damson');
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('outlive the retention of their session, without a source', async () => {
    const { store } = current();
    await say(store);
    await store.sessions.deleteSessions({ before: Number.MAX_SAFE_INTEGER });
    expect(await list(store)).toMatchObject([{ text: 'Always use pnpm', source: null }]);
  });

  test('of a session that gets its project later belong to that project', async () => {
    const { store } = current();
    await say(store, { project: '' });
    await store.sessions.addPrompt(makePrompt({ contentSessionId: 'oc_1', project: 'web' }));
    expect(await list(store, ['web'])).toHaveLength(1);
  });

  test('said in two sessions at once are kept once', async () => {
    const { store } = current();
    await Promise.all(['a', 'b', 'c', 'd'].map((session) => say(store, { session })));
    expect(await list(store)).toHaveLength(1);
  });

  test('know the folders of their project', async () => {
    const { store } = current();
    const claim = { identities: ['root:1', 'folder:/home/ada/web'], names: ['web'], at: startTime };
    await store.sessions.claimProject(claim);
    expect(await store.memories.listFolders('web')).toEqual(['/home/ada/web']);
    expect(await store.memories.listFolders('api')).toEqual([]);
  });
});

describeEachStore('languages of projects', (current) => {
  test('are set, changed and removed', async () => {
    const { projects } = current().store;
    expect(await projects.getLanguage('web')).toBeNull();
    for (const language of ['de', 'fr']) await projects.setLanguage('web', language);
    expect(await projects.getLanguage('web')).toBe('fr');
    expect(await projects.getLanguage('api')).toBeNull();
    await projects.setLanguage('web', null);
    expect(await projects.getLanguage('web')).toBeNull();
  });
});

describeEachStore('excluded projects', (current) => {
  test('are listed once, and know their sessions, stored or noted', async () => {
    const { store } = current();
    const { projects } = store;
    expect(await projects.listExcluded()).toEqual([]);
    for (const project of ['web', 'api', 'web']) await projects.excludeProject(project, startTime);
    expect(await projects.listExcluded()).toEqual(['api', 'web']);
    await store.sessions.addPrompt(makePrompt({ contentSessionId: 'stored', project: 'web' }));
    await projects.noteExcluded({ key: 'k', project: 'api', at: startTime });
    await projects.noteExcluded({ key: 'k', project: 'api', at: startTime + 5 });
    expect(await projects.isOfExcluded({ contentSessionId: 'stored', key: 'x' })).toBe(true);
    expect(await projects.isOfExcluded({ contentSessionId: 'noted', key: 'k' })).toBe(true);
    expect(await projects.isOfExcluded({ contentSessionId: 'other', key: 'x' })).toBe(false);
    expect(await projects.includeProject('api')).toBe(true);
    expect(await projects.includeProject('api')).toBe(false);
    expect(await projects.isOfExcluded({ contentSessionId: 'noted', key: 'k' })).toBe(false);
    await projects.excludeProject('api', startTime);
    await projects.forgetNotes(startTime + 6);
    expect(await projects.isOfExcluded({ contentSessionId: 'noted', key: 'k' })).toBe(false);
  });
});
