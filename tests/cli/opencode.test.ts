import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startServer } from '#tests/fixtures/start-server.ts';
import { type CliResult, runCli } from './run-cli.ts';

describe('precis opencode', () => {
  let home: string;
  let project: string;
  let file: string;

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'precis-opencode-cli-'));
    project = join(home, 'harbour');
    mkdirSync(project);
    file = join(home, '.config', 'opencode', 'plugins', 'opencode-mem.js');
  });
  afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

  function call(action: string[], env: Record<string, string> = {}): Promise<CliResult> {
    return runCli(['opencode', ...action], { home, cwd: project, env });
  }

  test('install puts the plugin where OpenCode looks, says so, and says it again', async () => {
    const first = await call(['install']);
    expect({ code: first.code, err: first.err }).toEqual({ code: 0, err: '' });
    expect(first.out).toContain(`Installed opencode-mem`);
    expect(first.out).toContain(file);
    const module: { default: object } = await import(file);
    expect(module.default).toMatchObject({
      id: 'opencode-mem',
      server: expect.any(Function),
      setup: expect.any(Function),
    });
    // OpenCode 1 rejects a configuration with OpenCode 2's key, so only the file works for both.
    expect(readdirSync(join(home, '.config', 'opencode'))).toEqual(['plugins']);
    expect((await call(['install'])).out).toContain('already installed');
    writeFileSync(file, '// opencode-mem 0.0.1\n');
    expect((await call(['install'])).out).toContain('Updated opencode-mem 0.0.1 to');
    expect(readdirSync(join(file, '..'))).toEqual(['opencode-mem.js']);
  });

  test('install touches no file of another program, and uninstall removes none', async () => {
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, 'export const mine = 1;\n');
    const { code, err } = await call(['install']);
    expect(code).toBe(2);
    expect(err).toContain(file);
    expect((await call(['uninstall'])).out).toContain('opencode-mem is not installed');
    expect(readFileSync(file, 'utf8')).toBe('export const mine = 1;\n');
  });

  test('uninstall removes what install added, and shows where else the plugin is', async () => {
    await call(['install']);
    await call(['install', '--project']);
    const { code, out } = await call(['uninstall']);
    expect(code).toBe(0);
    expect(existsSync(file)).toBe(false);
    expect(out).toContain(join(project, '.opencode', 'plugins', 'opencode-mem.js'));
    expect((await call(['uninstall', '--project'])).out).toContain('Removed');
    expect((await call(['status'])).out).toContain('✗ plugin: not installed');
  });

  test('status names what is missing, and is content when nothing is', async () => {
    const nobody = { OPENCODE_MEM_URL: 'http://127.0.0.1:9' };
    const missing = await call(['status'], nobody);
    expect(missing.code).toBe(5);
    expect(missing.out).toContain('→ precis opencode install');
    expect(missing.out).toContain('→ precis serve');

    await call(['install']);
    const server = await startServer({ home: join(home, 'served'), databaseUrl: null });
    try {
      const { code, out } = await call(['status'], { OPENCODE_MEM_URL: server.url });
      expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(`is running at ${server.url}`) });
      expect(out).toContain('✓ plugin');
      expect(out).toContain('✓ waiting: nothing');
    } finally {
      await server.end('SIGTERM');
    }
  });

  test('status shows what waits: events for the worker, and turns without a summary', async () => {
    const state = join(home, 'state');
    mkdirSync(state);
    const put = (event: object): string => `${JSON.stringify({ put: event })}\n`;
    const events = [
      { id: 'a', path: '/api/sessions/init', body: {} },
      {
        id: 'b',
        path: '/api/sessions/summarize',
        body: { contentSessionId: 'ses_1' },
        note: 'the model failed',
      },
    ];
    writeFileSync(join(state, 'spool-1073741824-x.jsonl'), events.map(put).join(''));
    writeFileSync(join(state, 'contexts.log'), '120\n80\n');
    const { out } = await call(['status'], { OPENCODE_MEM_HOME: state });
    expect(out).toContain('✓ context: 200 tokens, given 2 times');
    expect(out).toContain('! waiting: 1 events');
    expect(out).toContain('! pending: a turn of session ses_1 has no summary yet: the model failed');
    const json = JSON.parse((await call(['status', '--json'], { OPENCODE_MEM_HOME: state })).out);
    expect(json.checks.map(({ name }: { name: string }) => name)).toContain('pending');
  });
});
