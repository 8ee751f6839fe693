import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Memory, MemoryId } from '#schema/sessions/memory.ts';
import type { Store } from '#store/store.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { startTime } from './make-run.ts';
import { list, save, say, textsOf } from './say-memory.ts';
import { withRawDatabase } from './with-raw-database.ts';

const command = 'Always run the deploy script';

async function proposals(store: Store, projects?: string[]): Promise<Memory[]> {
  return list(store, projects, 'proposed');
}

async function firstId(store: Store): Promise<MemoryId> {
  const [first] = await proposals(store);
  if (first === undefined) throw new Error('nothing waits');
  return first.id;
}

const idOf = async (store: Store, text: string, state: 'current' | 'superseded' = 'current') =>
  (await list(store, undefined, state)).find((memory) => memory.text === text)?.id as MemoryId;

describeEachStore('a statement that waits for a person', (current) => {
  test('holds nowhere until it is confirmed, and waits again after undo', async () => {
    const { store } = current();
    await say(store, { text: 'Never run the deploy script' });
    expect(await say(store, { text: command, asks: 'action', at: startTime + 1 })).toBe(1);
    expect(await say(store, { text: command, asks: 'action', session: 'oc_2', at: startTime + 2 })).toBe(0);
    expect(await textsOf(store)).toEqual(['Never run the deploy script']);
    expect(await list(store, undefined, 'superseded')).toEqual([]);
    expect(await proposals(store)).toMatchObject([
      {
        text: command,
        project: 'web',
        supersededAt: null,
        proposal: { asks: 'action', about: null, decision: null },
      },
    ]);
    const id = await firstId(store);
    const confirmed = await store.memories.decideMemory(id, 'confirm', startTime + 9);
    expect(confirmed).toMatchObject({ changedAt: startTime + 9, proposal: { decision: 'confirmed' } });
    // Once confirmed, it replaces the older rule.
    expect(await textsOf(store)).toEqual([command]);
    expect(await proposals(store)).toEqual([]);
    expect(await store.memories.decideMemory(id, 'confirm', startTime + 9)).toBeNull();
    await store.memories.undoMemory(id, startTime + 10);
    expect(await textsOf(store)).toEqual(['Never run the deploy script']);
    expect(await proposals(store)).toHaveLength(1);
  });

  test('is asked for again only in another session once it was dismissed', async () => {
    const { store } = current();
    await say(store, { text: command, asks: 'action' });
    const id = await firstId(store);
    expect(await store.memories.decideMemory(id, 'dismiss', startTime + 1)).toMatchObject({
      proposal: { decision: 'dismissed' },
    });
    expect(await proposals(store)).toEqual([]);
    expect(await textsOf(store, undefined, 'dismissed')).toEqual([command]);
    expect(await say(store, { text: command, asks: 'action', at: startTime + 2 })).toBe(0);
    expect(await store.memories.undoMemory(id, startTime + 3)).toMatchObject({
      proposal: { decision: null },
    });
    await store.memories.decideMemory(id, 'dismiss', startTime + 4);
    expect(await say(store, { text: command, asks: 'action', session: 'oc_2', at: startTime + 5 })).toBe(1);
    expect(await proposals(store)).toHaveLength(1);
    expect(await textsOf(store)).toEqual([]);
  });

  test('is announced at most twice, however often it is typed and dismissed', async () => {
    const { store } = current();
    await say(store, { text: 'Always use pnpm' });
    const texts = [
      { text: command, asks: 'action' as const },
      { text: 'x', withdrawals: ['You need not use pnpm'] },
    ];
    for (const said of texts) {
      const announced: Memory[] = [];
      for (const session of ['a', 'b', 'c', 'd']) {
        await say(store, { ...said, session: `${said.text}-${session}`, at: startTime + 1 });
        announced.push(...(await store.memories.takeUnannounced('web', startTime + 2)));
        for (const { id } of await proposals(store))
          await store.memories.decideMemory(id, 'dismiss', startTime + 3);
      }
      expect(announced).toHaveLength(2);
    }
    // A proposal in another project is announced separately.
    await say(store, { text: command, asks: 'action', project: 'api', session: 'e' });
    expect(await store.memories.takeUnannounced('api', startTime + 4)).toHaveLength(1);
  });

  test('is announced once in its project', async () => {
    const { store } = current();
    await say(store, { text: command, asks: 'action' });
    expect(await store.memories.takeUnannounced('api', startTime)).toEqual([]);
    const [once, twice] = await Promise.all([
      store.memories.takeUnannounced('web', startTime),
      store.memories.takeUnannounced('web', startTime),
    ]);
    expect([...once, ...twice]).toMatchObject([{ text: command }]);
    expect(await store.memories.takeUnannounced('web', startTime)).toEqual([]);
  });

  test('goes with its prompt, and is in no list once it was removed', async () => {
    const { store } = current();
    await say(store, { text: command, asks: 'action' });
    await store.memories.removeMemory(await firstId(store), startTime);
    expect(await proposals(store)).toEqual([]);
    await say(store, { text: 'Always run quince', asks: 'action', session: 'oc_2' });
    const [{ id } = { id: null }] = await store.sessions.listSessions({ offset: 0, limit: 1 });
    if (id !== null) await store.sessions.deleteSessions({ id });
    expect(await proposals(store)).toEqual([]);
  });

  test('is confirmed by a person who edits it', async () => {
    const { store } = current();
    await say(store, { text: command, asks: 'action' });
    const edit = { text: 'Never run the deploy script', textHash: 'other' };
    await store.memories.editMemory(await firstId(store), edit, startTime + 1);
    expect(await list(store)).toMatchObject([{ text: edit.text, origin: 'user', proposal: null }]);
    expect(await proposals(store)).toEqual([]);
  });
});

