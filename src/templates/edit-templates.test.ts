import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTemplates } from './create-templates.ts';

const builtinDir = join(import.meta.dirname, 'builtin');
const id = 'summary.default';
const sampleOf = () => ({
  parameters: { targetLanguage: 'en', targetLanguageDisplayName: 'English (en)', detailLevel: 'short' },
  texts: { sourceText: 'A sample text.', title: '' },
});

let home: string;
let userDir: string;
let file: string;
let builtin: string;
let templates: ReturnType<typeof createTemplates>;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'precis-edit-'));
  userDir = join(home, 'templates');
  file = join(userDir, `${id}.yaml`);
  builtin = await readFile(join(builtinDir, `${id}.yaml`), 'utf8');
  // The clock does not advance, but saved files must be visible anyway.
  templates = open();
});

const open = () => createTemplates({ builtinDir, userDir, sampleOf, now: () => 0 });
afterEach(() => rm(home, { recursive: true }));

const copy = () => templates.save(id, { text: builtin, revision: null });

describe('a copy of a built-in template', () => {
  test('is written to the user’s folder, which need not exist, and used at once', async () => {
    expect(await templates.source(id)).toMatchObject({ origin: 'builtin', path: file, revision: null });
    const text = builtin.replace('Summarize this source', 'Retell this source');
    const saved = await templates.save(id, { text, revision: null });
    expect(saved).toMatchObject({ origin: 'user', path: file, text, problem: null, hasBuiltin: true });
    expect(await templates.get(id)).toMatchObject({ origin: 'user', overrides: true });
    expect((await templates.get(id)).prompt).toContain('Retell this source');
    expect(await readdir(userDir)).toEqual([`${id}.yaml`]);
    expect((await stat(file)).mode & 0o077).toBe(0);
  });

  test('is kept under the name that its file has', async () => {
    await mkdir(userDir);
    await writeFile(join(userDir, 'mine.yml'), builtin);
    const { revision } = await templates.source(id);
    await templates.save(id, { text: `${builtin}# edited\n`, revision });
    expect(await readdir(userDir)).toEqual(['mine.yml']);
    expect(await readFile(join(userDir, 'mine.yml'), 'utf8')).toMatch(/# edited\n$/);
  });

  test('is not replaced where it was changed, made or deleted in the meantime', async () => {
    const { revision } = await copy();
    const conflict = { code: 'conflict' };
    await expect(copy()).rejects.toMatchObject(conflict);
    await writeFile(file, `${builtin}# elsewhere\n`);
    await expect(templates.save(id, { text: builtin, revision })).rejects.toMatchObject(conflict);
    expect(await readFile(file, 'utf8')).toContain('# elsewhere');
    await templates.save(id, { text: builtin });
    expect(await readFile(file, 'utf8')).toBe(builtin);
  });

  test('goes back to the built-in, and comes back byte by byte, valid or not', async () => {
    await copy();
    await writeFile(file, 'id: summary.default\nversion: \xff');
    const broken = await readFile(file);
    await templates.remove(id);
    expect(await templates.source(id)).toMatchObject({ origin: 'builtin', revision: null });
    expect((await templates.list()).notices).toEqual([]);
    await templates.restore(id);
    expect(await readFile(file)).toEqual(broken);
    await expect(templates.restore(id)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('that is not there cannot be removed or restored', async () => {
    await expect(templates.remove(id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(templates.restore(id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a text that is checked', () => {
  test('shows its prompt with the sample, and nothing is written', async () => {
    expect(await templates.check(id, builtin)).toMatchObject({
      ok: true,
      prompt: expect.stringContaining('A sample text.'),
    });
    await expect(readdir(userDir)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  const lineWith = (text: string, words: string) =>
    text.split('\n').findIndex((line) => line.includes(words)) + 1;

  test.each([
    ['a field nobody knows', 'version: v1', 'vresion: v1', 'vresion', /vresion: is an unknown field/],
    [
      'a placeholder that is none',
      '{{sourceText}}',
      '{{source text}}',
      'source text',
      /is not a placeholder/,
    ],
    ['an open section', '{{/title}}', '', '{{#title}}', /section {{#title}} is never closed/],
    ['another id', 'id: summary.default', 'id: other', null, /id: is "other".* Keep the id\./],
    ['no text for the model', '{{sourceText}}', 'The text.', null, /does not use {{sourceText}}/],
    ['a parameter that no run has', 'source:\n', '{{mood}} source:\n', null, /needs a value for "mood"/],
    ['an unfinished list', 'defaultParameters:', 'defaultParameters: [', 'significance', /is not valid YAML/],
  ])('with %s is refused in a sentence that names the line', async (_, from, to, at, words) => {
    const text = builtin.replaceAll(from, to);
    expect(text).not.toBe(builtin);
    const checked = await templates.check(id, text);
    expect(checked).toMatchObject({ ok: false, problem: expect.stringMatching(words) });
    if (checked.ok) return;
    expect(checked.problem).toMatch(/\.$/);
    if (at !== null && from !== 'defaultParameters:') expect(checked.line).toBe(lineWith(text, at));
    else if (at !== null) expect(checked.line).toBeGreaterThan(0);
    await expect(templates.save(id, { text })).rejects.toMatchObject({ code: 'template_invalid' });
  });

  test('is refused by its size in bytes', async () => {
    const checked = await templates.check(id, `${builtin}#${'文'.repeat(100_000)}`);
    expect(checked).toMatchObject({ ok: false, problem: expect.stringContaining('256 KiB') });
  });
});

describe('the editor writes nothing', () => {
  test('for an id that no template has', async () => {
    for (const other of ['nope', '..', '../x', 'x/../../y'])
      await expect(templates.save(other, { text: builtin })).rejects.toMatchObject({
        code: 'template_missing',
      });
    expect(await readdir(home)).toEqual([]);
  });

  test('through a link, whether it leads out of the folder or nowhere', async () => {
    await mkdir(userDir);
    const outside = join(home, 'outside.yaml');
    await writeFile(outside, 'untouched');
    await symlink(outside, file);
    await expect(templates.save(id, { text: builtin })).rejects.toMatchObject({ code: 'conflict' });
    await expect(templates.source(id)).rejects.toMatchObject({ code: 'conflict' });
    expect(await readFile(outside, 'utf8')).toBe('untouched');
    await rm(file);
    await symlink(join(home, 'nowhere'), file);
    for (const revision of [undefined, null])
      await expect(templates.save(id, { text: builtin, revision })).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining(`${id}.yaml is a link`),
      });
    expect((await templates.list()).notices).toMatchObject([
      { templateId: id, message: expect.stringContaining('is a link to a file that does not exist') },
    ]);
    expect(await readdir(home)).toEqual(['outside.yaml', 'templates']);
    expect(await readlink(file)).toBe(join(home, 'nowhere'));
  });

  test('over the file of another template, which has the name by chance', async () => {
    await copy();
    await templates.remove(id);
    const other = builtin.replace('id: summary.default', 'id: my.own');
    await writeFile(file, other);
    const taken = {
      code: 'conflict',
      message: expect.stringMatching(/is not the template "summary\.default"/),
    };
    for (const revision of [undefined, null])
      await expect(templates.save(id, { text: builtin, revision })).rejects.toMatchObject(taken);
    await expect(templates.restore(id)).rejects.toMatchObject(taken);
    expect(await readFile(file, 'utf8')).toBe(other);
    await rename(file, join(userDir, 'my.own.yaml'));
    expect(await templates.restore(id)).toMatchObject({ origin: 'user', text: builtin });
  });

  test('over a file that was written a moment ago', async () => {
    const conflict = { code: 'conflict' };
    await templates.list();
    await mkdir(userDir);
    await writeFile(file, `${builtin}# just now\n`);
    await expect(copy()).rejects.toMatchObject(conflict);
    await templates.remove(id);
    await templates.list();
    await writeFile(file, `${builtin}# and again\n`);
    await expect(templates.restore(id)).rejects.toMatchObject(conflict);
    expect(await readFile(file, 'utf8')).toContain('# and again');
    expect(await readdir(userDir)).toEqual([`${id}.yaml`, `${id}.yaml.removed`]);
  });

  test('over a copy that another program makes at the same moment', async () => {
    const saved = await Promise.allSettled([
      copy(),
      ...Array.from({ length: 5 }, () => open().save(id, { text: builtin, revision: null })),
    ]);
    expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readdir(userDir)).toEqual([`${id}.yaml`]);
  });

  test('where two files have the id', async () => {
    await mkdir(userDir);
    for (const name of ['a.yaml', 'b.yaml']) await writeFile(join(userDir, name), builtin);
    await expect(templates.save(id, { text: builtin })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/a\.yaml, b\.yaml\. Delete all but one/),
    });
  });

  test.skipIf(process.getuid?.() === 0)('in a folder that it may not write, and says so', async () => {
    await mkdir(userDir, { mode: 0o500 });
    await expect(copy()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('EACCES'),
    });
    await chmod(userDir, 0o700);
  });
});
