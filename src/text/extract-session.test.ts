import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractSession } from './extract-session.ts';

const NOTHING = { prompts: [], observations: [], lastAnswers: [] };

const SESSION = {
  prompts: ['The login page logs users out after five minutes. Please find the cause and fix it.', 'ok'],
  observations: [
    { tool: 'read', input: '{"filePath":"src/auth/session.ts"}', output: 'export const ttl = 300;' },
    { tool: 'grep', input: '{"pattern":"ttl"}', output: 'src/auth/session.ts:1' },
    { tool: 'bash', input: '{"command":"git log -3"}', output: 'abc error handling' },
    { tool: 'edit', input: '{"filePath":"src/auth/session.ts"}', output: 'ok' },
    { tool: 'edit', input: '{"filePath":"src/auth/gone.ts"}', output: 'Error: file not found' },
    { tool: 'bash', input: '{"command":"npm test"}', output: '> vitest\n Tests  14 passed (14)\n' },
    { tool: 'todowrite', input: '{"todos":[]}', output: '' },
  ],
  lastAnswers: [
    'The logout happens because the session lifetime is given in seconds where milliseconds are expected. I changed the lifetime in the session module and added a test. The refresh token should be renewed as well. Do you want me to renew it?\n\n```\nI fixed the code block.\n```',
  ],
};

describe('extracting the fields of a session summary', () => {
  test('fills every field from what was asked, looked at, said and done', () => {
    expect(extractSession(SESSION)).toEqual({
      request: 'The login page logs users out after five minutes. Please find the cause and fix it.',
      investigated: 'read: src/auth/session.ts\ngrep: ttl\nbash: git log -3',
      learned:
        'The logout happens because the session lifetime is given in seconds where milliseconds are expected.',
      completed:
        'I changed the lifetime in the session module and added a test.\nedit: src/auth/session.ts\nbash: npm test → Tests 14 passed (14)',
      next_steps: 'The refresh token should be renewed as well.\nDo you want me to renew it?',
      notes: 'edit: src/auth/gone.ts → Error: file not found',
    });
  });

  test('has empty fields and no notes where nothing was said', () => {
    expect(extractSession(NOTHING)).toEqual({
      request: '',
      investigated: '',
      learned: '',
      completed: '',
      next_steps: '',
      notes: null,
    });
  });

  test.each([
    ['I added a retry to the uploader.', 'completed'],
    ['Fixed a bug where the parser should return null.', 'completed'],
    ['The configuration has been updated.', 'completed'],
    ['All 32 tests pass.', 'completed'],
    ['已修复登录页面的超时问题。', 'completed'],
    ['我添加了三个测试。', 'completed'],
    ['ログイン画面の不具合を修正しました。', 'completed'],
    ['Ich habe den Test hinzugefügt.', 'completed'],
    ["J'ai ajouté un test pour le parseur.", 'completed'],
    ['He añadido una prueba para el analizador.', 'completed'],
    ['The parser should be fixed.', 'next_steps'],
    ['I will add a retry to the uploader.', 'next_steps'],
    ['The retry has not been added yet.', 'next_steps'],
    ['We could have added a retry to the uploader.', 'next_steps'],
    ['Added the flag; next, I will add the tests.', 'next_steps'],
    ['Once the schema is updated, the job needs to be restarted.', 'next_steps'],
    ['Should I have removed the old flag?', 'next_steps'],
    ['- [ ] Updated the changelog', 'next_steps'],
    ['- [x] Updated the changelog', 'completed'],
    ['下一步需要更新文档。', 'next_steps'],
    ['测试还没有添加。', 'next_steps'],
    ['次にドキュメントを更新する予定です。', 'next_steps'],
    ['まだテストを追加していません。', 'next_steps'],
    ['The crash is caused by a missing lock.', 'learned'],
    ['发现问题的原因是缓存没有过期。', 'learned'],
    ['原因はキャッシュの期限切れでした。', 'learned'],
    ['Note that the old API is deprecated.', 'notes'],
    ['注意：旧接口将停用。', 'notes'],
  ] as const)('%s belongs to %s', (answer, field) => {
    const fields = extractSession({ ...NOTHING, lastAnswers: [answer] });
    const filled = Object.entries(fields).filter(([, value]) => value !== '' && value !== null);
    expect(filled.map(([name]) => name)).toEqual([field]);
    expect(answer).toContain(filled[0]?.[1]);
  });

  test('a section says what its items are, but calls no plan done', () => {
    const fields = extractSession({
      ...NOTHING,
      lastAnswers: [
        '## Changes\n- Retry for uploads\n- Uploads should be resumable\n\n## Next steps\n- Metrics for uploads\n',
      ],
    });
    expect(fields.completed).toBe('Retry for uploads');
    expect(fields.next_steps).toBe('Uploads should be resumable\nMetrics for uploads');
  });

  test('a command that failed is a note, not something completed', () => {
    const fields = extractSession({
      ...NOTHING,
      observations: [{ tool: 'bash', input: 'npm test', output: 'Tests  1 failed | 13 passed' }],
    });
    expect(fields.completed).toBe('');
    expect(fields.notes).toBe('bash: npm test → Tests 1 failed | 13 passed');
  });

  test('answers in a language without known wording are quoted as learned', () => {
    const { learned, completed } = extractSession({
      ...NOTHING,
      lastAnswers: ['Virhe johtuu siitä, että istunnon kesto on annettu sekunteina eikä millisekunteina.'],
    });
    expect(learned).toContain('Virhe johtuu');
    expect(completed).toBe('');
  });

  test('never throws, answers the same twice, and every line of an answer is quoted from it', () => {
    const text = fc
      .array(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 40 }),
          fc.constantFrom(
            'I added it. ',
            'Next: tests. ',
            '已完成。',
            '修正しました。',
            '\n- ',
            '# Done\n',
            '{"path":',
            '\ud800',
          ),
        ),
        { maxLength: 8 },
      )
      .map((parts) => parts.join(''));
    const record = fc.record({
      prompts: fc.array(text, { maxLength: 4 }),
      observations: fc.array(fc.record({ tool: text, input: text, output: text }), { maxLength: 4 }),
      lastAnswers: fc.array(text, { maxLength: 4 }),
    });
    const flat = (value: string): string => value.replace(/\s+/gu, ' ');
    fc.assert(
      fc.property(record, (session) => {
        const fields = extractSession(session);
        const answers = session.lastAnswers.map(flat);
        for (const line of [fields.learned, fields.next_steps].join('\n').split('\n'))
          expect(line === '' || answers.some((answer) => answer.includes(line))).toBe(true);
        expect(extractSession(session)).toEqual(fields);
      }),
      { numRuns: 200 },
    );
  });
});