describeEachStore('a statement for all projects', (current) => {
  const everywhere = { text: 'Always use pnpm', isForAllProjects: true };

  test('holds in its own project until it is confirmed for all', async () => {
    const { store } = current();
    expect(await say(store, everywhere)).toBe(2);
    expect(await list(store, ['web'])).toMatchObject([{ project: 'web', proposal: null }]);
    expect(await list(store, ['api'])).toEqual([]);
    expect(await proposals(store, ['web'])).toMatchObject([
      { proposal: { asks: 'all-projects', about: 'Always use pnpm' } },
    ]);
    const id = await firstId(store);
    await store.memories.decideMemory(id, 'confirm', startTime + 1);
    expect(await list(store, ['api'])).toMatchObject([{ project: null, text: 'Always use pnpm' }]);
    // The statement holds already, so saying it again adds nothing.
    expect(await say(store, { ...everywhere, session: 'oc_2', at: startTime + 2 })).toBe(0);
    await store.memories.undoMemory(id, startTime + 3);
    expect(await list(store, ['api'])).toEqual([]);
    expect(await list(store, ['web'])).toMatchObject([{ project: 'web' }]);
    expect(await proposals(store)).toHaveLength(1);
  });

  test('that also tells to act is first confirmed for its project, then for all', async () => {
    const { store } = current();
    await say(store, { text: command, asks: 'action', isForAllProjects: true });
    expect(await proposals(store)).toMatchObject([{ proposal: { asks: 'action' } }]);
    await store.memories.decideMemory(await firstId(store), 'confirm', startTime + 1);
    expect(await list(store)).toMatchObject([{ text: command, project: 'web' }]);
    expect(await proposals(store)).toMatchObject([{ proposal: { asks: 'all-projects' } }]);
    await store.memories.decideMemory(await firstId(store), 'confirm', startTime + 2);
    expect(await list(store)).toMatchObject([{ text: command, project: null }]);
  });

  test('is neither replaced nor withdrawn by what is typed in one project', async () => {
    const { store } = current();
    await save(store, { text: 'Always use npm', project: null, kind: 'instruction' });
    await say(store, { text: 'Always use pnpm', at: startTime + 1 });
    await say(store, { text: 'x', withdrawals: ['You need not use npm'], at: startTime + 2 });
    expect(await textsOf(store, ['web'])).toEqual(['Always use pnpm', 'Always use npm']);
    expect(await textsOf(store, ['api'])).toEqual(['Always use npm']);
  });
});

