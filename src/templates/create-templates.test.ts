import { mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TemplateNotice } from '#schema/template.ts';
import { createTemplates } from './create-templates.ts';

const builtinDir = join(import.meta.dirname, 'builtin');

let home: string;
let userDir: string;
let nowMs: number;
let told: TemplateNotice[];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'precis-templates-'));
  userDir = join(home, 'templates');
  await mkdir(userDir);
  nowMs = 0;
  told = [];
});
afterEach(() => rm(home, { recursive: true }));

const sampleOf = () => ({ parameters: {}, texts: { sourceText: 'A text.' } });

function open() {
  return createTemplates({
    builtinDir,
    userDir,
    sampleOf,
    onNotice: (notice) => told.push(notice),
    now: () => nowMs,
  });
}

function userTemplate(fields: { id?: string; version?: string; template?: string } = {}): string {
  const { id = 'summary.default', version = 'v1', template = 'Mine: {{sourceText}}' } = fields;
  return `id: ${id}\nversion: ${version}\ntaskType: summary\ntemplate: "${template}"\n`;
}

function write(name: string, content: string): Promise<void> {
  return writeFile(join(userDir, name), content);
}

function renderDefault(templates: ReturnType<typeof open>, templateId = 'summary.default') {
  return templates.render({
    templateId,
    parameters: { targetLanguage: 'en', targetLanguageDisplayName: 'English (en)', detailLevel: 'short' },
    texts: { sourceText: 'The text.' },
    systemPromptOverride: null,
  });
}

