import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeEachStore } from '../each-store.ts';
import { makePrompt } from '../store/make-session.ts';
import { recognized } from '../store/say-memory.ts';
import { claudeTurn, countLines, type Machine, openMachine, timeOfTurn } from './transcript-files.ts';

describeEachStore('what imported prompts say to hold', (current) => {
  let machine: Machine;

  beforeEach(() => {
    machine = openMachine();
  });
  afterEach(() => machine.close());

  const list = (state: 'current' | 'superseded') =>
    current().store.memories.listMemories({ projects: ['harbour'], state, offset: 0, limit: 10 });

  test('is kept with its source, once, and replaces nothing that was said later', async () => {
    const { store } = current();
    const secret = 'Never deploy with <private>blue lagoon</private>.';
    machine.write(machine.claude, [
      ...claudeTurn(1, { prompt: 'Look at the ferry. Always use npm.' }),
      ...claudeTurn(2, { prompt: 'Always use pnpm.', output: 'Always use yarn.' }),
      ...claudeTurn(3, { prompt: secret }),
    ]);
    await machine.import(store, 'claude-code');
    await machine.import(store, 'claude-code');
    const held = await list('current');
    expect(held.map(({ text }) => text).filter((text) => /use/.test(text))).toEqual(['Always use pnpm.']);
    expect(held.find(({ text }) => text === 'Always use pnpm.')).toMatchObject({
      origin: 'recognized',
      source: { kind: 'prompt' },
      createdAt: timeOfTurn(2),
    });
    expect(await list('superseded')).toMatchObject([{ text: 'Always use npm.' }]);
    expect(JSON.stringify(await list('current'))).not.toContain('lagoon');
  });

  test('replaces nothing that holds where the file says that it was said in the future', async () => {
    const { store } = current();
    const prompt = makePrompt({ contentSessionId: 'live', project: 'harbour', at: timeOfTurn(1) });
    await store.sessions.addPrompt(prompt);
    await store.memories.addRecognized([
      recognized({ ...prompt, text: 'Always use pnpm.', at: timeOfTurn(1) }, {}),
    ]);
    const [future] = claudeTurn(2, { prompt: 'Always use npm. Never touch vendor.' });
    machine.write(machine.claude, [{ ...future, timestamp: '2099-01-01T00:00:00.000Z' }]);
    await machine.import(store, 'claude-code');
    expect((await list('current')).map(({ text }) => text).toSorted()).toEqual([
      'Always use pnpm.',
      'Never touch vendor.',
    ]);
    const [imported] = await list('superseded');
    expect(imported?.text).toBe('Always use npm.');
    expect(imported?.createdAt).toBeLessThan(Date.UTC(2026, 3));
    // A later statement counts as newer than the imported one.
    const later = { ...prompt, eventKey: 'next', text: 'You can touch vendor.', at: Date.UTC(2026, 4) };
    await store.sessions.addPrompt(later);
    const next = { ...later, text: 'Always touch vendor.' };
    await store.memories.addRecognized([recognized(next, {})]);
    expect((await list('current')).map(({ text }) => text)).toContain('Always touch vendor.');
  });

  test('is not stored for an excluded project, and neither is anything else', async () => {
    const { store } = current();
    await store.projects.excludeProject('harbour', 1);
    machine.write(machine.claude, claudeTurn(1, { prompt: 'Always use pnpm.' }));
    expect(await machine.import(store, 'claude-code')).toMatchObject([{ added: 0, known: 3 }]);
    expect(await countLines(store)).toEqual({ sessions: 0, prompts: 0, observations: 0, summaries: 0 });
    expect(await list('current')).toEqual([]);
    // Lines that were left out are not imported when the project is included again.
    await store.projects.includeProject('harbour');
    expect(await machine.import(store, 'claude-code')).toMatchObject([{ added: 0 }]);
  });
});
