import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunId } from '#schema/ids.ts';
import { describeEachPlace } from '../each-store.ts';
import { article, type EngineBench, fallbackId, openBench, primaryId } from './open-bench.ts';

const words = Array.from({ length: 600 }, (_, n) => `marker${n} is a word of the long text.`).join(' ');
const override = 'Answer as a harbour master would.';

describeEachPlace('the provenance of a run', (current) => {
  let bench: EngineBench;
  beforeEach(async () => {
    bench = await openBench(current().place);
  });
  afterEach(() => bench.close());

  async function readProvenance(runId: RunId) {
    await bench.follow(runId);
    const run = await bench.core.store.runs.getRun(runId);
    return {
      status: run?.status,
      templates: run?.provenance?.templates.map(({ id, origin }) => `${id} ${origin}`),
      hashes: new Set(run?.provenance?.templates.map(({ hash }) => hash)).size,
      prompt: await bench.core.store.runs.getPrompt(runId),
    };
  }

  test('of a source read in parts names its own template first, then those of its calls', async () => {
    await bench.setProfile('primary', { contextTokens: 2500, maxOutputTokens: 300, temperature: 0.3 });
    bench.primary.always({ text: 'A part of the long text was read here.' });
    const run = await bench.core.engine.submit(bench.request({ route: [primaryId], text: words }));
    const { prompt, ...rest } = await readProvenance(run.id);
    expect(rest).toEqual({
      status: 'succeeded',
      templates: ['summary.default builtin', 'summary.part builtin', 'summary.merge builtin'],
      hashes: 3,
    });
    expect(prompt).toMatchObject({ maxOutputTokens: 300, temperature: 0.3 });
    expect(prompt?.parameters).toMatchObject({ detailLevel: 'short', shortWords: '80 to 140' });
    expect(prompt?.parameters).not.toHaveProperty('partNumber');
  });

  test('names the template of a language repair, which the override does not replace', async () => {
    bench.primary.script(
      { text: 'The harbour bridge is closed for two years, and everyone has to walk around it.' },
      { text: 'Die Hafenbrücke ist zwei Jahre lang gesperrt, und alle müssen um sie herum gehen.' },
    );
    const request = bench.request({
      route: [primaryId],
      variant: { targetLanguage: 'de', detailLevel: 'short' },
    });
    const run = await bench.core.engine.submit({
      ...request,
      input: { ...request.input, systemPromptOverride: override },
    });
    expect(await readProvenance(run.id)).toMatchObject({
      templates: ['summary.default builtin', 'summary.language builtin'],
    });
    const [summary, repair] = bench.primary.requests.map(({ system }) => system);
    expect(summary).toContain(override);
    expect(repair).not.toContain(override);
    expect(repair).toContain('You rewrite a text in German');
  });

  test('is that of the model that answered, not of the one before it', async () => {
    await bench.setProfile('primary', { contextTokens: 2500, maxOutputTokens: 300 });
    bench.primary.always({ fault: { kind: 'status', status: 401 } });
    bench.fallback.always({ text: 'The fallback read the long text in one piece.' });
    const run = await bench.core.engine.submit(
      bench.request({ route: [primaryId, fallbackId], text: words }),
    );
    const { templates, prompt } = await readProvenance(run.id);
    expect(templates).toEqual(['summary.default builtin']);
    expect(prompt?.maxOutputTokens).not.toBe(300);
  });

  test('is kept of a run that failed, and its retry takes the same override and today’s defaults', async () => {
    bench.primary.script({ fault: { kind: 'status', status: 401 } }, { text: 'The bridge is closed.' });
    const request = bench.request({ route: [primaryId] });
    const failed = await bench.core.engine.submit({
      ...request,
      input: { ...request.input, sourceText: article, systemPromptOverride: override },
    });
    expect(await readProvenance(failed.id)).toMatchObject({
      status: 'failed',
      templates: ['summary.default builtin'],
      prompt: { systemPromptOverride: override },
    });
    const retried = await bench.core.engine.retry(failed.id);
    expect(retried.parameters).toEqual(failed.parameters);
    expect(await readProvenance(retried.id)).toMatchObject({
      status: 'succeeded',
      prompt: { systemPromptOverride: override },
    });
  });

  test('is empty for a run that was cancelled before it rendered anything', async () => {
    bench.primary.always({ text: 'late', firstTokenDelayMs: 5000 });
    await bench.setProfile('primary', { concurrency: 1 });
    const first = await bench.core.engine.submit(bench.request({ route: [primaryId] }));
    // The second request is for another slot, since an identical request would join the first.
    const second = await bench.core.engine.submit(
      bench.request({ route: [primaryId], variant: { targetLanguage: 'en', detailLevel: 'detailed' } }),
    );
    await bench.core.engine.cancel(second.id);
    await bench.core.engine.cancel(first.id);
    expect(await readProvenance(second.id)).toMatchObject({ status: 'cancelled', prompt: null });
  });
});
