import { afterEach, describe, expect, test, vi } from 'vitest';
import { foldThread } from './fold-thread.ts';
import { summarizeTurn } from './summarize-turn.ts';

/** A thread with enough turns for a fold, and enough characters that a short answer is refused. */
function makeThread(characters: number) {
  const said = 'The harbour bridge is closed and people walk around it. '.repeat(characters / 56);
  const messages = Array.from({ length: 9 }, (_, n) => [
    { role: 'user' as const, text: `${n}: ${said}` },
    { role: 'assistant' as const, text: `${n}: ${said}` },
  ]).flat();
  return { messages, folded: 0, summary: null, segments: [] };
}

const model = () => 'The bridge is closed.';

describe('a host that does not listen to issues', () => {
  afterEach(() => vi.restoreAllMocks());

  test('is warned once that a fold was refused as too short, and the thread stays', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const thread = makeThread(2000);
    for (let n = 0; n < 3; n += 1)
      expect((await foldThread(thread, { llm: { model } })).thread).toEqual(thread);
    expect(warn.mock.calls).toEqual([[expect.stringContaining('fold refused (too-short)')]]);
  });

  test('is warned once that a short answer was left out, and not where there is no model', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const thread = makeThread(56);
    await foldThread(thread);
    expect(warn).not.toHaveBeenCalled();
    for (let n = 0; n < 3; n += 1)
      expect((await foldThread(thread, { llm: { model } })).skipped).toBe('too-short');
    expect(warn.mock.calls).toEqual([[expect.stringContaining('fewer than 200 characters')]]);
  });

  test('is warned once of a Historian whose model fails', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const turn = { user_message: 'Save it.', final_response: 'I saved the list. '.repeat(30) };
    const failing = () => Promise.reject(new Error('no such host'));
    for (let n = 0; n < 3; n += 1) await summarizeTurn(turn, { model: failing });
    expect(warn.mock.calls).toEqual([[expect.stringContaining('turn-summary (internal): no such host')]]);
  });

  test('is not warned when it listens', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const issues: unknown[] = [];
    await foldThread(makeThread(2000), { llm: { model }, onIssue: (issue) => issues.push(issue) });
    expect(issues).toMatchObject([{ reason: 'too-short' }]);
    expect(warn).not.toHaveBeenCalled();
  });
});
