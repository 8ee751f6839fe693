import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { scratchFolder } from '#tests/setup/scratch-folder.ts';
import { runCli } from './run-cli.ts';
import { runInside } from './run-inside.ts';

describe('precis templates', () => {
  let home: string;
  let file: string;
  beforeEach(() => {
    home = mkdtempSync(join(scratchFolder(), 'precis-cli-templates-'));
    file = join(home, 'precis', 'templates', 'summary.default.yaml');
  });
  afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  const run = (...args: string[]) => runInside(['templates', ...args], { home });
  const rowOf = async (id: string) =>
    (await run('list')).out.split('\n').find((line) => line.startsWith(`${id} `));

  test('copies a built-in template to the user’s folder, prints its path and lists it as theirs', async () => {
    expect(await rowOf('summary.default')).toMatch(/v1 +built-in +valid/);
    const copied = await runCli(['templates', 'copy', 'summary.default'], { home });
    expect(copied).toEqual({ code: 0, out: `${file}\n`, err: '' });
    expect(readFileSync(file, 'utf8')).toBe((await run('show', 'summary.default', '--builtin')).out);
    expect(await rowOf('summary.default')).toMatch(/yours, replaces the built-in +valid/);
    expect((await run('list')).out).toContain(`Your folder: ${join(home, 'precis', 'templates')}`);
  });

  test('refuses to replace a copy, unless told to', async () => {
    await run('copy', 'summary.default');
    writeFileSync(file, `${readFileSync(file, 'utf8')}# mine\n`);
    const refused = await run('copy', 'summary.default');
    expect(refused).toMatchObject({ code: 2, out: '', err: expect.stringContaining('--force') });
    expect((await run('show', 'summary.default')).out).toContain('# mine');
    expect(await run('copy', 'summary.default', '--force')).toMatchObject({ code: 0, out: `${file}\n` });
    expect((await run('show', 'summary.default')).out).not.toContain('# mine');
  });

  test('leaves another template’s file and a link where a copy would go, and reports the link', async () => {
    const refused = { code: 2, out: '', err: expect.stringContaining('summary.default.yaml') };
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      (await run('show', 'summary.default')).out.replace('id: summary.default', 'id: my.own'),
    );
    const other = readFileSync(file, 'utf8');
    expect(await run('copy', 'summary.default')).toMatchObject(refused);
    expect(await run('copy', 'summary.default', '--force')).toMatchObject(refused);
    expect(readFileSync(file, 'utf8')).toBe(other);
    rmSync(file);
    symlinkSync(join(home, 'nowhere.yaml'), file);
    expect(await run('check')).toMatchObject({ code: 4, err: expect.stringContaining('does not exist') });
    expect(await run('copy', 'summary.default')).toMatchObject(refused);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
  });

  test('checks one or all, with file, line and sentence, and another exit code for a fault', async () => {
    expect(await run('check')).toMatchObject({ code: 0, out: 'You have no templates of your own.\n' });
    await run('copy', 'summary.default');
    expect(await run('check')).toMatchObject({ code: 0, out: 'summary.default: no problems found.\n' });
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('Use only what', '{{#Use}} only what'));
    const line = text.split('\n').findIndex((words) => words.includes('Use only what')) + 1;
    for (const args of [['check'], ['check', 'summary.default']]) {
      const { code, err } = await run(...args);
      expect({ code, err }).toEqual({
        code: 4,
        err: expect.stringMatching(
          `^summary\\.default\\.yaml:${line}: systemTemplate: the section {{#Use}} is never closed\\. Add {{/Use}}\\.`,
        ),
      });
    }
    expect(await rowOf('summary.default')).toMatch(/built-in +not valid: summary\.default\.yaml/);
  });

  test('finds a file whose id cannot be read by its name, and one without a built-in', async () => {
    mkdirSync(join(home, 'precis', 'templates'), { recursive: true });
    writeFileSync(file, 'id: [\n');
    writeFileSync(join(home, 'precis', 'templates', 'tweet.yaml'), 'id: tweet\n');
    const { code, err } = await run('check');
    expect(code).toBe(4);
    expect(err).toMatch(/^summary\.default\.yaml:\d+: is not valid YAML/);
    expect(err).toContain('tweet.yaml: version: is missing.');
    expect(await rowOf('tweet')).toMatch(/yours +not valid/);
  });

  test.each([
    [['show', 'nope'], 4, 'Template "nope" not found'],
    [['copy', '../nope'], 2, 'Use the id of a template'],
    [['copy'], 2, 'Enter the id of a template'],
    [['fly'], 2, 'Unknown command'],
  ])('%j is refused with what to do', async (args, code, words) => {
    expect(await run(...args)).toMatchObject({ code, err: expect.stringContaining(words) });
  });
});
