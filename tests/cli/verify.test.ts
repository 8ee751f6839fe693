import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FeedServer, startFeedServer } from '#tests/fixtures/feed-server.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { scratchFolder } from '#tests/setup/scratch-folder.ts';
import { type CliResult, runCli } from './run-cli.ts';
import { runInside } from './run-inside.ts';

const timeout = 60_000;

const paragraphs = [
  'The city council voted on Tuesday to close the harbour bridge for two years. The bridge, built in 1931, carries about 40,000 vehicles a day. Engineers found cracks in eleven of its main girders last autumn.',
  'The closure begins on 1 March. A ferry will run every ten minutes between the two banks, free of charge for pedestrians and cyclists. Lorries will be sent over the northern motorway, a detour of 23 kilometres.',
  'The repair will cost 210 million euros, of which the state pays sixty percent. A motion to build a tunnel instead was rejected by 31 votes to 14. Shop owners on the southern bank fear for their trade.',
];
const article = paragraphs.join('\n\n');
const answer = `The city council voted to close the harbour bridge for two years. The repair will cost 777 million euros.
A ferry will run every ten minutes between the two banks.`;

function page(text: string): string {
  const body = text.split('\n\n').map((paragraph) => `<p>${paragraph}</p>`);
  return `<html><head><title>Bridge</title></head><body><article><h1>Bridge</h1>${body.join('')}</article></body></html>`;
}

