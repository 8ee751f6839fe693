import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EntryId } from '#schema/entry.ts';
import type { SummarizeEntryRequest } from '#schema/reader-wire.ts';
import { rss } from '#tests/fixtures/feed-server.ts';
import { article, describeEachReader, type ReaderTest } from './each-reader.ts';

const builtinFile = join(import.meta.dirname, '../../../src/templates/builtin/summary.default.yaml');
const override = 'Write as a harbour master would: dry, exact, never a word too many.';

describeEachReader('provenance', (current) => {
  test('tells the built-in template, two edits of one version and an override apart', async () => {
    const id = await subscribe(current());
    const builtin = await summarize(id);
    await editTemplate('First edit.');
    const first = await summarize(id);
    await editTemplate('Second edit.');
    const second = await summarize(id);
    const overridden = await summarize(id, { systemPromptOverride: override });

    const made = [builtin, first, second, overridden];
    const labels = made.map(({ run }) => `${run.templateId} ${run.templateVersion}`);
    expect(new Set(labels)).toEqual(new Set(['summary.default v1']));
    expect(new Set(made.map(({ run }) => JSON.stringify(run.provenance))).size).toBe(4);
    expect(made.map(({ run }) => run.provenance?.templates[0]?.origin)).toEqual([
      'builtin',
      'user',
      'user',
      'user',
    ]);
    expect(made.map(({ run }) => run.provenance?.systemPromptOverridden)).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(made.map(({ prompt }) => prompt?.systemPromptOverride)).toEqual([null, null, null, override]);
  });

  test('holds every parameter, the defaults of the template included', async () => {
    const { prompt, run } = await summarize(await subscribe(current()), { detailLevel: 'short' });
    expect(prompt?.parameters).toMatchObject({
      targetLanguage: 'en',
      targetLanguageDisplayName: expect.stringContaining('English'),
      detailLevel: 'short',
      shortWords: '80 to 140',
      limitationBullets: '1 to 3',
    });
    expect(prompt).toMatchObject({ maxOutputTokens: expect.any(Number), temperature: null });
    expect(prompt?.parameters).not.toHaveProperty('sourceText');
    expect(run.parameters).not.toHaveProperty('shortWords');
  });

  test('of an override is shown with its run only, and a blank override is none', async () => {
    const { client, reader, app } = current();
    const id = await subscribe(current());
    await summarize(id, { systemPromptOverride: override });
    expect(JSON.stringify(await client.runs.list())).not.toContain(override);
    expect(JSON.stringify(await reader.summaries.list(id))).not.toContain(override);
    const { run, prompt } = await summarize(id, { systemPromptOverride: ' \n\t' });
    expect(run.provenance).toMatchObject({ systemPromptOverridden: false });
    expect(prompt?.systemPromptOverride).toBeNull();
    const long = new Request(`http://localhost/api/entries/${id}/summaries`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ systemPromptOverride: 'x'.repeat(20_001) }),
    });
    expect((await app.fetch(long)).status).toBe(400);
  });

  test('is deleted with its run', async () => {
    const { client, app } = current();
    const id = await subscribe(current());
    const { run } = await summarize(id, { systemPromptOverride: override });
    await summarize(id);
    expect(await app.core.store.runs.getPrompt(run.id)).toMatchObject({ systemPromptOverride: override });
    await client.storage.clear('finished-runs');
    await expect(client.runs.get(run.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await app.core.store.runs.getPrompt(run.id)).toBeNull();
  });

  test('makes a summary stale when its template is edited, and fresh when that is undone', async () => {
    const { app, client, reader } = current();
    const id = await subscribe(current());
    const { run } = await summarize(id);
    const staleNow = async () => [
      (await reader.summaries.list(id)).items[0]?.stale,
      (await client.runs.get(run.id)).templateChanged,
    ];
    expect(await staleNow()).toEqual([[], false]);
    await editTemplate('An edit.');
    expect(await staleNow()).toEqual([['template'], true]);
    await editTemplate(null);
    expect(await staleNow()).toEqual([[], false]);
    await app.core.store.configuration.patchSettings({ summaryAgent: { templateId: 'summary.part' } });
    expect(await staleNow()).toEqual([['template'], false]);
  });

  test('is kept for a file that replaces a built-in and has its own version', async () => {
    const id = await subscribe(current());
    await editTemplate('An edit.', 'house style, autumn');
    const { run } = await summarize(id);
    expect(run).toMatchObject({
      status: 'succeeded',
      templateVersion: 'house style, autumn',
      provenance: { templates: [{ id: 'summary.default', version: 'house style, autumn', origin: 'user' }] },
    });
    expect((await current().reader.summaries.list(id)).items).toMatchObject([{ stale: [] }]);
  });

  async function summarize(id: EntryId, request: Partial<SummarizeEntryRequest> = {}) {
    const { client, reader, finish } = current();
    const { id: runId } = await finish(await reader.summaries.start(id, request));
    return client.runs.get(runId);
  }

  /** Edits the user's copy of the default template, or removes it for null. Returns when the program has noticed. */
  async function editTemplate(line: string | null, version = 'v1'): Promise<void> {
    const { client, home } = current();
    const file = join(home, 'templates', 'mine.yaml');
    if (line === null) {
      await rm(file);
    } else {
      await mkdir(join(home, 'templates'), { recursive: true });
      const content = await readFile(builtinFile, 'utf8');
      await writeFile(
        file,
        `${content.replace('version: v1', `version: ${version}`).trimEnd()}\n  ${line}\n`,
      );
    }
    const seen = async () => {
      const { origin, prompt } = await client.templates.get('summary.default');
      return line === null ? origin === 'builtin' : prompt.endsWith(line);
    };
    await expect.poll(seen).toBe(true);
  }
});

async function subscribe({ reader, feeds }: ReaderTest): Promise<EntryId> {
  feeds.on('/feed', { body: rss('Feed', [{ id: '1', title: 'The bridge', html: article }]) });
  await reader.feeds.subscribe({ url: feeds.url('/feed') });
  const [head] = (await reader.entries.list({ view: 'all' })).items;
  if (!head) throw new Error('an entry was expected');
  return head.id;
}
