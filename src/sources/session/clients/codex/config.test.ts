import { describe, expect, test } from 'vitest';
import { addNotify, hasNotify, readTrusted, removeNotify } from './config.ts';

const command = ['/usr/bin/node', '/opt/precis/bin/precis.cjs', 'hook', 'codex'];

describe('the notify line of Codex', () => {
  test('comes first, before any table, and goes without a trace', () => {
    const text = '# mine\nmodel = "x"\n\n[tui]\nnotifications = true\n';
    const added = addNotify(text, command);
    expect(added).toBe(`notify = ["/usr/bin/node", "/opt/precis/bin/precis.cjs", "hook", "codex"]\n${text}`);
    expect(hasNotify(added)).toBe(true);
    expect(removeNotify(added)).toBe(text);
    expect(addNotify(null, ['C:\\node.exe', 'precis', 'hook', 'codex'])).toContain('"C:\\\\node.exe"');
  });

  test('of the user’s own stays', () => {
    const text = 'model = "x"\nnotify = ["say", "done"]\n';
    expect(addNotify(text, command)).toBe(text);
    expect(removeNotify(text)).toBe(text);
  });

  test('is not mistaken for a key of a table', () => {
    expect(hasNotify('[mine]\nnotify = true\n')).toBe(false);
  });
});

test('approved hooks are those of the file with a hash', () => {
  const file = '/home/me/.codex/hooks.json';
  const text = [
    `[hooks.state."${file}:session_start:0:0"]`,
    'trusted_hash = "sha256:1"',
    `[hooks.state."${file}:stop:0:0"]`,
    'enabled = true',
    '[hooks.state."/elsewhere/hooks.json:post_tool_use:0:0"]',
    'trusted_hash = "sha256:2"',
    `[hooks.state.'${file}:user_prompt_submit:1:0']`,
    'trusted_hash = "sha256:3"',
  ].join('\n');
  expect([...readTrusted(text, file)]).toEqual(['session_start', 'user_prompt_submit']);
});
