import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { startServer } from '#tests/fixtures/start-server.ts';
import { scratchFolder } from '#tests/setup/scratch-folder.ts';
import { runCli, startCli } from './run-cli.ts';
import { runInside } from './run-inside.ts';

const article = `The city council voted on Tuesday to close the harbour bridge for two years. The bridge, built in
1931, carries about 40,000 vehicles a day. Engineers found cracks in eleven of its main girders last autumn.

The closure begins on 1 March. A ferry will run every ten minutes between the two banks, free of charge for
pedestrians and cyclists. Lorries will be sent over the northern motorway, a detour of 23 kilometres.

The repair will cost 210 million euros, of which the state pays sixty percent. A motion to build a tunnel instead
was rejected by 31 votes to 14. Shop owners on the southern bank fear for their trade.`;

describe('precis summarize', () => {
  let home: string;
  let model: ScriptedModel;
  let env: Record<string, string>;

  beforeEach(async () => {
    home = mkdtempSync(join(scratchFolder(), 'precis-cli-'));
    model = await startScriptedModel();
    env = {
      OPENAI_COMPATIBLE_BASE_URL: model.baseUrl('openai'),
      OPENAI_COMPATIBLE_API_KEY: 'the-key-of-the-test',
    };
  });
  afterEach(async () => {
    await model.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });

  test('summarizes standard input offline, with nothing configured', async () => {
    const { code, out, err } = await runCli(['summarize', '-', '--detail', 'short'], {
      home,
      input: article,
    });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('harbour bridge');
    expect(out.length).toBeLessThan(article.length);
  });

  test.each([
    { how: 'directly', more: [] },
    { how: 'as a run', more: ['--save'] },
  ])('without a model says, $how, that another language needs one', async ({ more }) => {
    const asked = await runInside(['summarize', '-', '-l', 'zh', ...more], { home, input: article });
    expect(asked).toMatchObject({ code: 0, out: expect.stringContaining('harbour bridge') });
    expect(asked.err).toMatch(/quotes the text in its own language.*Chinese.*precis models add/);
    const own = await runInside(['summarize', '-', '-l', 'en', ...more], { home, input: article });
    expect(own).toMatchObject({ code: 0, err: '' });
  });

  test('keeps nothing of a plain offline summary, not even a data folder', async () => {
    const file = join(home, 'article.txt');
    writeFileSync(file, article);
    const piped = await runCli(['summarize', '-'], { home, input: article });
    const read = await runInside(['summarize', file, '-m', 'builtin', '-l', 'de'], { home });
    expect([piped.code, read.code]).toEqual([0, 0]);
    expect(existsSync(join(home, 'precis'))).toBe(false);
    expect((await runInside(['summarize', file, '--save'], { home })).out).toBe(read.out);
    expect((await runInside(['runs'], { home })).out).toContain('summary');
  });

  test('asks the model that the settings name, and keeps the run', async () => {
    model.script({ text: 'The council voted to close the harbour bridge for two years.' });
    const add = ['models', 'add', 'mine', '--provider', 'openai-compatible', '--model', 'x'];
    await runInside([...add, '--base-url', model.baseUrl('openai')], { home, env });
    expect((await runInside(['models', 'use', 'mine'], { home })).code).toBe(0);
    const { code, out } = await runCli(['summarize', '-'], { home, env, input: article });
    expect({ code, out }).toEqual({
      code: 0,
      out: 'The council voted to close the harbour bridge for two years.\n',
    });
    expect((await runCli(['runs'], { home })).out).toContain('succeeded');
    const offline = await runInside(['summarize', '-', '-m', 'builtin'], { home, input: article });
    expect(offline.out).not.toBe(out);
    expect(model.requests).toHaveLength(1);
  });

  test('takes the level of detail from the settings', async () => {
    const server = await startServer({ home: join(home, 'precis'), databaseUrl: null });
    try {
      const summarize = (...args: string[]) =>
        runInside(['summarize', '-', ...args], { home, input: article });
      const medium = await summarize();
      await server.client.settings.patch({ summaryAgent: { defaultDetailLevel: 'short' } });
      expect((await summarize()).out).toBe((await summarize('-d', 'short')).out);
      expect((await summarize('-d', 'medium')).out).toBe(medium.out);
    } finally {
      await server.end('SIGTERM');
    }
  });

  test('a text over the limit is refused with its length, the limit and what to do', async () => {
    const input = 'The harbour bridge is closed. '.repeat(400_001);
    for (const result of [
      await runCli(['summarize', '-'], { home, input }),
      await runInside(['summarize', '-', '--json'], { home, input }),
    ]) {
      const { code, out, err } = result;
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toContain('The text has 12,000,030 characters; the limit is 12,000,000. Split it');
    }
  });

  test('Ctrl-C ends a long offline summary', async () => {
    const sentences = Array.from({ length: 260_000 }, (_, n) => `On day ${n} the harbour bridge is closed.`);
    const cli = startCli(['summarize', '-'], { home, input: sentences.join(' ') });
    await expect.poll(() => cli.isReading()).toBe(false);
    cli.kill('SIGINT');
    const { code, out } = await cli.ended;
    // The code is null if the signal itself ended the process. A shell reports this as 130 too.
    expect({ isInterrupted: code === null || code === 130, out }).toEqual({ isInterrupted: true, out: '' });
  });

  test('prints run and summary as JSON, and lists the run afterwards', async () => {
    const file = join(home, 'article.txt');
    writeFileSync(file, article);
    const { out } = await runInside(['summarize', file, '--json'], { home });
    const { run, summary } = JSON.parse(out);
    expect(run).toMatchObject({
      status: 'succeeded',
      provider: 'builtin',
      coverage: { chunksRead: 1, chunksTotal: 1 },
    });
    expect(summary.text.length).toBeGreaterThan(40);
    expect((await runInside(['runs'], { home })).out).toContain(run.id);
    expect(JSON.parse((await runInside(['runs', 'show', run.id], { home })).out).run.id).toBe(run.id);
  });

  test('reads the article out of an HTML file, and refuses what is no document', async () => {
    const page = join(home, 'page.html');
    const body = article
      .split('\n\n')
      .map((paragraph) => `<p>${paragraph}</p>`)
      .join('');
    writeFileSync(
      page,
      `<html><head><title>Bridge</title></head><body><article><h1>Bridge</h1>${body}</article></body></html>`,
    );
    const { code, out } = await runInside(['summarize', page, '--json'], { home });
    expect(code).toBe(0);
    const { run, summary } = JSON.parse(out);
    expect(run.source.title).toBe('Bridge');
    expect(summary.text).not.toContain('<p>');
    const binary = join(home, 'picture.png');
    writeFileSync(binary, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1, 2, 3]));
    expect(await runCli(['summarize', binary], { home })).toMatchObject({ code: 3, out: '' });
  });

  test('streams a model’s words as they come, and Ctrl-C closes the upstream socket', async () => {
    model.script({
      chunks: Array.from({ length: 500 }, (_, n) => `The bridge is closed on day ${n}. `),
      delayMs: 20,
    });
    const cli = startCli(['summarize', '-', '-m', 'openai-compatible/x'], { home, env, input: article });
    await expect.poll(() => cli.out().length).toBeGreaterThan(30);
    const early = cli.out().length;
    await expect.poll(() => cli.out().length).toBeGreaterThan(early);
    cli.kill('SIGINT');
    const { code, err } = await cli.ended;
    expect(code).toBe(130);
    expect(err).toContain('cancelled');
    await expect.poll(() => model.requests[0]?.closedByClient).toBe(true);
    expect((await runInside(['runs', '--status', 'cancelled'], { home })).out).toContain('cancelled');
  });

  test.each([
    ['an empty text', ['summarize', '-'], '', 3, 'no text'],
    ['a text too short to need it', ['summarize', '-'], 'Hello there.', 3, 'only 2 words'],
    ['a file that is not there', ['summarize', 'nowhere.txt'], '', 2, 'File not found: nowhere.txt'],
    ['an unknown detail level', ['summarize', '-', '-d', 'tiny'], article, 2, '--detail “tiny”'],
    ['a language that is none', ['summarize', '-', '-l', '12'], article, 2, 'language code'],
    ['an unknown option', ['summarize', '-', '--loud'], article, 2, '--loud'],
    ['an unknown command', ['sumarize', '-'], article, 2, 'unknown command “sumarize”'],
    [
      'an unknown model',
      ['summarize', '-', '-m', 'nothing'],
      article,
      2,
      'model profile "nothing" not found',
    ],
    ['a private address', ['summarize', 'http://127.0.0.1:8080/x'], '', 3, 'PRECIS_ALLOW_HOSTS'],
  ])('%s ends with a class of exit code and a sentence', async (_, args, input, code, words) => {
    const result = await runInside(args, { home, input });
    expect(result.code).toBe(code);
    expect(result.err).toContain(words);
    expect(result.out).toBe('');
  });

  test('a model that refuses the key ends with 4 and never shows the key', async () => {
    model.always({ fault: { kind: 'status', status: 401 } });
    const { code, err } = await runCli(['summarize', '-', '-m', 'openai-compatible/x'], {
      home,
      env,
      input: article,
    });
    expect(code).toBe(4);
    expect(err).toContain('key');
    expect(err).not.toContain('the-key-of-the-test');
  });

  test('--strict ends with 6 and names the number that is wrong, with the one that the source has', async () => {
    model.script({
      text: 'The city council voted to close the harbour bridge. The repair will cost 777 million euros.',
    });
    const args = ['summarize', '-', '-m', 'openai-compatible/x', '--strict'];
    const { code, out } = await runCli(args, { home, env, input: article });
    expect(code).toBe(6);
    expect(out).toContain('number “777 million euros”: the source says “210 million euros”');
    expect(out).toMatch(/1 different; 2 sentences: .*1 different/);
    expect((await runInside(['summarize', '-', '--strict'], { home, input: article })).code).toBe(0);
  });

  test('works beside a running server on the same data, which lists the run that was to be saved', async () => {
    const server = await startServer({ home: join(home, 'precis'), databaseUrl: null });
    try {
      const plain = await runCli(['summarize', '-'], { home, input: article });
      const saved = await runCli(['summarize', '-', '--save'], { home, input: article });
      expect(plain).toEqual({ code: 0, out: expect.stringContaining('harbour bridge'), err: '' });
      expect(saved).toEqual(plain);
      const { items } = await server.client.runs.list({});
      expect(items).toMatchObject([{ status: 'succeeded', provider: 'builtin' }]);
    } finally {
      await server.end('SIGTERM');
    }
  });
});
