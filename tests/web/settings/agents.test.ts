import { describe, expect, inject, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppError } from '#schema/app-error.ts';
import { type Agent, agentIdSchema, defaultAgentId } from '#schema/models/agent.ts';
import type { Space } from '#schema/spaces/space.ts';
import { spaceListSchema } from '#schema/spaces/spaces-wire.ts';
import { openApp } from '../open-app.ts';
import { keepSettings, recordedAgent } from './settings-answers.ts';
import { screen } from './settings-parts.ts';

const first = agentIdSchema.parse('first');
const second = agentIdSchema.parse('second');

function makeAgent(id: Agent['id'], name: string): Agent {
  return { ...recordedAgent(), id, name };
}

function makeSpace(agentId: Agent['id']): Space {
  const [space] = spaceListSchema.parse({ items: inject('recordedAnswers')['spaces.list']?.[''] }).items;
  if (space === undefined) throw new Error('the recorded server has no Space');
  return { ...space, name: 'Harbour', agentId };
}

test('show which field of their autonomy is wrong', async () => {
  const agent = makeAgent(first, 'Two places');
  const app = await openApp('/settings/agents?open=first', {
    agents: { list: [recordedAgent(), agent], put: agent },
  });
  await screen.field('Autonomy (JSON)').fill('{ "enabled": "yes" }');
  await screen.save.click();
  await expect.element(page.getByText(/^enabled: /)).toBeVisible();
  expect(app.asked('agents.put')).toEqual([]);
  await screen.field('Autonomy (JSON)').fill('{ "enabled": true, "own": 1 }');
  await screen.main.getByRole('radio', { name: /^Batched/ }).click();
  await screen.save.click();
  await expect.element(page.getByText('Saved.')).toBeVisible();
  expect(app.asked('agents.put')).toMatchObject([
    [first, { autonomy: { enabled: true, own: 1 }, memory: { policy: 'batched' } }],
  ]);
});

test('a file that is no agent says what is wrong with it', async () => {
  const app = await openApp('/settings/agents');
  await expect.element(screen.card('Assistant')).toBeVisible();
  const leave = async () => {
    await expect.poll(() => screen.dialog.element().contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.dialog).not.toBeInTheDocument();
  };
  const give = (text: string) =>
    userEvent.upload(
      page.getByLabelText('Agent file'),
      new File([text], 'From a file.json', { type: 'application/json' }),
    );
  await give('{');
  await expect.element(screen.dialog.getByText('The file is not valid JSON.')).toBeVisible();
  await leave();
  await give(JSON.stringify({ name: 'From a file', llm: { model: 'default' }, colour: 'red' }));
  await expect.element(screen.dialog.getByText(/colour/)).toBeVisible();
  expect(screen.dialog.getByRole('button', { name: 'Import' }).query()).toBeNull();
  await leave();
  expect(app.asked('agents.put')).toEqual([]);
});

describe('an agent that a Space uses', () => {
  test('is deleted only after another one was chosen for the Space', async () => {
    let agents = [recordedAgent(), makeAgent(first, 'The first one'), makeAgent(second, 'The second one')];
    const app = await openApp('/settings/agents', {
      agents: {
        list: () => agents,
        remove(removed) {
          agents = agents.filter(({ id }) => id !== removed);
        },
      },
      spaces: { list: [makeSpace(first)] },
    });
    const card = screen.card('The first one');
    await card.getByRole('button', { name: 'Remove The first one' }).click();
    await expect.element(screen.dialog.getByText(/“Harbour”/)).toBeVisible();
    await expect.element(screen.yes('Remove')).toBeDisabled();
    await screen.dialog.getByRole('combobox').selectOptions('The second one');
    await screen.yes('Remove').click();
    // What an open dialog covers has no role, so the card would seem to be gone at once.
    await expect.element(screen.dialog).not.toBeInTheDocument();
    await expect.element(card).not.toBeInTheDocument();
    await expect.element(screen.card('The second one')).toBeVisible();
    expect(app.asked('agents.remove')).toEqual([[first, second]]);
  });

  test('and is the default one, is reset to another server only after that was chosen', async () => {
    const changed = { ...recordedAgent(), updatedAt: 1 };
    const refusal = new AppError(
      'in_use',
      'Spaces use it: “Harbour”. After the reset, their threads would be sent to https://api.example.',
    );
    const app = await openApp('/settings/agents', {
      agents: {
        list: [changed],
        remove: (_id, replacement) => (replacement === undefined ? refusal : undefined),
      },
      spaces: { list: [makeSpace(defaultAgentId)] },
    });
    await screen.card('Assistant').getByRole('button', { name: 'Reset Assistant' }).click();
    await screen.yes('Reset').click();
    await expect
      .element(screen.dialog.getByText(/After the reset, their threads would be sent to/))
      .toBeVisible();
    await expect.element(screen.yes('Reset')).toBeDisabled();
    await screen.dialog.getByRole('combobox').selectOptions('Assistant, reset');
    await screen.yes('Reset').click();
    await expect.element(screen.dialog).not.toBeInTheDocument();
    expect(app.asked('agents.remove')).toEqual([
      [defaultAgentId, undefined],
      [defaultAgentId, defaultAgentId],
    ]);
  });
});

test('coding agents may read articles once the user allows it', async () => {
  const app = await openApp('/settings/agents', { settings: keepSettings() });
  const articles = page.getByRole('group', { name: 'Your articles' });
  await expect.element(articles.getByRole('radio', { name: 'May not read' })).toBeChecked();
  await articles.getByRole('radio', { name: 'May read' }).click();
  await expect.element(articles.getByRole('radio', { name: 'May read' })).toBeChecked();
  expect(app.asked('settings.patch')).toEqual([[{ reader: { allowAgents: true } }]]);
});
