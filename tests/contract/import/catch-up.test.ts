import { appendFileSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { openSessionsBench, type SessionsBench } from '#tests/contract/sessions/open-sessions-bench.ts';
import { type Machine, openMachine } from './transcript-files.ts';

const fixtures = join(import.meta.dirname, '..', '..', 'fixtures');
/** The number of lines up to the result of the tool call, without the answer that ends the turn. */
const openTurnLines = 10;

describeEachStore('what Claude Code did while no worker was there', (current) => {
  let machine: Machine;
  let bench: SessionsBench;

  beforeEach(async () => {
    machine = openMachine();
    mkdirSync(join(machine.home, 'harbour'));
    mkdirSync(dirname(transcript()), { recursive: true });
    bench = await start();
  });
  afterEach(async () => {
    await bench.close();
    machine.close();
  });

  const start = () => openSessionsBench(current().place, { env: { HOME: machine.home } });
  const restart = async () => {
    await bench.close();
    bench = await start();
  };

  /** Reads what Claude Code 2.1.325 wrote or sent. */
  const recorded = (folder: string) =>
    readFileSync(join(fixtures, folder, 'claude-code.jsonl'), 'utf8')
      .replaceAll('/home/me', machine.home)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string>);
  const payloads = () => recorded('hooks');
  const transcript = () => payloads()[0]?.transcript_path ?? '';

  /** Writes the transcript of a session that happens now. */
  function write(lines = Number.POSITIVE_INFINITY, path = transcript()): void {
    const timestamp = new Date().toISOString();
    const now = recorded('transcripts')
      .slice(0, lines)
      .map((line) => `${JSON.stringify({ ...line, timestamp })}\n`);
    writeFileSync(path, now.join(''));
  }

  async function hear(event: string, changes: object = {}): Promise<Record<string, unknown>> {
    const payload = payloads().find(({ hook_event_name: name }) => name === event);
    return bench.post(`/api/hooks/claude-code/${event}`, { ...payload, ...changes });
  }

  /** Starts another session of the project and returns the context that it gets. */
  async function next(): Promise<string> {
    const path = join(dirname(transcript()), 'next.jsonl');
    return JSON.stringify(await hear('SessionStart', { session_id: 'next', transcript_path: path }));
  }

  /** Waits until the worker has noted that it heard of the folder. */
  async function noted(after = 0): Promise<void> {
    const places = () => current().store.sessions.listPlaces('claude-code');
    await expect.poll(async () => (await places()).some(({ position }) => position >= after)).toBe(true);
  }

  async function records() {
    const { prompts, observations, summaries } = await current().store.sessions.countSessions();
    return [prompts, observations, summaries];
  }

  test('is there at the next start, with nothing private, and what was before the first event is not', async () => {
    write(Number.POSITIVE_INFINITY, join(dirname(transcript()), 'old.jsonl'));
    await next();
    await noted();
    expect(await records()).toEqual([0, 0, 0]);
    await bench.close();
    write();
    // Some disks keep the time of a file in steps of two seconds.
    const lagging = (Date.now() - 1000) / 1000;
    utimesSync(transcript(), lagging, lagging);
    symlinkSync(transcript(), join(dirname(transcript()), 'link.jsonl'));
    bench = await start();
    await expect.poll(next).toContain('S1 use a tool to mend the quay\\n  Investigated: “Bash');
    expect(await records()).toEqual([1, 1, 1]);
    const { items } = await bench.client.sessions.observations();
    expect(items).toMatchObject([{ toolName: 'Bash', promptNumber: 1, project: 'harbour' }]);
    expect(items[0]?.toolResponse).toContain('the bollards are rotten');
    expect(JSON.stringify(items)).not.toContain('hunter2');
    // If the hooks of the same session still arrive, they add nothing.
    await hear('UserPromptSubmit');
    await hear('PostToolUse');
    expect(await records()).toEqual([1, 1, 1]);
  });

  test('is announced to open screens at once, and only if something was stored', async () => {
    const announced: string[] = [];
    const listen = () =>
      bench.app.core.bus.subscribe((message) => {
        if (message.kind === 'session') announced.push(message.event.type);
      });
    listen();
    await next();
    await noted();
    await bench.close();
    expect(announced).toEqual([]);
    write();
    bench = await start();
    listen();
    await next();
    await expect.poll(() => announced).toEqual(['sessions_imported']);
    expect(await records()).toEqual([1, 1, 1]);
  });

  test('is completed by what comes after, and a turn in progress has one summary, made at its end', async () => {
    await hear('SessionStart');
    await hear('UserPromptSubmit');
    await noted();
    await bench.close();
    write(openTurnLines);
    bench = await start();
    await next();
    await expect.poll(records).toEqual([1, 1, 0]);
    write();
    await hear('PostToolUse');
    await hear('Stop');
    await bench.settledRuns();
    expect(await records()).toEqual([1, 1, 1]);
    const { items } = await bench.client.sessions.summaries();
    expect(items[0]?.runId).not.toBeNull();

    // Only a call of the next turn arrives, because its prompt was lost on the way.
    const [prompt] = recorded('transcripts').filter(({ type }) => type === 'user');
    const lost = { ...prompt, promptId: 'lost', uuid: 'lost', timestamp: new Date().toISOString() };
    const said = { ...lost, message: { role: 'user', content: 'and the crane' } };
    appendFileSync(transcript(), `${JSON.stringify(said)}\n`);
    await hear('PostToolUse', { prompt_id: 'lost', tool_use_id: 'toolu_2' });
    await expect.poll(records).toEqual([2, 2, 1]);
  });

  test('does not bring back what was deleted, or record a project that is excluded', async () => {
    write();
    for (const { hook_event_name: event = '' } of payloads()) await hear(event);
    await bench.settledRuns();
    expect(await records()).toEqual([1, 1, 1]);
    const ended = Date.now();
    await hear('SessionEnd');
    await noted(ended);
    for (const { id } of (await bench.client.sessions.list()).items) await bench.client.sessions.remove(id);
    appendFileSync(transcript(), '{"type":"last-prompt"}\n');
    await restart();
    const restarted = Date.now();
    await next();
    await noted(restarted);
    expect(await records()).toEqual([0, 0, 0]);

    await bench.client.sessions.excludeProject('harbour');
    await bench.close();
    write();
    bench = await start();
    const heardAt = Date.now();
    await next();
    await noted(heardAt);
    expect(await records()).toEqual([0, 0, 0]);
  });
});
