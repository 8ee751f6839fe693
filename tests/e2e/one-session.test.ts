import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startScriptedModel } from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { runsPage } from './runs-page.ts';
import { soon } from './soon.ts';
import { useScriptedModel } from './use-model.ts';
import { login, useSessionsBench } from './use-sessions-bench.ts';

const bench = useSessionsBench();

describe('a session', () => {
  test('is summarized on request, once per state, and its run links back to it', async () => {
    const id = await bench.tellLogin();
    const { sessions, page } = await bench.open(`/sessions/${id}`);
    await sessions.turns.nth(2).waitFor();
    await sessions.session.getByRole('button', { name: 'Summarize now' }).click();
    await expect.poll(() => sessions.summaries.count(), soon).toBe(2);
    await sessions.session.getByRole('button', { name: 'Summarize now' }).click();
    await sessions.session.getByText('Nothing new since the last summary.').waitFor(soon);
    expect(await sessions.summaries.count()).toBe(2);
    await sessions.summaries.getByRole('link', { name: 'Open run' }).click();
    const runs = runsPage(page, bench.url());
    await runs.runPanel.getByRole('link', { name: 'Open session' }).click();
    await sessions.turns.nth(2).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/sessions/${id}`);
  });

  test('says why a private turn is not summarized', async () => {
    const id = await bench.tellLogin();
    await bench.tell().prompt({ ...login, prompt: '<private>x</private>' });
    const { sessions } = await bench.open(`/sessions/${id}`);
    await sessions.session.getByRole('button', { name: 'Summarize now' }).click();
    await sessions.session.getByText('its turn is not summarized').waitFor(soon);
    expect((await bench.client().runs.list({ sourceKind: 'session', sourceId: String(id) })).items).toEqual(
      [],
    );
  });

  test('has marks where its summary states what did not happen in it', async () => {
    const model = await startScriptedModel();
    onTestFinished(() => model.close());
    await useScriptedModel(bench.client(), model.baseUrl('openai'));
    const fields = {
      request: 'Look for other durations without a unit',
      investigated: '',
      learned: 'The login test took 987 seconds.',
      completed: '',
      next_steps: '',
      notes: null,
    };
    model.always({ text: JSON.stringify(fields) });
    const id = await bench.tellLogin();
    const { sessions, page } = await bench.open(`/sessions/${id}`);
    await sessions.session.getByRole('button', { name: 'Summarize now' }).click();
    const card = sessions.summaries.filter({ hasText: '987' });
    await expect.poll(() => card.getByTestId('flag').allInnerTexts(), soon).toEqual(['987 seconds']);
    await card.getByRole('button', { name: /Check against the session/ }).waitFor();
    const tip = page.getByTestId('sentence-tip').getByText('not found in the session');
    async function pointAtFlag(): Promise<boolean> {
      // The list may move under the pointer while the summary's events arrive.
      await page.mouse.move(0, 0);
      await card.getByTestId('flag').hover();
      return tip.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      );
    }
    await expect.poll(pointAtFlag, soon).toBe(true);
  });

  test('says why its summary failed, and links to the run', async () => {
    const model = await startScriptedModel();
    onTestFinished(() => model.close());
    await useScriptedModel(bench.client(), model.baseUrl('openai'));
    model.always({ fault: { kind: 'status', status: 401 } });
    const id = await bench.tellLogin();
    const { sessions } = await bench.open(`/sessions/${id}`);
    await sessions.session.getByRole('button', { name: 'Summarize now' }).click();
    await sessions.session.getByRole('alert').getByText('The summary failed.').waitFor(soon);
    expect(await sessions.session.getByRole('link', { name: 'Open run' }).count()).toBe(1);
    expect(await sessions.summaries.count()).toBe(1);
  });

  test('is deleted record by record, as a whole, or with its project, each after confirmation', async () => {
    const id = await bench.tellLogin();
    await bench.tell().prompt({ ...login, contentSessionId: 'oc_second', prompt: 'Another session' });
    const { sessions, page } = await bench.open();
    const prompt = sessions.turn('Look for other durations');
    await prompt.hover();
    await prompt.getByRole('button', { name: 'Delete this prompt' }).click();
    await sessions.dialog.getByText('Cancel', { exact: true }).click();
    expect(await prompt.count()).toBe(1);
    await prompt.getByRole('button', { name: 'Delete this prompt' }).click();
    await sessions.confirm();
    await expect.poll(() => prompt.count(), soon).toBe(0);

    await sessions.openSession.last().click();
    await sessions.session.getByRole('button', { name: 'Delete session…' }).click();
    await sessions.confirm();
    await expect.poll(() => new URL(page.url()).pathname, soon).toBe('/sessions');
    await expect.poll(() => sessions.turns.count(), soon).toBe(1);
    const { items } = await bench.client().sessions.list();
    expect(items.map(({ contentSessionId }) => contentSessionId)).toEqual(['oc_second']);
    await sessions.open(`/sessions/${id}`);
    await page.getByText('This session no longer exists.').waitFor();

    await sessions.open('/sessions?project=harbour-api');
    await sessions.choose('Delete project…');
    await sessions.confirm();
    await page.getByRole('heading', { name: 'Give OpenCode a memory' }).waitFor(soon);
  });
});

describe('an export', () => {
  test('is imported again unchanged, and existing records stay as they are', async () => {
    await bench.tellLogin();
    const { sessions, page } = await bench.open('/sessions?project=harbour-api');
    const download = page.waitForEvent('download');
    await sessions.choose('Export as JSONL');
    const file = await download;
    expect(file.suggestedFilename()).toBe('sessions harbour-api.jsonl');
    const path = await file.path();
    const lines = readFileSync(path, 'utf8').trim().split('\n');
    expect(lines).toHaveLength(7);
    await bench.client().sessions.removeProject('harbour-api');

    await sessions.open();
    await page.getByRole('button', { name: 'Import JSONL…' }).click();
    await sessions.dialog.getByRole('button', { name: 'Copy precis clients import' }).waitFor();
    const chooser = page.waitForEvent('filechooser');
    await sessions.dialog.getByRole('button', { name: 'Choose a file' }).click();
    const content = Buffer.from(`${lines.join('\n')}\nno line of an export`);
    await (await chooser).setFiles({
      name: 'sessions.jsonl',
      mimeType: 'application/x-ndjson',
      buffer: content,
    });
    await sessions.dialog.getByText('Line 8:').waitFor(soon);
    await sessions.dialog.getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => sessions.turns.count(), soon).toBe(3);

    await sessions.choose('Import JSONL…');
    const again = page.waitForEvent('filechooser');
    await sessions.dialog.getByRole('button', { name: 'Choose a file' }).click();
    await (await again).setFiles(path);
    await sessions.dialog.getByText('0 records added').waitFor(soon);
  });
});
