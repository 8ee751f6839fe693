import { afterAll, beforeAll, expect, test } from 'vitest';
import { followRun } from '#client/follow-run.ts';
import { openRealServer, type RealServer } from '#tests/fixtures/open-real-server.ts';

const article = `The harbour of Lunde was closed for eleven days after the storm of 3 March. Divers found two sunken
barges across the main channel. The port authority hired a crane ship from Rotterdam to lift them. Meanwhile 40
ships waited outside, and the price of salted fish rose by a third. On 14 March the first ferry came in again.`;

let real: RealServer;
beforeAll(async () => {
  real = await openRealServer();
});
afterAll(() => real.close());

test('a template is read with its texts', async () => {
  expect(await real.client.templates.get('summary.default')).toMatchObject({
    id: 'summary.default',
    origin: 'builtin',
    description: expect.stringContaining('Summarizes'),
    prompt: expect.stringContaining('{{sourceText}}'),
  });
});

test('a template is previewed with sample texts and the values given', async () => {
  const preview = await real.client.templates.preview('summary.default', { detailLevel: 'short' });
  expect(preview).toMatchObject({ ok: true, prompt: expect.stringContaining('Detail level: short.') });
  expect(await real.client.templates.preview('summary.default')).toMatchObject({ ok: true });
});

test('every built-in template is previewed by its task’s sample, with no placeholder left over', async () => {
  const { templates } = real.client;
  for (const { id } of (await templates.list()).items) {
    const preview = await templates.preview(id, {});
    expect({ id, ...preview }).toMatchObject({ id, ok: true, prompt: expect.stringMatching(/Lunde/) });
    expect(JSON.stringify({ id, preview })).not.toContain('{{');
  }
});

test('a value that is missing is told in words', async () => {
  const preview = await real.client.templates.preview('summary.default', { detailLevel: ' ' });
  expect(preview).toEqual({ ok: false, problem: expect.stringContaining('"detailLevel"') });
});

test('a text that nests without end is refused in a sentence with its line', async () => {
  expect(await real.client.templates.check('summary.default', '['.repeat(100_000))).toEqual({
    ok: false,
    problem: 'is nested too deeply. Write each field on a line of its own.',
    line: 1,
  });
});

test('a template that is not there is missing', async () => {
  await expect(real.client.templates.get('nope')).rejects.toMatchObject({ code: 'template_missing' });
  await expect(real.client.templates.preview('nope')).rejects.toMatchObject({ code: 'template_missing' });
});

test('the template of the settings is the one that summaries are made with', async () => {
  await real.store.configuration.patchSettings({ summaryAgent: { templateId: 'summary.merge' } });
  expect(await summarize()).toMatchObject({ templateId: 'summary.merge', status: 'succeeded' });
});

test('a template of the settings that is not there fails the run by name', async () => {
  await real.store.configuration.patchSettings({ summaryAgent: { templateId: 'nope' } });
  expect(await summarize()).toMatchObject({ status: 'failed', error: { code: 'template_missing' } });
});

async function summarize() {
  const run = await real.client.summarize({ text: article });
  const events = await Array.fromAsync(real.client.runs.events(run.id));
  const { status, error } = events.reduce(followRun.next, followRun.start(run.id));
  return { templateId: run.templateId, status, error };
}
