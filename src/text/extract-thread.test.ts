import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractThread } from './extract-thread.ts';

type Messages = Parameters<typeof extractThread>[0];

const THREAD: Messages = [
  {
    role: 'user',
    text: 'Hi! Our export job for the billing reports fails every Monday. What could be wrong?',
  },
  { role: 'tool', name: 'logs', text: 'export-job exit code 137, memory limit 512 MB reached' },
  {
    role: 'assistant',
    text: 'The logs show that the export job runs out of memory because it loads all billing reports at once. We could stream the billing reports in batches of 500 rows.',
  },
  { role: 'user', text: 'Sounds good. Who tells the finance team about the change of the export format?' },
  {
    role: 'assistant',
    text: 'I do not know yet who talks to the finance team. We decided last month that the export format stays CSV until June.',
  },
  { role: 'user', text: 'Thanks!' },
];

const ofGroup = (messages: Messages, group: string, words = 200): string[] =>
  extractThread(messages, { budget: { words } })
    .sentences.filter((sentence) => sentence.group === group)
    .map(({ speaker, text }) => `${speaker}: ${text}`);

describe('extracting a summary of a thread', () => {
  test('tells decisions first, then open questions, then the rest, each with its speaker', () => {
    const { sentences, text, language } = extractThread(THREAD, { budget: { words: 120 } });
    expect(language).toBe('en');
    const order = sentences.map(({ group }) => ['decision', 'question', 'rest'].indexOf(group));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(new Set(order).size).toBe(3);
    for (const line of text.split('\n')) expect(line).toMatch(/^(?:User|Assistant|logs): /);
  });

  test('a proposal that the other side accepts is a decision', () => {
    expect(ofGroup(THREAD, 'decision')).toEqual([
      'Assistant: We could stream the billing reports in batches of 500 rows.',
      'Assistant: We decided last month that the export format stays CSV until June.',
    ]);
  });

  test('a question stays open when nobody or only "I do not know" answers it', () => {
    const open = ofGroup(THREAD, 'question');
    expect(open).toContain('User: Who tells the finance team about the change of the export format?');
    expect(open).not.toContain('User: What could be wrong?');
  });

  test.each([
    ['We have not decided on a database yet.', 'question'],
    ['We agreed on PostgreSQL for the new store.', 'decision'],
    ['Should we use PostgreSQL for the new store?', 'question'],
    ['PostgreSQL stores its rows in heap files.', 'rest'],
    ['我们决定下周一发布新版本。', 'decision'],
    ['发布日期尚未确定，还要再讨论。', 'question'],
    ['新版本什么时候发布？', 'question'],
    ['リリースは来週の月曜日に決定しました。', 'decision'],
    ['リリース日はまだ未定です。', 'question'],
    ['リリースはいつですか。', 'question'],
    ['Wir haben uns auf PostgreSQL geeinigt.', 'decision'],
    ['Nous avons décidé de garder le format actuel.', 'decision'],
    ['Hemos decidido mantener el formato actual de los informes.', 'decision'],
    ['متى سيتم إصدار النسخة الجديدة من البرنامج؟', 'question'],
  ])('%s is of the group %s', (text, group) => {
    const [only] = extractThread([{ role: 'user', text }], { budget: { words: 100 } }).sentences;
    expect(only).toMatchObject({ group, text });
  });

  test('keeps within its budget, speakers included', () => {
    for (const words of [30, 50, 80]) {
      const { text } = extractThread(THREAD, { budget: { words } });
      expect(text.split(/\s+/u).length).toBeLessThanOrEqual(words);
    }
    expect(extractThread(THREAD, { budget: { characters: 300 } }).text.length).toBeLessThanOrEqual(300);
  });

  test('what a tool printed is never a decision', () => {
    const messages: Messages = [{ role: 'tool', text: 'We decided to fail. Should we stop?' }];
    expect(extractThread(messages, { budget: { words: 50 } }).sentences.map((s) => s.group)).toEqual([
      'rest',
      'rest',
    ]);
  });

  test('has nothing to say of an empty thread', () => {
    expect(extractThread([])).toEqual({ text: '', sentences: [], language: undefined });
    expect(extractThread([{ role: 'user', text: ' \n' }]).sentences).toEqual([]);
  });

  test('takes ten thousand messages in seconds', () => {
    const started = process.cpuUsage();
    const many = Array.from({ length: 1_700 }, () => THREAD).flat();
    expect(extractThread(many).sentences.length).toBeGreaterThan(0);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(8_000);
  });

  test('quotes each sentence from its message, never throws and answers the same twice', () => {
    const text = fc
      .array(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 40 }),
          fc.constantFrom(
            'We agreed on it. ',
            'Why? ',
            '同意。',
            'ですか。',
            '\n',
            'Ann: Yes.\nBob: No.\n',
            '```\n',
            '\ud800',
          ),
        ),
        { maxLength: 8 },
      )
      .map((parts) => parts.join(''));
    const message = fc.record({
      role: fc.constantFrom('user' as const, 'assistant' as const, 'tool' as const),
      name: fc.option(fc.string({ unit: 'binary', maxLength: 8 }), { nil: undefined }),
      text,
    });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 8 }), fc.integer({ min: 0, max: 80 }), (messages, words) => {
        const first = extractThread(messages, { budget: { words } });
        for (const { message, start, end, text } of first.sentences)
          expect(messages[message]?.text.slice(start, end).replace(/[\s>]/gu, '')).toBe(
            text.replace(/[\s>]/gu, ''),
          );
        expect(extractThread(messages, { budget: { words } })).toEqual(first);
      }),
      { numRuns: 200 },
    );
  });
});