describe('precis verify', () => {
  let home: string;
  let model: ScriptedModel;
  let site: FeedServer;
  let env: Record<string, string>;

  beforeEach(async () => {
    home = mkdtempSync(join(scratchFolder(), 'precis-verify-'));
    model = await startScriptedModel();
    model.always({ text: answer });
    site = await startFeedServer();
    env = {
      OPENAI_COMPATIBLE_BASE_URL: model.baseUrl('openai'),
      OPENAI_COMPATIBLE_API_KEY: 'the-key-of-the-test',
      PRECIS_ALLOW_HOSTS: '127.0.0.1',
    };
  });
  afterEach(async () => {
    await Promise.all([model.close(), site.close()]);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });

  const run = (...args: string[]) => runInside(args, { home, env });
  const runProcess = (...args: string[]) => runCli(args, { home, env });

  function write(name: string, text: string | Uint8Array): string {
    const path = join(home, name);
    writeFileSync(path, text);
    return path;
  }

  function show(text: string): string {
    site.on('/bridge', { body: page(text), headers: { 'content-type': 'text/html' } });
    return site.url('/bridge');
  }

  async function makeReceipt(from: string, format: string): Promise<string> {
    const path = join(home, `receipt.${format}`);
    expectMade(await run(...receiptOf(from, path)), { from, path });
    return path;
  }

  function receiptOf(from: string, path: string): string[] {
    return ['summarize', from, '-m', 'openai-compatible/x', '--receipt', path];
  }

  function expectMade(made: CliResult, { from, path }: { from: string; path: string }): void {
    expect(made).toMatchObject({ code: 0, err: expect.stringContaining(`Receipt saved to ${path}.`) });
    expect(made.err.includes('--source')).toBe(!from.startsWith('http'));
  }

  test('a receipt with Chinese labels', { timeout }, async () => {
    const source = write('article.txt', article);
    const receipt = join(home, 'receipt.md');
    const made = await runProcess(...receiptOf(source, receipt), '--receipt-language', 'zh-Hans');
    expectMade(made, { from: source, path: receipt });
    expect(readFileSync(receipt, 'utf8')).toMatch(/共 3 句，.*1 句不一致.*。由规则核对。/);
    expect(await runProcess('verify', receipt, '--source', source)).toMatchObject({ code: 0, err: '' });
    const refused = await run('summarize', source, '--receipt', receipt, '--receipt-language', 'fr');
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('--receipt-language') });
  });

  test.each(['md', 'html', 'json'])('a receipt of a file as .%s', { timeout }, async (format) => {
    const source = write('article.txt', article);
    const receipt = await makeReceipt(source, format);
    const good = await run('verify', receipt, '--source', source);
    expect(good).toEqual({
      code: 0,
      err: '',
      out: expect.stringMatching(
        /^3 of 3 sentences hold \(.*1 different.*\)\. The source has not changed\.\n$/,
      ),
    });

    const text = readFileSync(receipt, 'utf8');
    const edited = write(`edited.${format}`, text.replace('bridge for two years.', 'bridge for nine years.'));
    const found = await run('verify', edited, '--source', source);
    expect(found.code).toBe(6);
    const edits = format === 'json' ? ['✗ The data of the receipt was edited after it was written.'] : [];
    expect(found.out.split('\n')).toEqual([
      ...edits,
      expect.stringMatching(/^✗ “The city council .* for nine years\.”: it was edited after the check/),
      expect.stringMatching(/^2 of 3 sentences hold \(.*\)\. The source has not changed\.$/),
      '',
    ]);

    const windows = write(
      `windows.${format}`,
      Buffer.from(`\ufeff${text.replaceAll('\n', '\r\n')}`, 'utf16le'),
    );
    expect((await run('verify', windows, '--source', source)).code).toBe(0);
  });

  test('a receipt of a page, good, with the page changed elsewhere, and outdated', { timeout }, async () => {
    const url = show(article);
    const receipt = await makeReceipt(url, 'md');
    expect(readFileSync(receipt, 'utf8')).toContain(url);
    expect(await run('verify', receipt)).toMatchObject({
      code: 0,
      out: expect.stringContaining('The source has not changed.'),
    });

    show(`${article}\n\nThe mayor will speak about the closure on Friday evening at the town hall.`);
    expect(await run('verify', receipt)).toMatchObject({
      code: 0,
      out: expect.stringContaining('The source has changed since the check, but everything still holds.'),
    });

    show(article.replace('every ten minutes', 'every thirty minutes'));
    const outdated = await runProcess('verify', receipt);
    expect(outdated.code).toBe(6);
    expect(outdated.out).toContain('number “ten minutes”: the source says “thirty minutes”');
    expect(outdated.out).toContain('2 of 3 sentences hold');
    const json = await run('verify', receipt, '--json');
    expect(json.code).toBe(6);
    expect(JSON.parse(json.out)).toMatchObject({ holds: false, sourceChanged: true, problems: [] });

    site.on('/bridge', { status: 404 });
    expect(await run('verify', receipt)).toMatchObject({ code: 3, out: '' });
  });

  test('prints nothing that steers a terminal', { timeout }, async () => {
    const source = write('article.txt', article);
    const receipt = await makeReceipt(source, 'json');
    const { sentences, ...rest } = JSON.parse(readFileSync(receipt, 'utf8'));
    sentences[0].passages = ['\u001b[31mred\u0007 \u202ereversed'];
    const edited = write('edited.json', JSON.stringify({ ...rest, sentences }));
    const { code, out } = await run('verify', edited, '--source', source);
    expect(code).toBe(6);
    expect(out).toContain('[31mred');
    expect(out).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
  });

  test('says what is missing, and reads no file that a receipt names', { timeout }, async () => {
    const source = write('article.txt', article);
    const receipt = await makeReceipt(source, 'json');
    const named = JSON.parse(readFileSync(receipt, 'utf8'));
    named.source.url = source;
    const odd = JSON.parse(readFileSync(receipt, 'utf8'));
    odd.summary.language = 'constructor';
    const tries: [args: string[], code: number, words: string][] = [
      [['verify'], 2, 'Enter one receipt file'],
      [['verify', join(home, 'nowhere.md')], 2, 'File not found'],
      [['verify', source], 2, 'not a receipt'],
      [['verify', write('odd.json', JSON.stringify(odd)), '--source', source], 2, 'not a receipt'],
      [['verify', receipt], 2, '--source'],
      [['verify', write('named.json', JSON.stringify(named))], 2, '--source'],
      [['verify', receipt, '--source', join(home, 'nowhere.txt')], 3, 'File not found'],
      [['verify', receipt, '--source', 'http://127.0.0.1:9/'], 3, '127.0.0.1'],
      [['summarize', source, '--receipt', join(home, 'receipt.pdf')], 2, '.md, .html or .json'],
      [['summarize', source, '--receipt', join(home, 'nowhere', 'receipt.md')], 2, 'folder does not exist'],
      [['summarize', receipt, '--receipt', receipt], 2, 'would replace the source'],
    ];
    for (const [args, code, words] of tries) {
      const result = await run(...args);
      expect({ args, code: result.code, out: result.out }).toEqual({ args, code, out: '' });
      expect(result.err).toContain(words);
    }
  });
});
