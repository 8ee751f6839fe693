import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MemoryId } from '#schema/sessions/memory.ts';
import { closePlace, describeEachPlace, openPlace, type StorePlace } from '../each-store.ts';
import { openSessionsBench, type SessionsBench } from './open-sessions-bench.ts';

describeEachPlace('memories in an export', (current) => {
  let bench: SessionsBench;
  let place: StorePlace;
  let other: SessionsBench;

  beforeEach(async () => {
    place = await openPlace(current().dialect);
    [bench, other] = await Promise.all([openSessionsBench(current().place), openSessionsBench(place)]);
  });
  afterEach(async () => {
    await bench.close();
    await other.close();
    await closePlace(place);
  });

  const say = (prompt: string, contentSessionId = 'oc_1', project = 'web') =>
    bench.post('/api/sessions/init', { contentSessionId, project, prompt });

  async function readFile({ client }: SessionsBench, project?: string): Promise<string[]> {
    const file = await client.sessions.exportLines(project === undefined ? {} : { project });
    const lines = (await file.text()).split('\n').filter((line) => line !== '');
    return lines.toSorted();
  }

  test('come back with their sources and with what replaced them, once, and wait for a person', async () => {
    await say('Always use npm.');
    await say('Always use pnpm.');
    await say('Never touch vendor. I prefer tabs.');
    const { memories } = bench.client;
    const { items } = await memories.list({});
    const idOf = (text: string) => items.find((memory) => memory.text.includes(text))?.id as MemoryId;
    await memories.remove(idOf('vendor'));
    await memories.edit(idOf('tabs'), { text: 'Indent with two spaces' });
    await memories.save({ text: 'The API moved to src/api.ts', kind: 'fact', project: 'web', source: 'P1' });
    await memories.save({ text: 'Answer briefly' });
    const lines = await readFile(bench);
    const { client } = other;
    expect(await client.sessions.importLines(lines.toReversed().join('\n'))).toMatchObject({ refused: [] });
    expect(await readFile(other)).toEqual(lines);
    expect(await client.sessions.importLines(lines.join('\n'))).toMatchObject({ added: 0, refused: [] });
    expect(await readFile(other)).toEqual(lines);

    expect((await client.memories.list({})).items).toEqual([]);
    const waiting = (await client.memories.list({ state: 'proposed' })).items;
    expect(waiting.map(({ proposal }) => proposal?.asks)).toEqual(waiting.map(() => 'import'));
    for (const { id } of waiting) await client.memories.confirm(id);
    const held = (await client.memories.list({})).items;
    expect(held.map(({ text, source }) => `${text} ${source?.kind}`).toSorted()).toEqual([
      'Always use pnpm. prompt',
      'Answer briefly undefined',
      'Indent with two spaces prompt',
      'The API moved to src/api.ts prompt',
    ]);
    const [replaced] = (await client.memories.list({ state: 'superseded' })).items;
    const by = held.find(({ text }) => text === 'Always use pnpm.');
    expect(replaced).toMatchObject({ text: 'Always use npm.', supersededBy: by?.id });
  });

  test('do not replace what was said later, and those of a project come with it alone', async () => {
    await say('Always use npm.');
    await say('Always use tabs.', 'oc_2', 'api');
    await bench.client.memories.save({ text: 'Answer briefly' });
    const lines = await readFile(bench, 'web');
    expect(lines.join('\n')).not.toMatch(/tabs|briefly/);
    await other.post('/api/sessions/init', {
      contentSessionId: 'oc_9',
      project: 'web',
      prompt: 'Always use pnpm.',
    });
    await other.client.sessions.importLines(lines.join('\n'));
    expect((await other.client.memories.list({})).items).toMatchObject([{ text: 'Always use pnpm.' }]);
    const waiting = (await other.client.memories.list({ state: 'proposed' })).items;
    expect(waiting).toMatchObject([{ text: 'Always use npm.', source: { kind: 'prompt' } }]);
  });
});