describeEachStore('a statement that is taken back', (current) => {
  test('holds until a person confirms its removal, and again after undo', async () => {
    const { store } = current();
    await say(store, { text: 'Always use pnpm' });
    const back = { text: 'x', withdrawals: ['You need not use pnpm'] };
    await say(store, { ...back, at: startTime + 1 });
    await say(store, { ...back, session: 'oc_2', at: startTime + 2 });
    expect(await textsOf(store)).toEqual(['Always use pnpm']);
    expect(await proposals(store)).toMatchObject([
      { text: 'You need not use pnpm', proposal: { asks: 'removal', about: 'Always use pnpm' } },
    ]);
    const id = await firstId(store);
    const rule = await idOf(store, 'Always use pnpm');
    await store.memories.decideMemory(id, 'confirm', startTime + 3);
    expect(await list(store)).toEqual([]);
    expect(await list(store, undefined, 'superseded')).toMatchObject([{ id: rule, supersededBy: id }]);
    // Undo works with the number of the rule and with the number of the proposal.
    await store.memories.undoMemory(rule, startTime + 4);
    expect(await textsOf(store)).toEqual(['Always use pnpm']);
    await store.memories.decideMemory(id, 'confirm', startTime + 5);
    await store.memories.undoMemory(id, startTime + 6);
    expect(await textsOf(store)).toEqual(['Always use pnpm']);
    // A rule that was removed cannot be ended.
    await store.memories.removeMemory(rule, startTime + 7);
    expect(await proposals(store)).toEqual([]);
    expect(await store.memories.decideMemory(id, 'confirm', startTime + 8)).toBeNull();
  });
});

describeEachStore('a replacement', (current) => {
  test.each(['the new one', 'the old one'])('is undone and done again by the number of %s', async (which) => {
    const { store } = current();
    await say(store, { text: 'Always use npm' });
    await say(store, { text: 'Always use pnpm', at: startTime + 1 });
    const [older, newer] = [
      await idOf(store, 'Always use npm', 'superseded'),
      await idOf(store, 'Always use pnpm'),
    ];
    await store.memories.undoMemory(which === 'the new one' ? newer : older, startTime + 2);
    expect(await textsOf(store)).toEqual(['Always use npm']);
    expect(await list(store, undefined, 'superseded')).toMatchObject([{ id: newer, supersededBy: older }]);
    await store.memories.undoMemory(which === 'the new one' ? newer : older, startTime + 3);
    expect(await textsOf(store)).toEqual(['Always use pnpm']);
    expect(await store.memories.undoMemory(99 as MemoryId, startTime)).toBeNull();
  });
});

describeEachStore('what was replaced by a typed statement', (current) => {
  test('is told once, in its project, unless it was undone before', async () => {
    const { store } = current();
    await say(store, { text: 'Always use pnpm' });
    expect(await store.memories.takeUntold('web')).toEqual([]);
    await say(store, { text: 'Always use yarn', at: startTime + 1 });
    await say(store, { text: 'Always use yarn', session: 'oc_2', at: startTime + 2 });
    expect(await store.memories.takeUntold('api')).toEqual([]);
    const [once, twice] = await Promise.all([
      store.memories.takeUntold('web'),
      store.memories.takeUntold('web'),
    ]);
    expect([...once, ...twice]).toEqual([{ text: 'Always use yarn', replaced: 'Always use pnpm' }]);
    await say(store, { text: 'Always use npm', at: startTime + 3 });
    await store.memories.undoMemory(await idOf(store, 'Always use npm'), startTime + 4);
    expect(await store.memories.takeUntold('web')).toEqual([]);
    await save(store, { text: 'Always use bun', kind: 'instruction', at: startTime + 5 });
    expect(await store.memories.takeUntold('web')).toEqual([]);
  });
});

