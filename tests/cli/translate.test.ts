import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Reply } from '#tests/fixtures/scripted-model/reply.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { makeArticle, readAsked, toJson } from '#tests/fixtures/translated-article.ts';
import { scratchFolder } from '#tests/setup/scratch-folder.ts';
import { runCli, startCli } from './run-cli.ts';
import { runInside } from './run-inside.ts';

const article = makeArticle('de', 4);
const page = `<html><head><title>${article.title}</title></head><body><article><h1>${article.title}</h1>
${article.html}<ul><li>Take <b>care</b></li></ul><pre>let it = 1</pre></article></body></html>`;
const known = new Map([...article.translations, ['Take <1>care</1>', 'Gib <1>acht</1>']]);

describe('precis translate', () => {
  let home: string;
  let file: string;
  let model: ScriptedModel;
  let change: (reply: Reply, call: number) => Reply;
  let env: Record<string, string>;
  const args = (...more: string[]) => ['translate', file, '-l', 'de', '-m', 'openai-compatible/x', ...more];

  beforeEach(async () => {
    home = mkdtempSync(join(scratchFolder(), 'precis-translate-'));
    file = join(home, 'page.html');
    writeFileSync(file, page);
    change = (reply) => reply;
    let calls = 0;
    model = await startScriptedModel({
      reply: (request) => {
        calls += 1;
        return change({ text: toJson(readAsked(request, known)) }, calls);
      },
    });
    env = {
      OPENAI_COMPATIBLE_BASE_URL: model.baseUrl('openai'),
      OPENAI_COMPATIBLE_API_KEY: 'the-key-of-the-test',
    };
  });
  afterEach(async () => {
    await model.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });

  test('writes the translation with the structure of the source', async () => {
    const { code, out, err } = await runCli(args(), { home, env });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^# Leben an der Nordküste\n\nDer Rat von \[Lunvik\]\(https:\/\/example\.org\/0\)/);
    expect(out).toContain('- Gib **acht**');
    expect(out).toContain('let it = 1');
    expect(out).not.toContain('The council');
    expect(model.requests).toHaveLength(1);
    expect((await runInside(['runs'], { home })).out).toContain('text-translation');
  });

  test.each([
    ['both', 'txt', /^Life on the northern coast\n\nLeben an der Nordküste\n\nThe council.+\n\nDer Rat/],
    ['translation', 'html', /<html lang="de" dir="ltr">[^]+<h1>Leben an der Nordküste<\/h1>[^]+<b>acht<\/b>/],
    ['original', 'md', /^# Life on the northern coast\n\nThe council/],
  ])('writes the layout %s as %s', async (layout, format, expected) => {
    const { code, out } = await runInside(args('--layout', layout, '--format', format), { home, env });
    expect(code).toBe(0);
    expect(out).toMatch(expected);
    expect(model.requests).toHaveLength(layout === 'original' ? 0 : 1);
  });

  test('prints run and paragraphs as JSON; the same key returns the same run', async () => {
    const asked = args('--json', '--idempotency-key', 'one-and-the-same');
    const first = JSON.parse((await runInside(asked, { home, env })).out);
    expect(first.run).toMatchObject({ status: 'succeeded', source: { title: article.title } });
    expect(first.paragraphs.map(({ text }: { text: string }) => text)).toContain('Gib <1>acht</1>');
    const again = JSON.parse((await runInside(asked, { home, env })).out);
    expect(again.run.id).toBe(first.run.id);
    expect(again.paragraphs).toEqual(first.paragraphs);
    expect(model.requests).toHaveLength(1);
  });

  test('Ctrl-C prints what is translated so far and ends with 130', async () => {
    change = (reply) => ({ ...reply, delayMs: 30 });
    const cli = startCli(args(), { home, env });
    await expect.poll(() => model.requests[0]?.chunksSent ?? 0).toBeGreaterThan(30);
    cli.kill('SIGINT');
    const { code, out } = await cli.ended;
    expect(code).toBe(130);
    expect(out).toContain('# Leben an der Nordküste');
    expect(out).toContain('Take **care**');
    await expect.poll(() => model.requests[0]?.closedByClient).toBe(true);
  });

  test('--strict names what is to be checked and ends with 6', async () => {
    change = ({ text = '' }) => ({ text: text.replace('2137', '99') });
    const { code, out, err } = await runInside(args('--strict'), { home, env });
    expect(code).toBe(6);
    expect(out).toContain('99 neue Wohnungen');
    expect(err).toContain('Check number “99”: Der Rat von Lunvik genehmigte 99');
  });

  test('a model that fails ends with 4, after what it translated', async () => {
    change = (reply, call) =>
      call === 1
        ? { ...reply, fault: { kind: 'cut', afterChunks: 60 } }
        : { fault: { kind: 'status', status: 401 } };
    const { code, out, err } = await runCli(args(), { home, env });
    expect(code).toBe(4);
    expect(out).toContain('Leben an der Nordküste');
    expect(err).toContain('key');
    expect(err).not.toContain('the-key-of-the-test');
  });

  test.each([
    ['the offline model', ['-', '-l', 'de'], 4, 'precis models add'],
    ['the offline model by name', ['-', '-l', 'de', '-m', 'builtin'], 4, 'precis models add'],
    ['a text in that language', ['-', '-l', 'en', '-m', 'openai-compatible/x'], 3, 'add --anyway'],
    ['an unknown layout', ['-', '--layout', 'beside'], 2, '--layout “beside”'],
    [
      'a language that is none',
      ['-', '-l', '12', '-m', 'openai-compatible/x'],
      2,
      '--language “12”: Use a language code',
    ],
    ['a file that is not there', ['nowhere.txt'], 2, 'File not found: nowhere.txt'],
  ])('%s is refused with a sentence, and no model is asked', async (_, given, code, words) => {
    const result = await runInside(['translate', ...given], { home, env, input: page });
    expect(result.code).toBe(code);
    expect(result.err).toContain(words);
    expect(result.out).toBe('');
    expect(model.requests).toHaveLength(0);
  });

  test('an empty text has nothing to translate', async () => {
    const result = await runInside(['translate', '-', '-m', 'openai-compatible/x'], {
      home,
      env,
      input: ' ',
    });
    expect(result).toMatchObject({ code: 3, out: '' });
    expect(result.err).toContain('no text to translate');
  });
});
