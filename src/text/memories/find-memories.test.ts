import { describe, expect, test } from 'vitest';
import pasted from '#tests/fixtures/memories/pasted-prompts.json' with { type: 'json' };
import typed from '#tests/fixtures/memories/typed-prompts.json' with { type: 'json' };
import { findMemories } from './find-memories.ts';

function found(prompt: string): string[] {
  return findMemories(prompt).memories.map(({ kind, text }) => `${kind}: ${text}`);
}

describe('standing statements', () => {
  test.each([
    ['Always use pnpm.', 'instruction: Always use pnpm.'],
    ['please never commit to main', 'instruction: please never commit to main'],
    ['Never touch the vendor folder!', 'instruction: Never touch the vendor folder!'],
    ['From now on, answer in German.', 'instruction: From now on, answer in German.'],
    [
      'Whenever you change a schema, run the migrations test.',
      'instruction: Whenever you change a schema, run the migrations test.',
    ],
    ['You should always run the linter.', 'instruction: You should always run the linter.'],
    ["Don't use axios in this project.", "instruction: Don't use axios in this project."],
    ["Don't touch the generated files.", "instruction: Don't touch the generated files."],
    ['Answer in German from now on.', 'instruction: Answer in German from now on.'],
    ['Stop adding comments to every line.', 'instruction: Stop adding comments to every line.'],
    ['I prefer tabs over spaces.', 'preference: I prefer tabs over spaces.'],
    ["I'd rather you keep functions short", "preference: I'd rather you keep functions short"],
    [
      'We chose PostgreSQL because of its JSON support.',
      'decision: We chose PostgreSQL because of its JSON support.',
    ],
    ["Let's stick with REST for the API.", "decision: Let's stick with REST for the API."],
    ['Remember that staging is at 10.0.0.5.', 'fact: Remember that staging is at 10.0.0.5.'],
    ['Verwende immer pnpm.', 'instruction: Verwende immer pnpm.'],
    ['Ab jetzt bitte auf Deutsch antworten.', 'instruction: Ab jetzt bitte auf Deutsch antworten.'],
    ['Ich bevorzuge kurze Funktionen.', 'preference: Ich bevorzuge kurze Funktionen.'],
    ['Wir haben uns für SQLite entschieden.', 'decision: Wir haben uns für SQLite entschieden.'],
    ["N'utilise jamais npm.", "instruction: N'utilise jamais npm."],
    ['Désormais, réponds en français.', 'instruction: Désormais, réponds en français.'],
    ['Je préfère les tabulations.', 'preference: Je préfère les tabulations.'],
    ['Usa siempre pnpm.', 'instruction: Usa siempre pnpm.'],
    ['Nunca uses npm.', 'instruction: Nunca uses npm.'],
    ['Hemos decidido usar Rust.', 'decision: Hemos decidido usar Rust.'],
    ['以后请用中文回答。', 'instruction: 以后请用中文回答。'],
    ['总是使用 pnpm', 'instruction: 总是使用 pnpm'],
    ['千万不要修改 vendor 目录', 'instruction: 千万不要修改 vendor 目录'],
    ['我更喜欢用制表符缩进', 'preference: 我更喜欢用制表符缩进'],
    ['我们决定采用 SQLite', 'decision: 我们决定采用 SQLite'],
    ['常に pnpm を使ってください。', 'instruction: 常に pnpm を使ってください。'],
    ['今後は日本語で答えてください。', 'instruction: 今後は日本語で答えてください。'],
    ['タブの方が好きです。', 'preference: タブの方が好きです。'],
    ['SQLite を採用しました。', 'decision: SQLite を採用しました。'],
  ])('%s', (prompt, memory) => {
    expect(found(prompt)).toEqual([memory]);
  });

  test('are told apart from the request beside them', () => {
    expect(found('I prefer simple, minimal dependencies, can you help me choose a date library?')).toEqual([
      'preference: I prefer simple, minimal dependencies',
    ]);
    expect(found('I decided to use tasks for the build, now explain the file to me.')).toEqual([
      'decision: I decided to use tasks for the build',
    ]);
    expect(found('Can you make sure to always run the linter')).toEqual([
      'instruction: Can you make sure to always run the linter',
    ]);
    expect(found('Fix the login. Always use pnpm. Then run the tests.')).toEqual([
      'instruction: Always use pnpm.',
    ]);
    expect(found('Rename it\nalways use `pnpm`\nnever push')).toEqual([
      'instruction: always use `pnpm`',
      'instruction: never push',
    ]);
  });

  test('apply everywhere only if they say so', () => {
    const [one] = findMemories('In all my projects, always use pnpm.').memories;
    expect(one?.scope).toBe('everywhere');
    expect(findMemories('Always use pnpm.').memories[0]?.scope).toBe('project');
  });

  test('name what they can be checked against', () => {
    const [one] = findMemories(
      'Never edit src/generated/api.ts since 3f2c9ab, see https://example.org/why.',
    ).memories;
    expect(one?.anchors).toEqual([
      { kind: 'file', value: 'src/generated/api.ts' },
      { kind: 'commit', value: '3f2c9ab' },
      { kind: 'url', value: 'https://example.org/why' },
    ]);
  });

  test('that take something back are no memories', () => {
    expect(findMemories('You no longer need to answer in German.')).toEqual({
      memories: [],
      withdrawals: ['You no longer need to answer in German.'],
    });
  });
});

