import { describe, expect, test } from 'vitest';
import { extractFold } from './extract-thread.ts';

const messages = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => ({
    seq: from + index,
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    text: `In step ${from + index} we decided to send the report about station ${from + index} to the office in Dresden before Friday.`,
  }));

describe('the offline summary of a thread', () => {
  test('consists of sentences of the messages, each with its speaker', () => {
    const said = messages(6);
    const summary = extractFold({ previousSummary: null, messages: said });
    const lines = summary.split('\n');
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) {
      const [, speaker, text] = /^(User|Assistant): (.+)$/.exec(line) ?? [];
      expect(said.some((message) => message.text === text)).toBe(true);
      expect(speaker).toBeDefined();
    }
  });

  test('keeps what the summary before it says, with its speakers', () => {
    const previousSummary = 'User: The deadline is 4 May 2027 and nothing after it counts.';
    const summary = extractFold({ previousSummary, messages: messages(2) });
    expect(summary).toContain(previousSummary);
    expect(summary).not.toContain('Summary: User:');
  });

  test('does not grow from fold to fold', () => {
    let summary: string | null = null;
    for (let fold = 0; fold < 40; fold++) {
      summary = extractFold({ previousSummary: summary, messages: messages(4, fold * 4 + 1) });
      expect(summary.split(/\s+/).length).toBeLessThan(330);
    }
  });
});
