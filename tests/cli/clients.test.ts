import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ServerProcess, startServer } from '#tests/fixtures/start-server.ts';
import { findFreePort } from '#tests/setup/start-postgres.ts';
import { type CliResult, runCli } from './run-cli.ts';

let home: string;
let project: string;
let port: number;
let server: ServerProcess | null;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'precis-clients-cli-'));
  project = join(home, 'harbour');
  mkdirSync(project);
  port = await findFreePort();
  server = null;
});
afterEach(async () => {
  await server?.end('SIGTERM');
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

function call(
  args: string[],
  given: { input?: string; env?: Record<string, string> } = {},
): Promise<CliResult> {
  const env = { PRECIS_PORT: String(port), PRECIS_AUTOSTART: 'off', ...given.env };
  return runCli(args, {
    home,
    cwd: project,
    env,
    ...(given.input === undefined ? {} : { input: given.input }),
  });
}

const hook = (client: string, payload: object, env: Record<string, string> = {}) =>
  call(['hook', client], { input: JSON.stringify(payload), env });

async function serve(): Promise<ServerProcess> {
  server = await startServer({ home: join(home, 'precis'), databaseUrl: null, port });
  return server;
}

describe('precis clients', () => {
  test('connects Claude Code over HTTP, and disconnecting restores its settings byte for byte', async () => {
    const file = join(home, '.claude', 'settings.json');
    mkdirSync(join(home, '.claude'));
    const before = '{"model":"opus",  "permissions":{"allow":["Bash(ls)"]}}';
    writeFileSync(file, before);
    const installed = await call(['clients', 'install', 'claude-code'], {
      env: { PRECIS_TOKEN: 'a-token-of-some-length' },
    });
    expect({ code: installed.code, err: installed.err }).toEqual({ code: 0, err: '' });
    expect(installed.out).toContain(file);
    const { hooks, model } = JSON.parse(readFileSync(file, 'utf8'));
    expect(model).toBe('opus');
    expect(hooks.SessionStart[0].hooks[0]).toMatchObject({
      type: 'command',
      args: expect.arrayContaining(['hook', 'claude-code']),
    });
    expect(hooks.PostToolUse[0].hooks[0]).toMatchObject({
      type: 'http',
      url: `http://127.0.0.1:${port}/api/hooks/claude-code/PostToolUse`,
      headers: { Authorization: 'Bearer $PRECIS_TOKEN' },
      allowedEnvVars: ['PRECIS_TOKEN'],
    });
    expect(readFileSync(file, 'utf8')).not.toContain('a-token-of-some-length');
    const removed = await call(['clients', 'uninstall', 'claude-code']);
    expect(removed.out).toContain('byte for byte');
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect((await call(['clients', 'uninstall', 'claude-code'])).out).toContain('not connected');
  });

  test('connects Codex with hooks and notify, says what the user has to approve, and removes both', async () => {
    const codex = join(home, '.codex');
    const dry = await call(['clients', 'install', 'codex', '--dry-run']);
    expect(dry.out).toContain(
      `Would connect Codex for all your projects:\n  ${join(codex, 'hooks.json')}: hooks\n`,
    );
    expect(dry.out).toContain(`  ${join(codex, 'config.toml')}: notify, MCP server\n`);
    await call(['clients', 'install', 'opencode', '--dry-run']);
    expect(readdirSync(home)).toEqual(['harbour']);
    const { out } = await call(['clients', 'install', 'codex']);
    expect(statSync(join(home, 'precis')).mode & 0o777).toBe(0o700);
    expect(out).toContain('/hooks');
    expect(readdirSync(codex).sort()).toEqual(['config.toml', 'hooks.json']);
    const { hooks } = JSON.parse(readFileSync(join(codex, 'hooks.json'), 'utf8'));
    expect(Object.keys(hooks).sort()).toEqual([
      'PostToolUse',
      'SessionEnd',
      'SessionStart',
      'Stop',
      'UserPromptSubmit',
    ]);
    const { out: status } = await call(['clients', 'status', 'codex']);
    expect(status).toContain('! trusted: not yet: SessionStart');
    expect(status).toContain(`✓ mcp server: connected in ${join(codex, 'config.toml')}`);
    expect((await call(['clients', 'uninstall', 'codex', '--dry-run'])).out).toContain(
      'Restored, byte for byte',
    );
    expect(readdirSync(codex).sort()).toEqual(['config.toml', 'hooks.json']);
    await call(['clients', 'uninstall', 'codex']);
    expect(readdirSync(codex)).toEqual([]);
  });

  test('connects Gemini CLI beside other hooks, sees that they are switched off, and restores its settings', async () => {
    const file = join(home, '.gemini', 'settings.json');
    mkdirSync(join(home, '.gemini'));
    const own = { AfterTool: [{ matcher: 'write_file', hooks: [{ type: 'command', command: 'lint' }] }] };
    writeFileSync(file, JSON.stringify({ hooks: own }));
    const { out } = await call(['clients', 'install', 'gemini-cli']);
    expect(out).toContain(`Gemini CLI is now connected to Precis for all your projects:\n  ${file}: hooks\n`);
    const settings = JSON.parse(readFileSync(file, 'utf8'));
    expect(Object.keys(settings.hooks)).toEqual([
      'AfterTool',
      'SessionStart',
      'BeforeAgent',
      'AfterAgent',
      'SessionEnd',
    ]);
    expect(settings.hooks.AfterTool).toEqual([
      ...own.AfterTool,
      {
        matcher: '*',
        hooks: [
          {
            name: 'precis',
            type: 'command',
            command: expect.stringContaining(' hook gemini-cli '),
            timeout: 5000,
          },
        ],
      },
    ]);
    expect((await call(['clients', 'status', 'gemini-cli'])).out).toContain('✓ enabled: yes');
    writeFileSync(file, JSON.stringify({ ...settings, hooksConfig: { enabled: false } }));
    expect((await call(['clients', 'status', 'gemini-cli'])).out).toContain('! enabled: switched off: Sess');
    writeFileSync(file, `${JSON.stringify(settings, null, 2)}\n`);
    await call(['clients', 'uninstall', 'gemini-cli']);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ hooks: own });
  });

  test('of a project writes only the file that is not shared', async () => {
    await call(['clients', 'install', 'claude-code', '--project']);
    expect(readdirSync(join(project, '.claude'))).toEqual(['settings.local.json']);
    expect(existsSync(join(home, '.claude'))).toBe(false);
  });

  test('leaves an MCP server of the user that has its name, and says so', async () => {
    const file = join(home, '.claude.json');
    const text = '{"mcpServers": {"precis": {"command": "mine"}}}';
    writeFileSync(file, text);
    const { out } = await call(['clients', 'install', 'claude-code']);
    expect(out).toContain(`${file} has an MCP server “precis” that Precis did not add.`);
    expect(readFileSync(file, 'utf8')).toBe(text);
    const { out: status } = await call(['clients', 'status', 'claude-code']);
    expect(status).toContain(`! mcp server: “precis” in ${file} is not from Precis`);
  });

  test('refuses settings that it cannot read, and names the clients that it knows', async () => {
    mkdirSync(join(home, '.claude'));
    writeFileSync(join(home, '.claude', 'settings.json'), '{ // mine\n}');
    const refused = await call(['clients', 'install', 'claude-code']);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('is not a JSON object');
    expect((await call(['clients', 'install', 'emacs'])).err).toContain(
      'claude-code, codex, gemini-cli, opencode',
    );
  });

  test('status shows what arrived, what it cost, and what is missing', async () => {
    expect((await call(['clients'])).out).toContain('→ precis clients install codex');
    await call(['clients', 'install', 'codex']);
    expect((await call(['clients', 'status', 'codex'])).code).toBe(5);
    await serve();
    const place = { session_id: 'one', cwd: project, turn_id: 't1' };
    await hook('codex', { ...place, hook_event_name: 'UserPromptSubmit', prompt: 'mend the quay' });
    await hook('codex', { ...place, hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_use_id: 'a' });
    const { code, out } = await call(['clients', 'status', 'codex']);
    expect(code).toBe(0);
    expect(out).toContain('✓ events: 1 prompts, 1 observations, 0 turns; last event 20');
    expect(out).toContain('all clients\n✓ model calls: 0 for observations, 0 for summaries of turns');
    expect(out).toMatch(/✓ wait: p95 \d+\.\d ms in the worker, of the last 1 tool calls\n/);
    expect(out).toContain('✓ waiting: nothing');
    const json = JSON.parse((await call(['clients', 'status', 'codex', '--json'])).out);
    expect(json.clients).toMatchObject([{ client: 'codex', report: { prompts: 1, lost: 0 } }]);
    expect(json.runs).toEqual({ summaries: 0, offline: 0, checks: 0, observations: 0 });
  });
});

