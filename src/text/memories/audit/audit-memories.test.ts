import { describe, expect, test } from 'vitest';
import { memoryIdSchema } from '#schema/sessions/memory.ts';
import { type AuditedMemory, auditEntries, findInMemories, sumGiven } from './audit-memories.ts';
import { readEntries } from './read-entries.ts';

function memory(id: number, text: string, more: Partial<AuditedMemory> = {}): AuditedMemory {
  return {
    id: memoryIdSchema.parse(id),
    text,
    project: 'web',
    state: 'current',
    supersededBy: null,
    missingFiles: [],
    isUndelivered: false,
    ...more,
  };
}

const found = (memories: AuditedMemory[], guide = '') =>
  findInMemories(memories, guide === '' ? [] : [{ project: 'web', name: 'AGENTS.md', text: guide }]).map(
    ({ kind, id, because }) => `${kind} ${id} ${because ?? ''}`.trim(),
  );

describe('of two memories that say the same', () => {
  test.each<[string, AuditedMemory[], string[]]>([
    [
      'the earlier one stays',
      [
        memory(1, 'Always format the SQL migrations by hand'),
        memory(2, 'Please format SQL migrations by hand.'),
      ],
      ['duplicate 2 M1: Always format the SQL migrations by hand'],
    ],
    [
      'the one of all projects stays',
      [
        memory(1, 'Write commit messages in English'),
        memory(2, 'Commit messages: write English', { project: null }),
      ],
      ['duplicate 1 M2: Commit messages: write English'],
    ],
    ['one forbids it', [memory(1, 'Never push tags to origin'), memory(2, 'Always push tags to origin')], []],
    ['each is of another project', [memory(1, 'Use pnpm'), memory(2, 'Use pnpm', { project: 'api' })], []],
    ['one says more', [memory(1, 'Use pnpm'), memory(2, 'Use pnpm for the harbour deployment scripts')], []],
    [
      'the choices differ',
      [memory(1, 'Indent YAML files with tabs'), memory(2, 'Indent YAML files with spaces')],
      [],
    ],
  ])('%s', (_, memories, expected) => {
    expect(found(memories)).toEqual(expected);
  });
});

test('a memory that a file of its project says is named with its line, one of all projects is not', () => {
  const guide =
    '# Rules\n\n```\nformat the SQL migrations by hand\n```\n\n- Use tabs\n- Format SQL migrations\n  by hand, always.';
  const text = 'Always format the SQL migrations by hand';
  expect(found([memory(1, text)], guide)).toEqual(['restated 1 AGENTS.md:8']);
  expect(found([memory(1, text, { project: null })], guide)).toEqual([]);
  expect(found([memory(1, 'Never format the SQL migrations by hand')], guide)).toEqual([]);
});

test('what is urgent comes first, and a secret is never shown', () => {
  const key = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
  const memories = [
    memory(1, 'Use npm', { state: 'superseded', supersededBy: memoryIdSchema.parse(9) }),
    memory(2, 'Run the deploy script', { state: 'proposed' }),
    memory(3, 'The parser is in src/parse.ts', { missingFiles: ['src/parse.ts'] }),
    memory(4, 'Prefer short names', { isUndelivered: true }),
    memory(5, `The token is ${key}`),
  ];
  expect(found(memories)).toEqual([
    'secret 5',
    'proposal 2',
    'stale 3 src/parse.ts',
    'undelivered 4',
    'superseded 1 M9',
  ]);
  expect(JSON.stringify(findInMemories(memories, []))).not.toContain(key);
});

test('what was given is summed up by mean and 95th percentile', () => {
  expect(sumGiven([])).toEqual({ times: 0, meanTokens: 0, p95Tokens: 0 });
  expect(sumGiven(Array.from({ length: 100 }, (_, n) => n + 1))).toEqual({
    times: 100,
    meanTokens: 51,
    p95Tokens: 95,
  });
});

test('entries of other memories are counted: the same, alike, with secrets', () => {
  const audit = auditEntries([
    'Format SQL migrations by hand',
    'format sql  migrations by hand',
    'Always format the SQL migrations by hand.',
    'API_KEY=hunter2hunter2',
  ]);
  expect(audit).toMatchObject({ entries: 4, duplicates: 1, restated: 1, secrets: 1 });
  expect(audit.tokens).toBeGreaterThan(20);
});

test('the entries of a Markdown file are its list items and paragraphs', () => {
  const text =
    '# Title\nOne\ntwo\n\n1. First\n- [x] Done\n\n| a | b |\n---\n<!-- no -->\n~~~\ncode\n~~~\nEnd';
  expect(readEntries(text)).toEqual([
    { text: 'One two', line: 2 },
    { text: 'First', line: 5 },
    { text: 'Done', line: 6 },
    { text: 'End', line: 14 },
  ]);
});
