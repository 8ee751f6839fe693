import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runCli } from './run-cli.ts';
import { runInside } from './run-inside.ts';

const shipped = join(import.meta.dirname, '..', '..', 'config', 'agents', 'helpful-assistant.json');

describe('precis agents', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'precis-agents-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

  function write(name: string, config: object): string {
    const path = join(home, name);
    writeFileSync(path, JSON.stringify(config));
    return path;
  }

  test('imports a file that ships, shows what it comes to, and gives it back', async () => {
    expect((await runCli(['agents', 'import', shipped], { home })).code).toBe(0);
    const { out } = await runInside(['agents'], { home });
    expect(out).toMatch(/^assistant /m);
    expect(out).toMatch(/^helpful-assistant .*DeepSeek/m);
    const shown = await runInside(['agents', 'show', 'helpful-assistant'], { home });
    expect(shown.out).toMatch(/^summarizer\.model +deepseek-ai\/\S+ +summarizer$/m);
    expect(shown.out).toMatch(/^summarizer\.apiBase +https:\/\/api\.deepinfra\.com\/v1\/openai +llm$/m);
    const exported = await runInside(['agents', 'export', 'helpful-assistant'], { home });
    expect(JSON.parse(exported.out)).toMatchObject(JSON.parse(readFileSync(shipped, 'utf8')));
    expect((await runInside(['agents', 'remove', 'helpful-assistant'], { home })).code).toBe(0);
    expect((await runCli(['agents', 'show', 'helpful-assistant'], { home })).code).toBe(2);
  });

  test('warns of a key that would go elsewhere until that is confirmed, and prints no key', async () => {
    const file = write('mine.json', {
      name: 'Mine',
      llm: { model: 'm', apiBase: 'https://one.example/v1', apiKey: 'sk-secret-123' },
      summarizer: { apiBase: 'https://two.example/v1' },
    });
    const imported = await runInside(['agents', 'import', file], { home });
    expect(imported.code).toBe(0);
    expect(imported.err).toContain('saved for https://one.example would be sent to https://two.example');
    expect((await runInside(['agents', 'confirm', 'mine'], { home })).out).toContain('https://two.example');
    const shown = await runInside(['agents', 'show', 'mine'], { home });
    expect(shown.err).toBe('');
    const exported = await runInside(['agents', 'export', 'mine'], { home });
    expect(exported.err).toContain('llm');
    for (const { out, err } of [imported, shown, exported]) expect(out + err).not.toContain('sk-secret-123');
  });

  test('names the field that a file has too much, and saves nothing', async () => {
    const file = write('odd.json', { name: 'Odd', llm: { model: 'builtin', topP: 1 } });
    const { code, err } = await runInside(['agents', 'import', file], { home });
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('topP') });
    expect((await runInside(['agents', 'show', 'odd'], { home })).code).toBe(2);
  });
});
