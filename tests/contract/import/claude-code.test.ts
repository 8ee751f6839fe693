import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeEachStore } from '#tests/contract/each-store.ts';
import {
  claudeTurn,
  countLines,
  listLines,
  type Machine,
  openMachine,
  sessionId,
  timeOfTurn,
  toLines,
} from './transcript-files.ts';

const keyOf = (id: string) => createHash('sha256').update(`claude-code:${sessionId}:${id}`).digest('hex');

describeEachStore('transcripts of Claude Code', (current) => {
  let machine: Machine;

  beforeEach(() => {
    machine = openMachine();
  });
  afterEach(() => machine.close());

  const importAll = () => machine.import(current().store, 'claude-code');

  test('are imported once, with a summary of each turn, and then only what is new', async () => {
    const { store } = current();
    machine.write(machine.claude, [...claudeTurn(1), ...claudeTurn(2)]);
    expect(await importAll()).toMatchObject([{ sessions: 1, prompts: 2, added: 6, known: 0, failed: [] }]);
    expect(await importAll()).toMatchObject([{ files: 0, added: 0 }]);
    machine.append(machine.claude, claudeTurn(3));
    expect(await importAll()).toMatchObject([{ files: 1, prompts: 1, added: 3 }]);
    expect(await countLines(store)).toEqual({ sessions: 1, prompts: 3, observations: 3, summaries: 3 });
    expect(await listLines(store, 'session')).toMatchObject([
      { contentSessionId: sessionId, project: 'harbour', status: 'completed', startedAt: timeOfTurn(1) },
    ]);
    expect((await listLines(store, 'observation')).at(-1)).toMatchObject({
      promptNumber: 3,
      toolResponse: 'Output 3',
    });
    expect(await store.correctCounters()).toBeNull();
    const query = { kinds: ['observation' as const], order: 'newest' as const, limit: 5 };
    await expect
      .poll(async () => {
        const search = { ...query, terms: [{ text: 'output', prefix: false }] };
        return (await store.sessions.searchRecords(search)).records.length;
      })
      .toBe(3);
  });

  test('with a line that is still being written wait for the rest of it', async () => {
    const { store } = current();
    const lines = toLines(claudeTurn(1));
    machine.write(machine.claude, []);
    for (const end of [50, lines.length - 200, lines.length - 1, lines.length]) {
      writeFileSync(machine.claude, lines.slice(0, end));
      await importAll();
    }
    expect(await countLines(store)).toEqual({ sessions: 1, prompts: 1, observations: 1, summaries: 1 });
  });

  test('that are replaced or cut are read anew, and nothing is doubled', async () => {
    const { store } = current();
    machine.write(machine.claude, [...claudeTurn(1), ...claudeTurn(2)]);
    await importAll();
    truncateSync(machine.claude, 0);
    await importAll();
    machine.write(machine.claude, [
      { type: 'summary', summary: 'Compacted' },
      ...claudeTurn(2),
      ...claudeTurn(3),
    ]);
    await importAll();
    expect(await countLines(store)).toEqual({ sessions: 1, prompts: 3, observations: 3, summaries: 3 });
  });

  test('add nothing that hooks or another memory have told, and fill in what those missed', async () => {
    const { store } = current();
    const { sessions } = store;
    const told = { contentSessionId: sessionId, project: 'harbour' };
    const text = 'Question 1 about the ferry';
    await sessions.addPrompt({ ...told, text, eventKey: keyOf('p1'), at: timeOfTurn(1) + 40 });
    const call = { toolName: 'Bash', toolInput: 'ls', toolResponse: 'Told', cwd: '', promptKey: keyOf('p1') };
    await sessions.addObservation({ ...told, ...call, eventKey: keyOf('toolu_1'), at: timeOfTurn(1) });
    // This prompt has the same words and time as one in the transcript, but another key.
    const second = { text: 'Question 2 about the ferry', eventKey: 'other', at: timeOfTurn(2) + 500 };
    await sessions.addPrompt({ ...told, ...second });
    machine.write(machine.claude, [...claudeTurn(1), ...claudeTurn(2), ...claudeTurn(3)]);
    expect(await importAll()).toMatchObject([{ added: 6, known: 3 }]);
    const observations = await listLines(store, 'observation');
    expect(observations).toMatchObject([
      { promptNumber: 1, toolResponse: 'Told' },
      { promptNumber: 2, toolResponse: 'Output 2' },
      { promptNumber: 3, toolResponse: 'Output 3' },
    ]);
    expect(await countLines(store)).toEqual({ sessions: 1, prompts: 3, observations: 3, summaries: 3 });
    // The session was active before the import and stays so.
    expect(await listLines(store, 'session')).toMatchObject([{ status: 'active' }]);
  });

  test('leave a private turn private, and nothing private anywhere', async () => {
    const { store } = current();
    machine.write(machine.claude, [
      ...claudeTurn(1, { prompt: '<private>blue lagoon</private>', output: 'blue lagoon' }),
      ...claudeTurn(2, {
        prompt: 'Use <private>green heron</private> here',
        output: 'saw green heron, API_KEY=hunter2hunter2',
      }),
    ]);
    await importAll();
    const stored = JSON.stringify([await listLines(store, 'prompt'), await listLines(store, 'observation')]);
    expect(stored).not.toMatch(/lagoon|heron|hunter2/);
    expect(await countLines(store)).toEqual({ sessions: 1, prompts: 2, observations: 1, summaries: 1 });
    // While a private turn is live, importing an earlier prompt does not open the session.
    await store.sessions.addPrompt({
      contentSessionId: sessionId,
      project: '',
      text: null,
      eventKey: 'live',
      at: timeOfTurn(9),
    });
    machine.append(machine.claude, claudeTurn(3));
    await importAll();
    const late = { toolName: 'Bash', toolInput: '', toolResponse: 'x', cwd: '', promptKey: null };
    const added = { contentSessionId: sessionId, ...late, eventKey: 'late', at: timeOfTurn(9) };
    expect(await store.sessions.addObservation(added)).toMatchObject({ kind: 'private' });
  });

  test('take in prompts without an id, once, and leave their private text private', async () => {
    const { store } = current();
    const [first, ...rest] = claudeTurn(1, {
      prompt: 'Use <private>green heron</private> here',
      output: 'saw green heron',
    });
    machine.write(machine.claude, [{ ...first, promptId: undefined, uuid: undefined }, ...rest]);
    for (let time = 0; time < 2; time += 1) {
      await importAll();
      machine.append(machine.claude, claudeTurn(2));
    }
    expect(await listLines(store, 'prompt')).toMatchObject([{ text: 'Use  here' }, { promptNumber: 2 }]);
    expect(await listLines(store, 'observation')).toMatchObject([
      { promptNumber: 1, toolResponse: 'saw [private]' },
      { promptNumber: 2 },
    ]);
  });

  test('with lines that no program wrote are read as far as they can be', async () => {
    const { store } = current();
    machine.write(machine.claude, claudeTurn(1));
    appendFileSync(machine.claude, `not json\n\n{"sessionId":"${sessionId}","type":"user","message":null}\n`);
    appendFileSync(machine.claude, `{"type":"user","x":"${'y'.repeat(5 * 1024 * 1024)}"}\n`);
    machine.append(machine.claude, claudeTurn(2));
    expect(await importAll()).toMatchObject([{ prompts: 2, skipped: 2, failed: [] }]);
    expect(await countLines(store)).toMatchObject({ prompts: 2, observations: 2 });
  });

  test('outside of the folder are not read, nor through links, and none is changed', async () => {
    const outside = join(machine.home, 'outside.jsonl');
    machine.write(outside, claudeTurn(1));
    machine.write(join(machine.home, '.claude', 'projects', 'p', 'keep.txt'), []);
    symlinkSync(outside, join(machine.home, '.claude', 'projects', 'p', 'link.jsonl'));
    expect(await importAll()).toMatchObject([{ files: 0 }]);
    machine.write(machine.claude, claudeTurn(1));
    expect(await importAll()).toMatchObject([{ files: 1, added: 3 }]);
    expect(readFileSync(machine.claude, 'utf8')).toBe(toLines(claudeTurn(1)));
  });
});
