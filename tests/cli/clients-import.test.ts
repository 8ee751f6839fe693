import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startServer } from '#tests/fixtures/start-server.ts';
import { makeCorpus } from '#tests/fixtures/transcripts/make-corpus.ts';
import { type CliResult, runCli } from './run-cli.ts';
import { runInside } from './run-inside.ts';

describe('precis clients import', () => {
  let home: string;

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'precis-clients-import-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

  const call = (...args: string[]): Promise<CliResult> => runInside(['clients', 'import', ...args], { home });
  const callProcess = (...args: string[]) => runCli(['clients', 'import', ...args], { home });

  test('says what it would import, imports it, and says when there is nothing new', async () => {
    makeCorpus(home, { bytes: 2_000_000 });
    const before = readdirSync(home, { recursive: true });
    const dry = await call('--dry-run');
    expect(readdirSync(home, { recursive: true })).toEqual(before);
    expect({ code: dry.code, err: dry.err }).toEqual({ code: 0, err: '' });
    expect(dry.out).toMatch(
      /Claude Code: would import \d+ prompts, \d+ tool calls, \d+ summaries in \d+ sessions?/,
    );
    const { out } = await callProcess('claude-code', '--json');
    const { clients } = JSON.parse(out) as { clients: { client: string; added: number; known: number }[] };
    expect(clients).toMatchObject([{ client: 'claude-code', known: 0, added: expect.any(Number) }]);
    expect((await call('claude-code', '--dry-run')).out).toContain('Claude Code: nothing new\n');
    const again = await call();
    expect(again.out).toContain('Claude Code: nothing new\n');
    expect(again.out).toMatch(
      /Codex: read .*\nGemini CLI: nothing found\nOpenCode: nothing found\nclaude-mem: nothing found\n/,
    );
    expect(existsSync(join(home, '.claude-mem'))).toBe(false);
  });

  test('works beside a running server, which then finds what is new', async () => {
    makeCorpus(home, { bytes: 200_000 });
    const server = await startServer({ home: join(home, 'precis'), databaseUrl: null });
    try {
      expect((await callProcess()).code).toBe(0);
      await expect
        .poll(async () => {
          const { items, unindexed } = await server.client.sessions.search({ query: 'harbour' });
          return { isFound: items.length > 0, unindexed };
        })
        .toEqual({ isFound: true, unindexed: 0 });
    } finally {
      await server.end('SIGTERM');
    }
  });

  test('names a folder that cannot be read, and imports the rest', async () => {
    makeCorpus(home, { bytes: 200_000 });
    const folder = join(home, '.local', 'share', 'opencode');
    mkdirSync(join(home, '.local', 'share'), { recursive: true });
    symlinkSync('opencode', folder);
    const { code, out } = await call();
    expect(code).toBe(3);
    expect(out).toMatch(/Claude Code: read /);
    expect(out).toContain(
      `OpenCode: nothing imported\n  Couldn't read ${join(folder, 'opencode.db')}: ELOOP`,
    );
  });

  test('says what to do about a folder that it may not read', async ({ skip }) => {
    skip(process.getuid?.() === 0, 'root may read everything');
    const folder = join(home, '.claude', 'projects');
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0);
    try {
      const { code, out } = await call('claude-code');
      expect(code).toBe(3);
      expect(out).toContain(
        `Claude Code: nothing imported\n  Couldn't read ${folder}: permission denied. Allow your user to read it`,
      );
    } finally {
      chmodSync(folder, 0o700);
    }
  });

  test('names an unknown client', async () => {
    const { code, err } = await call('emacs');
    expect(code).toBe(2);
    expect(err).toContain('Unknown client “emacs”');
  });
});
