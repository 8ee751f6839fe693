import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { agentIdSchema } from '#schema/models/agent.ts';
import { spaceIdSchema } from '#schema/spaces/space.ts';
import { openStore } from '#store/open-store.ts';
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

  async function addSpace(agent: string): Promise<void> {
    const store = await openStore({ home: join(home, 'precis'), databaseUrl: null });
    await store.spaces.createSpace({
      id: spaceIdSchema.parse(randomUUID()),
      name: 'Research',
      instructions: '',
      agentId: agentIdSchema.parse(agent),
      createdAt: 1,
      updatedAt: 1,
    });
    await store.close();
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

  test('deletes an agent that a Space uses only for a replacement, and says which Space', async () => {
    for (const id of ['first', 'second']) {
      const file = write(`${id}.json`, { name: id, llm: { model: 'builtin' } });
      expect((await runInside(['agents', 'import', file], { home })).code).toBe(0);
    }
    await addSpace('first');
    const refused = await runInside(['agents', 'remove', 'first'], { home });
    expect(refused).toMatchObject({
      code: 2,
      err: 'precis: “first” is used by the Space “Research”.\n  Add --replacement <id>. It takes over everywhere.\n',
    });
    const replaced = await runInside(['agents', 'remove', 'first', '--replacement', 'second'], { home });
    expect(replaced).toMatchObject({ code: 0, out: 'Removed first.\n' });
  });

  test('resets the default agent, in use only where its threads stay with their server or that is accepted', async () => {
    const primary = ['models', 'add', 'mine', '--provider', 'openai-compatible', '--model', 'm'];
    await runInside([...primary, '--base-url', 'https://one.example/v1'], { home });
    await runInside(['models', 'use', 'mine'], { home });
    const file = write('assistant.json', {
      name: 'Mine',
      llm: { model: 'm', apiBase: 'https://two.example/v1' },
    });
    await runInside(['agents', 'import', file], { home });
    await addSpace('assistant');
    const refused = await runInside(['agents', 'remove', 'assistant'], { home });
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('sent to https://one.example') });
    expect(refused.err).toContain('--replacement');
    const accepted = ['agents', 'remove', 'assistant', '--replacement', 'assistant'];
    expect(await runInside(accepted, { home })).toMatchObject({ code: 0, out: 'Reset assistant.\n' });
    const again = await runInside(['agents', 'remove', 'assistant'], { home });
    expect(again).toMatchObject({ code: 0, out: 'Reset assistant.\n' });
  });

  test('warns at once of a key variable that is not set', async () => {
    const file = write('keyed.json', {
      name: 'Keyed',
      llm: { model: 'm', apiBase: 'https://one.example/v1', apiKey: 'env:NOT_SET_HERE' },
    });
    const { code, err } = await runInside(['agents', 'import', file], { home });
    expect({ code, err }).toEqual({
      code: 0,
      err: 'llm: The API key for https://one.example is read from the variable NOT_SET_HERE, which is not set. Set it and restart Precis, or enter a key.\n',
    });
  });

  test('names the field that a file has too much, and saves nothing', async () => {
    const file = write('odd.json', { name: 'Odd', llm: { model: 'builtin', topP: 1 } });
    const { code, err } = await runInside(['agents', 'import', file], { home });
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('topP') });
    expect((await runInside(['agents', 'show', 'odd'], { home })).code).toBe(2);
  });
});
