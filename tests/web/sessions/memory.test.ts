import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Memory } from '#schema/sessions/memory.ts';
import { openApp } from '../open-app.ts';
import { listOf, makeMemory, memory } from './memory-answers.ts';
import { makeLogin, screen, sessionsOf } from './session-answers.ts';

const path = '/sessions?project=harbour-api&view=memory';
const sessions = sessionsOf(makeLogin());
const { pane, dialog } = memory;

describe('the memory of a project', () => {
  test('can be added to before the first session', async () => {
    let known: Memory[] = [];
    const app = await openApp('/sessions', {
      sessions: sessionsOf([]),
      memories: {
        list: (query) => listOf(known)(query),
        save({ text }) {
          const saved = makeMemory(1, text, { project: null, origin: 'user' });
          known = [saved];
          return saved;
        },
      },
    });
    await page.getByRole('link', { name: 'Open Memory' }).click();
    await pane.getByRole('button', { name: 'Add memory' }).first().click();
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Answer briefly');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(memory.texts).toEqual([expect.stringContaining('Answer briefly')]);
    expect(app.asked('memories.save')).toEqual([
      [{ text: 'Answer briefly', kind: 'instruction', project: null }],
    ]);
    await page.getByRole('radio', { name: 'Timeline' }).click({ force: true });
    await expect.element(page.getByRole('link', { name: 'Open Memory' })).toBeVisible();
  });

  test('keeps what was replaced apart, and takes it back on an edit', async () => {
    const later = makeMemory(2, 'Always use pnpm');
    let earlier = makeMemory(1, 'Always use npm', { supersededAt: 2000, supersededBy: later.id });
    const app = await openApp(path, {
      sessions,
      memories: {
        list: (query) => listOf([later, earlier])(query),
        edit() {
          earlier = { ...earlier, supersededAt: null, supersededBy: null };
          return earlier;
        },
      },
    });
    await expect.poll(memory.texts).toEqual([expect.stringContaining('use pnpm')]);
    await pane.getByText('No longer in effect').click();
    await pane.getByRole('button', { name: 'Edit “Always use npm”' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(memory.texts).toHaveLength(2);
    expect(app.asked('memories.edit').map(([id]) => Number(id))).toEqual([1]);
  });

  test('puts back what a later statement replaced', async () => {
    let [later, earlier] = [
      makeMemory(2, 'Always use pnpm'),
      makeMemory(1, 'Always use npm', { supersededAt: 2000 }),
    ];
    const app = await openApp(path, {
      sessions,
      memories: {
        list: (query) => listOf([later, earlier])(query),
        undo() {
          later = { ...later, supersededAt: 3000 };
          earlier = { ...earlier, supersededAt: null };
          return earlier;
        },
      },
    });
    await pane.getByText('No longer in effect').click();
    await pane.getByRole('button', { name: 'Put back “Always use npm”' }).click();
    await expect.poll(memory.texts).toEqual([expect.stringContaining('use npm')]);
    expect(app.asked('memories.undo').map(([id]) => Number(id))).toEqual([1]);
  });

  test.each([390, 768, 1024, 1440])('fits a screen of %i pixels', async (width) => {
    const word = 'pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(4);
    const list = listOf([makeMemory(1, `Always use pnpm for ${word}.`)]);
    await openApp(path, { sessions, memories: { list } }, { width, height: 800 });
    await expect.poll(memory.texts).toHaveLength(1);
    const { documentElement } = document;
    const overflow = () => documentElement.scrollWidth - documentElement.clientWidth;
    expect(overflow()).toBe(0);
    await memory.rows.getByRole('button', { name: /^Edit/ }).click();
    await expect.element(dialog).toBeVisible();
    expect(overflow()).toBe(0);
  });
});

test('a project has its own language for summaries', async () => {
  const app = await openApp('/sessions?project=harbour-api', {
    sessions: {
      ...sessions,
      projectLanguage: { language: null, name: null },
      setProjectLanguage: { language: 'de', name: 'German (de)' },
    },
  });
  await expect.element(screen.turns.first()).toBeVisible();
  await screen.timeline.getByRole('button', { name: 'More options for these sessions' }).click();
  await page.getByRole('menuitem', { name: 'Summary language…' }).click();
  await dialog.getByRole('combobox', { name: 'Language' }).selectOptions('de');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(app.asked('sessions.setProjectLanguage')).toEqual([[{ project: 'harbour-api', language: 'de' }]]);
});

test('a project can switch off what its prompts get from memory', async () => {
  let isOn = true;
  const app = await openApp('/sessions?project=harbour-api', {
    sessions: {
      ...sessions,
      projectRecall: () => ({ isOn }),
      setProjectRecall(request) {
        isOn = request.isOn;
        return { isOn };
      },
    },
  });
  const menu = screen.timeline.getByRole('button', { name: 'More options for these sessions' });
  await expect.element(screen.turns.first()).toBeVisible();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Stop adding memory to prompts', disabled: false }).click();
  await expect.poll(() => isOn).toBe(false);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Add memory to prompts again' }).click();
  await expect.poll(() => isOn).toBe(true);
  expect(app.asked('sessions.setProjectRecall')).toEqual([
    [{ project: 'harbour-api', isOn: false }],
    [{ project: 'harbour-api', isOn: true }],
  ]);
});
