import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTemplates } from './create-templates.ts';

const builtinDir = join(import.meta.dirname, 'builtin');
let userDir: string;
beforeEach(async () => {
  userDir = await mkdtemp(join(tmpdir(), 'precis-preview-'));
});
afterEach(() => rm(userDir, { recursive: true, force: true }));

const sample = {
  parameters: { targetLanguage: 'en', targetLanguageDisplayName: 'English', detailLevel: 'medium' },
  texts: { sourceText: 'The harbour of Lunde was closed.', title: 'The harbour' },
};
const open = () => createTemplates({ builtinDir, userDir, sampleOf: () => sample });

describe('a template', () => {
  test('is read with its description and its texts as they stand in the file', async () => {
    const detail = await open().get('summary.default');
    expect(detail).toMatchObject({ id: 'summary.default', origin: 'builtin' });
    expect(detail.description).toContain('Summarizes one text');
    expect(detail.prompt).toContain('{{#title}}\n');
    expect(detail.prompt).toContain('{{sourceText}}');
    expect(detail.system).toContain('{{targetLanguageDisplayName}}');
  });

  test('is previewed with the values that are given', async () => {
    const preview = await open().preview('summary.default', { targetLanguageDisplayName: 'Deutsch' });
    expect(preview).toMatchObject({
      ok: true,
      system: expect.stringContaining('Write everything in Deutsch'),
    });
  });

  test('that asks for what no run gives is told so in words', async () => {
    await write(
      'mine.yaml',
      'id: mine\nversion: v1\ntaskType: summary\ntemplate: "{{sourceText}} {{mood}}"\n',
    );
    const preview = await open().preview('mine', {});
    expect(preview).toEqual({ ok: false, problem: expect.stringContaining('needs a value for "mood"') });
    expect(await open().preview('mine', { mood: 'calm' })).toMatchObject({
      ok: true,
      prompt: expect.stringMatching(/calm$/),
    });
  });

  test('whose file was refused is told why', async () => {
    await write('mine.yaml', 'id: mine\nversion: v1\ntaskType: summary\ntemplate: "{{sourceText"\n');
    const preview = await open().preview('mine', {});
    expect(preview).toEqual({ ok: false, problem: expect.stringMatching(/^mine\.yaml: template: /) });
  });

  test('that is not there is missing', async () => {
    await expect(open().preview('nope', {})).rejects.toMatchObject({ code: 'template_missing' });
    await expect(open().get('nope')).rejects.toMatchObject({ code: 'template_missing' });
  });
});

function write(file: string, text: string): Promise<void> {
  return writeFile(join(userDir, file), text);
}
