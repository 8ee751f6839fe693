import { beforeEach, describe, expect, test } from 'vitest';
import { createTurns, type Turns } from './create-turns.ts';
import type { ImportedRecord } from './ports.ts';
import type { RawEvent } from './raw-event.ts';

const secret = 'hunter2hunter2';
const now = 1_800_000_000_000;
const named = { contentSessionId: 's1', at: 1_770_000_000_000, cwd: '/home/ada/harbour' };

let emitted: ImportedRecord[];
let turns: Turns;

beforeEach(() => {
  emitted = [];
  turns = createTurns({ hash: (text) => `#${text}`, now, emit: (_, record) => emitted.push(record) });
});

const prompt = (eventId: string, text: string): RawEvent => ({ kind: 'prompt', ...named, eventId, text });
const tool = (eventId: string, output: unknown, input: unknown = {}): RawEvent => ({
  kind: 'tool',
  ...named,
  eventId,
  tool: 'Bash',
  input,
  output,
});
const answer = (text: string): RawEvent => ({ kind: 'answer', ...named, messageId: '', text });

function take(...events: RawEvent[]): ImportedRecord[] {
  for (const event of events) turns.take(event, { isKnown: false });
  turns.end();
  return emitted;
}

const kinds = () => emitted.map(({ kind }) => kind);

describe('the events of a session', () => {
  test('become records, and each turn with an answer a summary in its own words', () => {
    take(
      prompt('p1', 'Why does the ferry show no times on Sunday?'),
      tool('t1', 'src/ferry.ts', { command: 'ls src' }),
      answer('Looking.'),
      answer('I fixed the timetable: Sunday was missing.'),
      prompt('p2', 'Thanks, and now the harbour page?'),
    );
    expect(kinds()).toEqual(['prompt', 'observation', 'summary', 'prompt']);
    expect(emitted[1]).toMatchObject({
      promptKey: '#p1',
      eventKey: '#t1',
      toolInput: '{"command":"ls src"}',
    });
    expect(emitted[2]).toMatchObject({
      promptKey: '#p1',
      fields: { request: expect.stringContaining('ferry') },
    });
    expect(JSON.stringify(emitted[2])).toContain('Sunday was missing');
  });

  test('that are known are not stored again, but what follows from them is right', () => {
    const before = [prompt('p1', `Log in with <private>${secret}</private>`), tool('t1', 'ok')];
    for (const event of before) turns.take(event, { isKnown: true });
    take(tool('t2', `login ${secret}`), answer(`Logged in with ${secret}.`));
    expect(kinds()).toEqual(['observation', 'summary']);
    expect(emitted[0]).toMatchObject({ promptKey: '#p1', toolResponse: 'login [private]' });
    expect(JSON.stringify(emitted)).not.toContain(secret);
  });

  test('of a wholly private turn leave nothing but its number', () => {
    take(
      prompt('p1', `<private>${secret}</private>`),
      tool('t1', secret),
      answer(secret),
      prompt('p2', 'Go on.'),
      { ...tool('t2', secret), promptEventId: 'p1' } as RawEvent,
      { ...answer(secret), promptEventId: 'p1' } as RawEvent,
    );
    expect(emitted).toEqual([
      { kind: 'prompt', eventKey: '#p1', text: null, at: named.at },
      { kind: 'prompt', eventKey: '#p2', text: 'Go on.', at: named.at },
    ]);
  });

  test('that came from memory are no prompts', () => {
    take(prompt('p1', '<opencode-mem-context>\nearlier work\n</opencode-mem-context>'));
    expect(emitted).toEqual([]);
  });

  test('lose keys, wherever these are in a long text', () => {
    const key = 'sk-abcdefghij0123456789';
    const around = 'x '.repeat(7995);
    take(
      prompt('p1', 'Read it.'),
      tool('t1', `${around}${key} ${around}`, { env: { password: 'swordfish' } }),
    );
    expect(JSON.stringify(emitted)).not.toMatch(/sk-abc|swordfish/);
  });

  test('are cut where they are long, and say so; a private part far behind is still found', () => {
    const long = 'line of output\n'.repeat(10_000);
    take(
      prompt('p1', 'Read it.'),
      tool('t1', long),
      tool('t2', `${secret} ${long}</private> public`),
      tool('t3', { lines: Array.from({ length: 1000 }, (_, at) => ({ at, long })) }),
    );
    const [, first, second, third] = emitted;
    expect(first).toMatchObject({ toolResponse: expect.stringMatching(/\[134000 more characters\]$/) });
    expect(second).toMatchObject({ toolResponse: ' public' });
    expect(JSON.stringify(third).length).toBeLessThan(20_000);
  });

  test('have no summary of a last turn that is not over, though something was said in it', () => {
    const final = (text: string): RawEvent => ({
      kind: 'answer',
      ...named,
      messageId: '',
      text,
      isFinal: true,
    });
    const isOver = ({ isAnswered }: { isAnswered: boolean }) => isAnswered;
    const events = [prompt('p1', 'Fix it.'), final('I fixed the timetable.')];
    for (const event of [...events, tool('t1', 'ok')]) turns.take(event, { isKnown: false });
    turns.end(isOver);
    expect(kinds()).toEqual(['prompt', 'observation']);
    turns.take(final('I fixed the timetable and the page.'), { isKnown: false });
    turns.end(isOver);
    expect(kinds()).toEqual(['prompt', 'observation', 'summary']);
  });

  test('never happen in the future or before 1970', () => {
    take({ ...prompt('p1', 'One'), at: now + 5 }, { ...prompt('p2', 'Two'), at: -5 });
    expect(emitted.map(({ at }) => at)).toEqual([now, 0]);
  });
});