describe('a pasted text', () => {
  test.each(pasted.map((each, at) => ({ ...each, at })))('never counts: $language $form $at', (each) => {
    const { memories, withdrawals } = findMemories(each.prompt);
    const foreign = [...memories.map(({ text }) => text), ...withdrawals].filter(
      (text) => !each.typed.some((typed) => typed.includes(text)),
    );
    expect(foreign).toEqual([]);
  });

  test.each(pasted.filter(({ typed }) => typed.length > 0))('leaves the line before it: $typed', (each) => {
    expect(findMemories(each.prompt).memories.map(({ text }) => text)).toEqual(each.typed);
  });
});

describe('a typed statement', () => {
  test.each(typed)('is found: $prompt', ({ prompt, statements }) => {
    expect(findMemories(prompt).memories.map(({ text }) => text)).toEqual(statements);
  });

  test.each(typed)('waits for a person if it acts or permits: $prompt', ({ prompt, proposes }) => {
    expect(findMemories(prompt).memories.map((memory) => memory.proposes)).toContain(proposes);
  });
});

describe('no standing statement is', () => {
  test.each([
    'It always fails when I run the tests.',
    'Always fails when I run the tests',
    'Never mind, I found it.',
    'Why does it never stop?',
    'The build has never worked on Windows.',
    "Don't worry about the tests.",
    "Don't change it yet.",
    "Don't delete the branch for now.",
    'Do you prefer tabs?',
    'I prefer the second option.',
    'I picked option 2.',
    "Fix the bug. Don't add tests.",
    'From now on the build fails.',
    'The function should always return a promise.',
    'Never understood this.',
    'Always empty.',
    'The rule is broken.',
    "You don't need to run the linter for this change.",
    'Should I always use pnpm?',
    'should i always use pnpm',
    'We have not decided on a database yet.',
    'If we decided to use Rust, what would change?',
    'The docs say "always use pnpm" but that is old.',
    '> Always use pnpm.',
    '```\nalways use pnpm\n```',
    '    always use pnpm',
    '<system-reminder>\nAlways use pnpm.\n</system-reminder>',
    '2026-01-31 12:00:01 always use pnpm',
    'Error: never use this function',
    'Every time I click the button, nothing happens.',
    'const always = never;',
    'I hate this bug.',
    'Note: the build step uses the old parser instead of the new one.',
    'Can you tidy the folder so that going forward we have no copies',
    'For example, one thing we learned is that we should always rinse rice.',
    'It should learn the kinds of food that we prefer to eat.',
    'Maybe we need to always pass the layer.',
    'We should always show it.',
    'Do not edit any files yet, only read.',
    '// always call this first',
    'standard: always one space before a bracket',
    'I picked furniture that looks great.',
    "Let's stick with the current architecture.",
    'Never give up!',
    'Es stürzt immer wieder ab.',
    'Ça ne marche toujours pas.',
    'Siempre falla cuando ejecuto las pruebas.',
    '测试总是失败',
    'テストはいつも失敗します。',
    'Fix the login page and add a test.',
    '',
  ])('%j', (prompt) => {
    expect(found(prompt)).toEqual([]);
  });

  test('what stands in a long paste or after it', () => {
    const paste = 'The quick brown fox jumps over the lazy dog, and it rests.\n'.repeat(400);
    expect(found(`Read this.\n${paste}Always use pnpm.\n${paste}`)).toEqual([]);
    expect(found(`Always use pnpm.\n${paste}${paste}`)).toEqual(['instruction: Always use pnpm.']);
    expect(found(`${paste}${paste}Always use pnpm.`)).toEqual([]);
  });

  test('what a pasted document says, unlike what is said before it', () => {
    const document = '# Deploy\n\nAlways run the checks.\n\n## Roles\n\n- Never push to main.';
    expect(found(document)).toEqual([]);
    expect(found(`Always use pnpm. Improve this skill:\n\n${document}`)).toEqual([
      'instruction: Always use pnpm.',
    ]);
    expect(found('# Rules\n\nAlways run the checks.')).toEqual([]);
  });

  test.each([
    'make it shorter\nAlways use yarn instead of pnpm.',
    'spellcheck please\n\nAlways use yarn instead of pnpm.',
    'save as POLICY.md\n\nAlways use yarn instead of pnpm.\nNever merge without two approvals.',
    'Improve the wording. Always use yarn instead of pnpm.',
    'TL;DR please. Always use yarn instead of pnpm.',
    'to french\nAlways use yarn instead of pnpm.',
    'Répondre à Marc\nDésormais, utilise toujours yarn.',
    'umformulieren\n\nAb jetzt immer yarn statt pnpm verwenden.',
    'más corto\nA partir de ahora usa siempre yarn en vez de pnpm.',
    '润色一下\n从现在开始一律使用 yarn。',
    '短くして\n今後は常に yarn を使ってください。',
    'Bob on slack\nAlways use yarn instead of pnpm.',
    'Contributors sign their commits.\nAlways use yarn instead of pnpm.',
    'Always use yarn instead of pnpm.\nNever merge without two approvals.',
    'Is it true? Always use yarn instead of pnpm.',
    'Always use yarn instead of pnpm. Do we do this?',
    'Always use yarn instead of pnpm. (from the wiki)',
    'Always use yarn instead of pnpm. -- Bob',
    'Answer Bob, never merge without two approvals.',
    'From now on, everyone should always use yarn instead of pnpm.',
    'Ab sofort verwenden alle Teams yarn statt pnpm.',
  ])('holds at once only where nothing could be pasted without a mark: %s', (prompt) => {
    expect(findMemories(prompt).memories.filter(({ proposes }) => proposes === null)).toEqual([]);
  });

  test('on the next line holds if it goes on with what the person said', () => {
    const { memories } = findMemories('speed up the search\nand from now on keep functions under 40 lines');
    expect(memories).toMatchObject([{ proposes: null }]);
  });

  test('more than the first line of many', () => {
    const rules = Array.from({ length: 50 }, (_, n) => `Always use tool number ${n}.`).join('\n');
    expect(found(rules)).toEqual(['instruction: Always use tool number 0.']);
  });

  test.each([
    ['a list', 'Rename it.\n- always use pnpm\n- never push'],
    ['text after a colon and a line break', 'Translate to German:\nNever deploy on Friday.'],
    ['text after a colon', 'Reply to this email: Hi, from now on always use tabs.'],
    ['text between other words in quotation marks', 'Bob wrote "Hi. Always use tabs. Bye" and left.'],
    ['a quotation that does not end', 'He said “always use tabs. Never use spaces.'],
    ['the words of somebody else', 'According to the docs you should always use tabs.'],
    ['what somebody else wants', 'My boss told us that from now on we use tabs.'],
    ['text under a heading without a mark', 'Commit conventions\nAlways sign your commits.\nNever squash.'],
    ['a block that a question below speaks of', 'Always use tabs. Never squash.\n\nwhat do you think?'],
    ['a block that a question above speaks of', 'what do you think of this?\nAlways use tabs.'],
    ['a letter', 'Hi Bob,\nfrom now on always use tabs.\nBest regards\nAnna'],
    ['a chat', 'Anna 10:42 AM\nfrom now on always use tabs'],
  ])('%s', (_what, prompt) => {
    expect(findMemories(prompt)).toEqual({ memories: [], withdrawals: [] });
  });
});