describe('precis hook', () => {
  const place = { session_id: 'one', turn_id: 't1' };

  test('keeps events while the worker is down, without private text, and sends them in order when it is back', async () => {
    const at = { ...place, cwd: project };
    const prompt = 'sail with <private>hunter2-lagoon</private>';
    const first = await hook('codex', { ...at, hook_event_name: 'UserPromptSubmit', prompt });
    expect(first).toEqual({ code: 0, out: '', err: '' });
    const transcript = join(home, 'rollout.jsonl');
    const said = { role: 'user', content: [{ type: 'input_text', text: prompt }] };
    writeFileSync(transcript, `${JSON.stringify({ type: 'response_item', payload: said })}\n`);
    await hook('codex', {
      ...at,
      transcript_path: transcript,
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_use_id: 'a',
      tool_input: { command: 'echo hunter2-lagoon' },
      tool_response: 'hunter2-lagoon',
    });
    const spool = join(home, 'precis', 'hooks', 'codex');
    const kept = readdirSync(spool).map((name) => readFileSync(join(spool, name), 'utf8'));
    expect(kept.join('')).toContain('sail with');
    expect(kept.join('')).not.toContain('hunter2');
    expect((await call(['clients', 'install', 'codex'])).code).toBe(0);
    expect((await call(['clients', 'status', 'codex'])).out).toContain('! waiting: 2 events');

    const { client } = await serve();
    await hook('codex', {
      ...at,
      turn_id: 't2',
      hook_event_name: 'UserPromptSubmit',
      prompt: 'and the crane',
    });
    const prompts = await client.sessions.prompts({ orderBy: 'date_asc' });
    expect(prompts.items.map(({ text }) => text)).toEqual(['sail with ', 'and the crane']);
    expect((await client.sessions.observations()).items).toMatchObject([
      { promptNumber: 1, toolName: 'Bash' },
    ]);
    expect(readdirSync(spool)).toEqual([]);
  });

  test('gives a new session the context of the earlier ones', async () => {
    const { client } = await serve();
    await client.sessions.init({ contentSessionId: 'old', project: 'harbour', prompt: 'mend the quay' });
    const start = { session_id: 'new', cwd: project, hook_event_name: 'SessionStart', source: 'startup' };
    const { code, out } = await hook('claude-code', start);
    expect(code).toBe(0);
    const { hookSpecificOutput } = JSON.parse(out);
    expect(hookSpecificOutput.hookEventName).toBe('SessionStart');
    expect(hookSpecificOutput.additionalContext).toContain('mend the quay');
  });

  test('takes the event of notify as an argument', async () => {
    const { client } = await serve();
    const event = {
      type: 'agent-turn-complete',
      'thread-id': 'one',
      'turn-id': 't1',
      cwd: project,
      'input-messages': ['mend the quay'],
      'last-assistant-message': 'Mended.',
    };
    expect((await call(['hook', 'codex', JSON.stringify(event)])).code).toBe(0);
    expect((await client.sessions.prompts()).items).toMatchObject([{ text: 'mend the quay' }]);
    await expect.poll(async () => (await client.sessions.summaries()).items.length).toBe(1);
  });

  test('never fails the agent, whatever it is given', async () => {
    for (const args of [
      ['hook'],
      ['hook', 'emacs'],
      ['hook', 'codex', 'no json'],
      ['hook', 'codex', '--what'],
    ])
      expect((await call(args, { input: '' })).code).toBe(0);
  });

  test('starts the worker once if none runs, and finds it on its own port afterwards', async () => {
    const start = { session_id: 'new', cwd: project, hook_event_name: 'SessionStart', source: 'startup' };
    const record = join(home, 'precis', 'worker.json');
    const calls = [1, 2, 3].map(() => hook('claude-code', start, { PRECIS_AUTOSTART: 'on' }));
    expect((await Promise.all(calls)).map(({ code }) => code)).toEqual([0, 0, 0]);
    await expect.poll(() => existsSync(record)).toBe(true);
    const { pid, url } = JSON.parse(readFileSync(record, 'utf8'));
    try {
      expect(url).toBe(`http://127.0.0.1:${port}`);
      // The environment names another port, but the record leads to the worker.
      const env = { PRECIS_PORT: String(await findFreePort()) };
      const prompt = { ...place, cwd: project, hook_event_name: 'UserPromptSubmit', prompt: 'mend the quay' };
      await hook('codex', prompt, env);
      const { items } = (await (await fetch(`${url}/api/prompts`)).json()) as { items: { text: string }[] };
      expect(items).toMatchObject([{ text: 'mend the quay' }]);
      expect(readFileSync(join(home, 'precis', 'worker.log'), 'utf8')).not.toContain('port_in_use');
    } finally {
      process.kill(pid, 'SIGTERM');
      await expect
        .poll(() => readFileSync(join(home, 'precis', 'worker.log'), 'utf8'))
        .toContain('"stopped"');
    }
  });
});
