import { describe, expect, test } from 'vitest';
import type { SessionRecord } from '#schema/sessions/session.ts';
import { makeObservation, makePrompt } from '#tests/fixtures/session-records.ts';
import { collectChanges } from './collect-changes.ts';

/** The calls are given oldest first; the timeline sorts them newest first. */
function collect(...calls: [tool: string, input: object][]) {
  const records = calls.map(([toolName, input], index): SessionRecord => {
    const made = makeObservation({ id: index + 1, at: index + 1 });
    return { ...made, toolName, toolInput: JSON.stringify(input), cwd: '/home/ada/app' } as SessionRecord;
  });
  return collectChanges([...records.toReversed(), makePrompt({ id: 1, at: 0 })]);
}

const edit = (filePath: string, oldString = 'a', newString = 'b\nc') => ({ filePath, oldString, newString });

describe('what a session changed', () => {
  test('is grouped by folder, relative to the folder it worked in', () => {
    const { folders } = collect(
      ['edit', edit('/home/ada/app/src/web/a.ts')],
      ['edit', edit('README.md')],
      ['edit', edit('./src/web/b.ts')],
      ['edit', edit('/etc/hosts')],
      ['edit', edit('C:\\code\\x.ts')],
    );
    expect(folders.map(({ folder, files }) => [folder, files.map(({ name }) => name)])).toEqual([
      ['', ['README.md']],
      ['/etc', ['hosts']],
      ['C:/code', ['x.ts']],
      ['src/web', ['a.ts', 'b.ts']],
    ]);
  });

  test('adds up the edits of a file, oldest first', () => {
    const { folders } = collect(['edit', edit('a.ts')], ['edit', edit('a.ts', 'x\ny', '')]);
    const [file] = folders[0]?.files ?? [];
    expect(file).toMatchObject({ action: 'changed', added: 2, removed: 3 });
    expect(file?.edits.map(({ at }) => at)).toEqual([1, 2]);
  });

  test('tells new files from replaced and deleted ones', () => {
    const { folders } = collect(
      ['write', { filePath: 'new.ts', content: 'a' }],
      ['edit', edit('new.ts')],
      ['read', { filePath: 'old.ts' }],
      ['write', { filePath: 'old.ts', content: 'a' }],
      ['edit', edit('gone.ts')],
      ['delete_file', { path: 'gone.ts' }],
    );
    expect(folders[0]?.files.map(({ path, action }) => [path, action])).toEqual([
      ['new.ts', 'created'],
      ['old.ts', 'changed'],
      ['gone.ts', 'deleted'],
    ]);
  });

  test('has commands in order, and the files that were only read', () => {
    const { commands, read } = collect(
      ['bash', { command: 'npm test' }],
      ['read', { filePath: 'a.ts' }],
      ['read', { filePath: 'b.ts' }],
      ['edit', edit('b.ts')],
      ['bash', { command: 'git commit' }],
    );
    expect(commands.map(({ command }) => command)).toEqual(['npm test', 'git commit']);
    expect(read).toEqual(['a.ts']);
  });
});
