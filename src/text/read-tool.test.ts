import { describe, expect, test } from 'vitest';
import { readTool } from './read-tool.ts';

function read(toolName: string, input: unknown, response: unknown = '') {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return readTool({ toolName, toolInput: text(input), toolResponse: text(response) });
}

const show = ({ files }: ReturnType<typeof readTool>) =>
  files.map(({ action, path, lines }) => [
    action,
    path,
    lines?.map(({ kind, text }) => `${{ same: ' ', removed: '-', added: '+' }[kind]}${text}`) ?? null,
  ]);

describe('a tool call', () => {
  test('that edits a file shows the old and the new lines, whatever the agent calls them', () => {
    const lines = ['-a', '+b'];
    expect(show(read('edit', { filePath: 'x.ts', oldString: 'a', newString: 'b' }))).toEqual([
      ['changed', 'x.ts', lines],
    ]);
    expect(show(read('Edit', { file_path: 'x.ts', old_string: 'a', new_string: 'b' }))).toEqual([
      ['changed', 'x.ts', lines],
    ]);
    const edits = [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'c', new_string: '' },
    ];
    expect(show(read('MultiEdit', { file_path: 'x.ts', edits }))).toEqual([
      ['changed', 'x.ts', ['-a', '+b', '-c']],
    ]);
  });

  test('that writes a file creates it, unless its answer says otherwise', () => {
    const input = { file_path: 'x.ts', content: 'a\nb\n' };
    expect(show(read('Write', input))).toEqual([['created', 'x.ts', ['+a', '+b']]]);
    expect(show(read('Write', input, { type: 'update' }))).toEqual([['changed', 'x.ts', ['+a', '+b']]]);
  });

  test('with a patch names each of its files', () => {
    const patchText = [
      '*** Begin Patch',
      '*** Add File: new.ts',
      '+one',
      '*** Update File: old.ts',
      '@@ here',
      ' same',
      '--- not a header',
      '+added',
      '*** Delete File: gone.ts',
      '*** End Patch',
    ].join('\n');
    const files = [
      ['created', 'new.ts', ['+one']],
      ['changed', 'old.ts', [' same', '--- not a header', '+added']],
      ['deleted', 'gone.ts', []],
    ];
    expect(show(read('patch', { patchText }))).toEqual(files);
    const unified = '--- a/src/x.ts\n+++ b/src/x.ts\n@@ -1 +1 @@\n-a\n+b\n--- /dev/null\n+++ b/y.ts\n+new';
    expect(show(read('apply_patch', { input: unified }))).toEqual([
      ['changed', 'src/x.ts', ['-a', '+b']],
      ['created', 'y.ts', ['+new']],
    ]);
  });

  test('of an editor with commands is not taken for a command', () => {
    const path = 'x.ts';
    expect(show(read('editor', { command: 'create', path, file_text: 'a' }))).toEqual([
      ['created', path, ['+a']],
    ]);
    expect(show(read('editor', { command: 'str_replace', path, old_str: 'a', new_str: 'b' }))).toEqual([
      ['changed', path, ['-a', '+b']],
    ]);
    expect(show(read('editor', { command: 'view', path }))).toEqual([['read', path, null]]);
    const patch = '*** Begin Patch\n*** Add File: y.ts\n+one\n*** End Patch';
    expect(show(read('shell', { command: ['apply_patch', patch] }))).toEqual([['created', 'y.ts', ['+one']]]);
  });

  test('that runs a command has its exit code, if the answer states one', () => {
    const codes = [
      { exitCode: 1 },
      { metadata: { exit: 2 } },
      'Exit code: 3\nWall time: 1 s',
      'done\nexit code 0',
      'It prints exit code 4 in a sentence.',
      '',
    ];
    expect(codes.map((response) => read('bash', { command: 'make' }, response).command)).toEqual(
      [1, 2, 3, 0, null, null].map((exitCode) => ({ command: 'make', exitCode })),
    );
    expect(read('shell', { command: ['git', 'status'] }).command?.command).toBe('git status');
  });

  test('whose record was cut keeps its path', () => {
    const cut = '{"filePath":"src/a \\"b\\".ts","content":"import { on';
    expect(show(read('write', cut))).toEqual([['created', 'src/a "b".ts', null]]);
  });

  test('that only looks changes nothing', () => {
    expect(show(read('read', { filePath: 'x.ts' }))).toEqual([['read', 'x.ts', null]]);
    for (const [tool, input] of [
      ['grep', { pattern: 'x', path: 'src' }],
      ['list', { path: 'src' }],
      ['webfetch', { url: 'https://example.com' }],
      ['task', 'just text'],
      ['edit', '[1, 2'],
      ['edit', { filePath: 7, oldString: null }],
      ['write', '{"filePath":"'],
    ] as const) {
      expect(read(tool, input)).toEqual({ files: [], command: null });
    }
  });
});
