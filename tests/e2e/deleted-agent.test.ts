import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { agentIdSchema, defaultAgentId } from '#schema/models/agent.ts';
import { useSpacesBench } from './use-spaces-bench.ts';

const first = agentIdSchema.parse('first');
const second = agentIdSchema.parse('second');

describe('an agent that a Space uses', () => {
  const bench = useSpacesBench();

  async function addAgents(): Promise<void> {
    for (const id of [first, second]) {
      await bench.client().agents.put(id, { name: `The ${id} one`, llm: { model: 'default' }, memory });
    }
  }
  const memory = {
    policy: 'adaptive' as const,
    hotPathTokenBudget: null,
    hotPathMarginPct: 0,
    recentMessageFloor: 2,
  };

  test('is deleted only after another one was chosen for the Space', async () => {
    await addAgents();
    const client = bench.client();
    const { id } = await client.spaces.create({ name: 'Harbour', agentId: first });
    const { page, complaints } = await bench.open('/settings/agents');
    const card = page.getByRole('article', { name: 'The first one' });
    await card.getByRole('button', { name: 'Remove' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('“Harbour”').waitFor();
    const yes = dialog.getByRole('button', { name: 'Remove', exact: true });
    expect(await yes.isDisabled()).toBe(true);
    await dialog.getByRole('combobox').selectOption({ label: 'The second one' });
    await yes.click();
    // What an open dialog covers has no role: the card would seem to be gone at once.
    await dialog.waitFor({ state: 'detached' });
    await card.waitFor({ state: 'detached' });
    const spaces = await client.spaces.list();
    expect(spaces.find((space) => space.id === id)?.agentId).toBe(second);
    expect(complaints).toEqual([]);
  });

  test('and is the default one, is reset to another server only after that was chosen', async () => {
    const client = bench.client();
    await client.agents.put(defaultAgentId, {
      name: 'Assistant',
      llm: { model: 'local', apiBase: 'https://local.example/v1' },
      memory,
    });
    await client.spaces.patch(bench.spaceId(), { agentId: defaultAgentId });
    const { page } = await bench.open('/settings/agents');
    const card = page.getByRole('article', { name: 'Assistant' });
    await card.getByRole('button', { name: 'Reset' }).click();
    const dialog = page.getByRole('dialog');
    const yes = dialog.getByRole('button', { name: 'Reset', exact: true });
    await yes.click();
    await dialog.getByText('After the reset, their threads would be sent to').waitFor();
    await expect.poll(() => yes.isDisabled()).toBe(true);
    expect((await client.agents.get(defaultAgentId)).llm.model).toBe('local');
    await dialog.getByRole('combobox').selectOption({ label: 'Assistant, reset' });
    await yes.click();
    await dialog.waitFor({ state: 'detached' });
    expect((await client.agents.get(defaultAgentId)).llm.model).toBe('default');
  });

  test('and was deleted by an earlier version is asked for before anything is sent', async () => {
    await addAgents();
    const client = bench.client();
    await client.spaces.patch(bench.spaceId(), { agentId: first });
    const { id } = await client.threads.create({ spaceId: bench.spaceId() });
    const database = new DatabaseSync(join(bench.home(), 'precis.db'));
    database.prepare('delete from agents where id = ?').run(first);
    database.close();
    const { spaces, page } = await bench.open(`/spaces/thread/${id}`);
    await spaces.alert.getByText('The agent of this Space was deleted').waitFor();
    const asked = bench.model().requests.length;
    await spaces.alert.getByRole('combobox').selectOption({ label: 'The second one' });
    await spaces.alert.waitFor({ state: 'detached' });
    expect(bench.model().requests).toHaveLength(asked);
    await spaces.say('Who answers?');
    await page.getByText('Answer to: Who answers?').waitFor();
    expect((await client.spaces.list()).find((space) => space.id === bench.spaceId())?.agentId).toBe(second);
  });
});