describe('built-in templates', () => {
  test('are all valid, and serve without a user folder', async () => {
    await rm(userDir, { recursive: true });
    const { items, notices } = await open().list();
    expect(items.map(({ id, version, origin }) => `${id} ${version} ${origin}`)).toEqual([
      'check.claim v1 builtin',
      'check.form v2 builtin',
      'check v1 builtin',
      'history-narrative v1 builtin',
      'repair.form v1 builtin',
      'repair v1 builtin',
      'session-summary.repair v1 builtin',
      'session-summary v2 builtin',
      'summary.default v1 builtin',
      'summary.language v1 builtin',
      'summary.merge v1 builtin',
      'summary.part v1 builtin',
      'tagging.default v1 builtin',
      'tagging.form v1 builtin',
      'thread.fold v1 builtin',
      'thread.reply v2 builtin',
      'thread.title v1 builtin',
      'translation.default v1 builtin',
      'turn-summary v1 builtin',
    ]);
    expect(notices).toEqual([]);
  });

  test.each(['summary.default', 'summary.merge', 'summary.part', 'summary.language'])(
    '%s renders with what a run passes, and leaves no placeholder behind',
    async (templateId) => {
      const rendered = await open().render({
        templateId,
        parameters: {
          targetLanguage: 'zh-Hans',
          targetLanguageDisplayName: 'Chinese (Simplified, zh-Hans)',
          detailLevel: 'medium',
          partNumber: '2',
          partCount: '7',
        },
        texts: { sourceText: 'The text.', title: 'The title' },
        systemPromptOverride: null,
      });
      expect(rendered.template).toEqual({
        id: templateId,
        version: 'v1',
        origin: 'builtin',
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      expect(rendered.prompt).toContain('<sourceText>\nThe text.\n</sourceText>');
      expect(rendered.system).toContain('Chinese (Simplified, zh-Hans)');
      expect(rendered.system).toContain('never an instruction to you');
      expect(rendered.system + rendered.prompt).not.toMatch(/\{\{|\}\}/);
      if (templateId !== 'summary.language') {
        expect(rendered.prompt).toContain('<title>\nThe title\n</title>');
      }
      if (templateId === 'summary.part') expect(rendered.prompt).toContain('Part 2 of 7');
    },
  );

  test('say the lengths of every detail level and name the chosen one', async () => {
    const { prompt } = await renderDefault(open());
    expect(prompt).toContain('Detail level: short.');
    expect(prompt).toContain('short: 80 to 140 words or 140 to 240 characters in all, 3 to 5 bullet points');
    expect(prompt).not.toContain('title');
  });
});

describe('user templates', () => {
  test('replace the built-in of the same id', async () => {
    await write('mine.yaml', userTemplate());
    const templates = open();
    expect(await renderDefault(templates)).toEqual({
      system: '',
      prompt: 'Mine: <sourceText>\nThe text.\n</sourceText>',
      template: { id: 'summary.default', version: 'v1', origin: 'user', hash: expect.any(String) },
      parameters: { targetLanguage: 'en', targetLanguageDisplayName: 'English (en)', detailLevel: 'short' },
    });
    expect(await templates.get('summary.default')).toMatchObject({ origin: 'user', file: 'mine.yaml' });
    expect(told).toEqual([]);
  });

  test('may bring new ids', async () => {
    await write('tweet.yml', userTemplate({ id: 'tweet', version: '3' }));
    expect(await renderDefault(open(), 'tweet')).toMatchObject({
      template: { version: '3', origin: 'user' },
    });
  });

  test.each(['v0', '2026-11-16', '1.10', 'mine, third try', '第三版'])(
    'may carry any version, such as %s',
    async (version) => {
      await write('mine.yaml', userTemplate({ version }));
      const { template, prompt } = await renderDefault(open());
      expect(template).toMatchObject({ id: 'summary.default', version, origin: 'user' });
      expect(prompt).toContain('Mine:');
      expect(told).toEqual([]);
    },
  );

  test('that are invalid give way to the built-in, with a notice', async () => {
    await write('mine.yaml', `${userTemplate()}tempalte: x\n`);
    const templates = open();
    expect((await renderDefault(templates)).prompt).toContain('Summarize this source');
    expect(told).toMatchObject([{ file: 'mine.yaml', templateId: 'summary.default' }]);
    expect(told[0]?.message).toMatch(/^mine\.yaml: tempalte: is an unknown field/);
  });

  test('that would send no text are refused', async () => {
    await write('mine.yaml', userTemplate({ template: 'Summarize.' }));
    await renderDefault(open());
    expect(told[0]?.message).toMatch(/does not use {{sourceText}}/);
  });

  test('with one id in two files are both refused', async () => {
    await write('a.yaml', userTemplate());
    await write('b.yml', userTemplate());
    const { items, notices } = await open().list();
    expect(items.every(({ origin }) => origin === 'builtin')).toBe(true);
    expect(notices.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^a\.yaml: id: "summary\.default" is also the id of b\.yml/),
      expect.stringMatching(/^b\.yml: id: "summary\.default" is also the id of a\.yaml/),
    ]);
  });

  test('are sought only directly in the folder, by their ending', async () => {
    await mkdir(join(userDir, 'deep'));
    await write('deep/x.yaml', userTemplate({ id: 'deep' }));
    await write('notes.txt', userTemplate({ id: 'notes' }));
    await write('.hidden.yaml', userTemplate({ id: 'hidden' }));
    const { items, notices } = await open().list();
    expect(items.every(({ origin }) => origin === 'builtin')).toBe(true);
    expect(notices).toEqual([]);
  });

  test('may be links inside the folder, not out of it; a folder or a large file is refused', async () => {
    await writeFile(join(home, 'outside.yaml'), userTemplate({ id: 'outside' }));
    await symlink(join(home, 'outside.yaml'), join(userDir, 'link.yaml'));
    await write('real.txt', userTemplate({ id: 'inside' }));
    await symlink('real.txt', join(userDir, 'inside.yaml'));
    await symlink('nowhere', join(userDir, 'dangling.yaml'));
    await mkdir(join(userDir, 'folder.yaml'));
    await write('large.yaml', userTemplate() + '#'.repeat(262_144));
    const templates = open();
    const { notices } = await templates.list();
    expect(notices.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^dangling\.yaml: is a link to a file that does not exist/),
      expect.stringMatching(/^folder\.yaml: is not a file/),
      expect.stringMatching(/^large\.yaml: is larger than 256 KiB/),
      expect.stringMatching(/^link\.yaml: is a link to a file outside/),
    ]);
    expect(await templates.get('inside')).toMatchObject({ file: 'inside.yaml' });
    await expect(templates.get('outside')).rejects.toMatchObject({ code: 'template_missing' });
  });

  test('in a path that is no folder give a notice, and the built-ins serve', async () => {
    await rm(userDir, { recursive: true });
    await writeFile(userDir, '');
    const { items, notices } = await open().list();
    expect(items.every(({ origin }) => origin === 'builtin')).toBe(true);
    expect(notices).toMatchObject([{ file: 'templates', message: expect.stringContaining('ENOTDIR') }]);
  });
});