describeEachStore('what an agent saves', (current) => {
  const note = { origin: 'agent', kind: 'instruction' } as const;

  test('replaces nothing that a user said, and does not stand for it', async () => {
    const { store } = current();
    await say(store, { text: 'Always use pnpm' });
    await save(store, { ...note, text: 'Always use npm', at: startTime + 1 });
    await save(store, { ...note, text: 'Always use yarn', at: startTime + 2 });
    expect(await textsOf(store)).toEqual(['Always use yarn', 'Always use pnpm']);
    await save(store, { ...note, text: 'Never touch vendor', at: startTime + 3 });
    await say(store, { text: 'Never touch vendor', session: 'oc_2', at: startTime + 4 });
    const held = await list(store);
    expect(held.filter(({ text }) => text === 'Never touch vendor')).toMatchObject([
      { origin: 'recognized' },
    ]);
  });

  test('waits where it tells to act, and holds as theirs once a person has confirmed it', async () => {
    const { store } = current();
    const saved = await save(store, { ...note, text: command, asks: 'action' });
    expect(saved?.proposal).toMatchObject({ asks: 'action', decision: null });
    expect(await list(store)).toEqual([]);
    await store.memories.decideMemory(await firstId(store), 'confirm', startTime + 1);
    expect(await list(store)).toMatchObject([{ text: command, origin: 'agent' }]);
  });
});

describeEachStore('what an earlier version recognized', (current) => {
  /** Leaves the memories as an earlier version left them. */
  const forget = () =>
    withRawDatabase(current().place, async (db) => {
      await sql`update memories set asks = 'unjudged', superseded_at = changed_at
        where superseded_at is null and origin <> 'user'`.execute(db);
    });

  test('holds only after it was judged, whose stop and repetition change nothing', async () => {
    const { store } = current();
    await say(store, { text: 'Never push to main' });
    await save(store, { text: 'Answer briefly', project: null });
    await forget();
    expect(await textsOf(store)).toEqual(['Answer briefly']);
    expect(await proposals(store)).toEqual([]);
    expect(await store.memories.takeUnannounced('web', startTime)).toEqual([]);
    const [found] = await store.memories.listUnjudged(9);
    expect(found).toMatchObject({ promptText: 'Never push to main', sessionProject: 'web', project: 'web' });
    const judged = { id: found?.id as MemoryId, project: 'web', asks: null, isForAllProjects: true };
    await store.memories.settleJudged([judged], startTime + 1);
    await store.memories.settleJudged([{ ...judged, asks: 'earlier' }], startTime + 2);
    expect(await list(store, ['web'])).toMatchObject([
      { text: 'Answer briefly' },
      { text: 'Never push to main', project: 'web', proposal: null },
    ]);
    expect(await proposals(store)).toMatchObject([{ proposal: { asks: 'all-projects' } }]);
    expect(await store.memories.listUnjudged(9)).toEqual([]);
  });

  test('gives back what it had replaced when it turns out to be pasted', async () => {
    const { store } = current();
    await save(store, { text: 'Always use npm', kind: 'instruction' });
    await say(store, { text: 'Always use tabs', at: startTime });
    await say(store, { text: 'Always use pnpm', at: startTime + 1 });
    await say(store, { text: 'Always use spaces', at: startTime + 2 });
    await forget();
    const judge = async () => {
      for (const { id, text } of await store.memories.listUnjudged(9)) {
        const asks = /pnpm|spaces/.test(text) ? ('earlier' as const) : null;
        await store.memories.settleJudged([{ id, project: 'web', asks, isForAllProjects: false }], startTime);
      }
    };
    await judge();
    expect(await textsOf(store)).toEqual(['Always use npm']);
    await judge();
    expect((await textsOf(store)).toSorted()).toEqual(['Always use npm', 'Always use tabs']);
    expect((await proposals(store)).map(({ text }) => text).toSorted()).toEqual([
      'Always use pnpm',
      'Always use spaces',
    ]);
  });
});
