import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startScriptedModel } from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { launcher, runCli } from './run-cli.ts';

describe('the program', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'precis-program-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  /** Makes Node believe that it is an older one, then calls the launcher. */
  function asOldNode(version: string, also = ''): string[] {
    const code = `Object.defineProperty(process.versions, 'node', { value: '${version}' }); ${also}
      process.argv.splice(1, 0, ${JSON.stringify(launcher)}); require(${JSON.stringify(launcher)});`;
    return ['-e', code, '--'];
  }

  test('started by an older Node, continues on the bundled one', async () => {
    const { code, out } = await runCli(['--version'], { home, node: asOldNode('20.20.2') });
    expect({ code, out: out.trim() }).toEqual({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  });

  test('where no bundled Node fits, says in one line what it needs', async () => {
    const elsewhere = "Object.defineProperty(process, 'arch', { value: 'mips' });";
    const { code, err } = await runCli(['--version'], { home, node: asOldNode('18.0.0', elsewhere) });
    expect(code).toBe(5);
    expect(err.trim().split('\n')).toEqual([expect.stringContaining('needs Node 24')]);
  });

  test('a port in use is one clear line naming what to do', async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    const { port } = blocker.address() as { port: number };
    const { code, err } = await runCli(['serve', '--port', String(port)], { home });
    await new Promise((resolve) => blocker.close(resolve));
    expect(code).toBe(5);
    expect(err).toContain(String(port));
    expect(err).toContain('PRECIS_PORT');
  });

  test('refuses to listen beyond this machine without a token, and says why', async () => {
    const { code, err } = await runCli(['serve', '--host', '0.0.0.0', '--port', '45999'], { home });
    expect(code).toBe(5);
    expect(err).toContain('PRECIS_TOKEN');
  });

  test('doctor finds a fresh machine in order', async () => {
    const { code, out } = await runCli(['doctor'], { home });
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('Offline extract') });
    expect(out).toContain('SQLite');
  });

  test('doctor names a model that does not answer, and what to do', async () => {
    const model = await startScriptedModel({ reply: { fault: { kind: 'status', status: 401 } } });
    try {
      const add = ['models', 'add', 'mine', '--provider', 'openai-compatible', '--model', 'x'];
      await runCli([...add, '--base-url', model.baseUrl('openai'), '--key-stdin'], {
        home,
        input: 'secret-key-123',
      });
      expect((await runCli(['models', 'use', 'mine'], { home })).code).toBe(0);
      const { code, out } = await runCli(['doctor'], { home });
      expect(code).toBe(5);
      expect(out).toContain('✗ model mine');
      expect((await runCli(['models'], { home })).out).toContain('stored');
      expect(out).not.toContain('secret-key-123');
    } finally {
      await model.close();
    }
  });

  test('refuses a data folder that is a file, and nothing is overwritten', async () => {
    writeFileSync(join(home, 'precis'), 'not a folder');
    const { code, err } = await runCli(['runs'], { home });
    expect(code).toBe(5);
    expect(err).toContain('precis');
  });
});