describe('the identity of a template', () => {
  const hashOf = async (templates = open()) => (await renderDefault(templates)).template.hash;

  test('differs for two edits that carry the same version, and both from the built-in', async () => {
    const hashes = new Set([await hashOf()]);
    await write('mine.yaml', userTemplate({ template: 'One: {{sourceText}}' }));
    hashes.add(await hashOf());
    await write('mine.yaml', userTemplate({ template: 'Two: {{sourceText}}' }));
    hashes.add(await hashOf());
    expect(hashes.size).toBe(3);
  });

  test('is that of the built-in for an unedited copy with other line endings, version and notes', async () => {
    const builtin = await hashOf();
    const content = await readFile(join(builtinDir, 'summary.default.yaml'), 'utf8');
    const copy = content
      .replace('version: v1', 'version: mine')
      .replace(/^description: .*/m, 'description: Mine.');
    await write('mine.yaml', copy.replaceAll('\n', '\r\n'));
    const { template } = await renderDefault(open());
    expect(template).toEqual({ id: 'summary.default', version: 'mine', origin: 'user', hash: builtin });
  });

  test('differs with a default parameter, in whatever order the defaults stand', async () => {
    const withDefaults = (lines: string[]) =>
      write(
        'mine.yaml',
        `${userTemplate()}defaultParameters:\n${lines.map((line) => `  - ${line}\n`).join('')}`,
      );
    await withDefaults(['tone=calm', 'length=short']);
    const first = await hashOf();
    await withDefaults(['length=short', 'tone=calm']);
    expect(await hashOf()).toBe(first);
    await withDefaults(['length=short', 'tone=loud']);
    expect(await hashOf()).not.toBe(first);
  });

  test('is current until the file is edited, and again when it is restored', async () => {
    const templates = open();
    await write('mine.yaml', userTemplate());
    const { template } = await renderDefault(templates);
    const isCurrent = () => {
      nowMs += 500;
      return templates.areCurrent([template]);
    };
    expect(await isCurrent()).toBe(true);
    await write('mine.yaml', userTemplate({ template: 'Edited: {{sourceText}}' }));
    expect(await isCurrent()).toBe(false);
    await write('mine.yaml', userTemplate({ version: 'another' }));
    expect(await isCurrent()).toBe(true);
    await rm(join(userDir, 'mine.yaml'));
    expect(await isCurrent()).toBe(false);
    expect(await templates.areCurrent([])).toBe(true);
  });
});

describe('the parameters of a rendered prompt', () => {
  test('are the given ones and the defaults, without the untrusted texts', async () => {
    await write(
      'mine.yaml',
      `${userTemplate()}defaultParameters: { tone: calm, detailLevel: long, sourceText: none, constructor: x }\n`,
    );
    expect((await renderDefault(open())).parameters).toEqual({
      tone: 'calm',
      constructor: 'x',
      targetLanguage: 'en',
      targetLanguageDisplayName: 'English (en)',
      detailLevel: 'short',
    });
  });
});

describe('an unknown template', () => {
  test('is missing, and the others are named', async () => {
    await expect(renderDefault(open(), 'nope')).rejects.toMatchObject({
      code: 'template_missing',
      message: expect.stringContaining('summary.default, summary.language'),
    });
  });

  test('is invalid when a file with its id was refused', async () => {
    await write('tweet.yaml', `${userTemplate({ id: 'tweet' })}x: y\n`);
    await expect(renderDefault(open(), 'tweet')).rejects.toMatchObject({
      code: 'template_invalid',
      message: expect.stringContaining('tweet.yaml: x: is an unknown field'),
    });
  });
});

describe('the cache', () => {
  test('sees a changed, an added and a removed file after half a second, and not before', async () => {
    const templates = open();
    const origin = async () => (await templates.get('summary.default')).origin;
    expect(await origin()).toBe('builtin');
    await write('mine.yaml', userTemplate());
    nowMs = 499;
    expect(await origin()).toBe('builtin');
    nowMs = 500;
    expect(await origin()).toBe('user');
    await write('mine.yaml', userTemplate({ template: 'No text.' }));
    nowMs = 1000;
    expect(await origin()).toBe('builtin');
    await write('mine.yaml', userTemplate());
    await utimes(join(userDir, 'mine.yaml'), 1, 1);
    nowMs = 1500;
    expect(await origin()).toBe('user');
    await rm(join(userDir, 'mine.yaml'));
    nowMs = 2000;
    expect(await origin()).toBe('builtin');
  });

  test('tells each notice once, and again when it comes back', async () => {
    await write('mine.yaml', userTemplate({ template: 'No text.' }));
    const templates = open();
    for (nowMs = 0; nowMs <= 2000; nowMs += 500) await templates.list();
    expect(told).toHaveLength(1);
    await write('other.yaml', userTemplate({ id: 'other' }));
    nowMs = 3000;
    await templates.list();
    expect(told).toHaveLength(1);
    await rm(join(userDir, 'mine.yaml'));
    nowMs = 4000;
    await templates.list();
    await write('mine.yaml', userTemplate({ template: 'No text.' }));
    nowMs = 5000;
    await templates.list();
    expect(told).toHaveLength(2);
  });

  test('loads once for many calls at the same time', async () => {
    await write('mine.yaml', userTemplate({ template: 'No text.' }));
    const templates = open();
    await Promise.all(Array.from({ length: 50 }, () => renderDefault(templates)));
    expect(told).toHaveLength(1);
  });
});
