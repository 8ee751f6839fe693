import { describe, expect, test } from 'vitest';
import type { Message, Part } from '#plugin/host.ts';
import { promptText, renderTurn } from './render-turn.ts';

function message(id: string, role: string, ...parts: Part[]): Message {
  return { info: { id, role }, parts };
}
const text = (text: string, more: Partial<Part> = {}): Part => ({ type: 'text', text, ...more });

describe('a turn for the model', () => {
  test('begins at the first prompt without a summary, and has tools with their outcome', () => {
    const turn = renderTurn(
      [
        message('m1', 'user', text('an old question')),
        message('m2', 'assistant', text('an old answer')),
        message('m3', 'user', text('repair it')),
        message(
          'm4',
          'assistant',
          { type: 'step-start' },
          { type: 'tool', tool: 'bash', state: { input: { command: 'make' }, output: 'ok' } },
          { type: 'tool', tool: 'edit', state: { input: {}, error: 'no such file' } },
          text('repaired'),
        ),
      ],
      { promptIds: ['m3'] },
    );
    expect(turn?.text).toBe(
      'USER: repair it\n\nTOOL bash {"command":"make"}\nok\n\nTOOL edit {}\nfailed: no such file\n\nASSISTANT: repaired',
    );
    expect(turn?.lastReply).toBe('repaired');
  });

  test('leaves out what follows a wholly private prompt', () => {
    const turn = renderTurn(
      [
        message('m1', 'user', text('open one')),
        message('m2', 'assistant', text('answer one')),
        message('m3', 'user', text('<private>my salary</private>')),
        message('m4', 'assistant', text('Your salary is SECRET')),
      ],
      { promptIds: ['m1'] },
    );
    expect(turn).toEqual({
      text: 'USER: open one\n\nASSISTANT: answer one',
      lastReply: 'answer one',
      lastPrompt: 'm1',
    });
  });

  test('has what was still answered to the open prompt after a private one was queued', () => {
    const reply = (id: string, parentID: string, said: string): Message => ({
      info: { id, role: 'assistant', parentID },
      parts: [text(said)],
    });
    const turn = renderTurn(
      [
        message('m1', 'user', text('open one')),
        reply('m2', 'm1', 'first half'),
        message('m3', 'user', text('"<private>my salary</private>"')),
        reply('m4', 'm1', 'second half'),
        reply('m5', 'm3', 'Your salary is SECRET'),
      ],
      { promptIds: ['m1'] },
    );
    expect(turn).toMatchObject({ lastReply: 'second half', lastPrompt: 'm1' });
    expect(turn?.text).not.toMatch(/SECRET|salary/);
  });

  test('is nothing where nobody answered or the prompt is unknown', () => {
    const messages = [message('m1', 'user', text('hello')), message('m2', 'assistant')];
    expect(renderTurn(messages, { promptIds: ['m1'] })).toBeNull();
    expect(renderTurn(messages, { promptIds: ['m9'] })).toBeNull();
  });

  test('is bounded: request and outcome stay, steps between are counted', () => {
    const steps = Array.from({ length: 200 }, (_, n) => text(`step ${n} ${'x'.repeat(500)}`));
    const turn = renderTurn([message('m1', 'user', text('begin')), message('m2', 'assistant', ...steps)], {
      promptIds: ['m1'],
    });
    expect(turn?.text.length).toBeLessThan(25_000);
    expect(turn?.text).toMatch(/^USER: begin\n\n\[\d+ steps left out\]/);
    expect(turn?.text).toContain('step 199');
  });
});

test('a prompt is what the user wrote; files have their names', () => {
  expect(
    promptText([text('mine'), text('added', { synthetic: true }), text('hidden', { ignored: true })]),
  ).toBe('mine');
  expect(promptText([{ type: 'file', filename: 'plan.png' }])).toBe('[file plan.png]');
});
