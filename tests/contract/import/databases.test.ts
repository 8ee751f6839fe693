import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
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
} from './transcript-files.ts';

const at = timeOfTurn(1);

function openDatabase(path: string, schema: string): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path);
  database.exec(`pragma journal_mode = wal; ${schema}`);
  return database;
}

const openCodeSchema = `
  create table session (id text primary key, parent_id text, directory text, title text, time_created integer, time_updated integer);
  create table message (id text primary key, session_id text, time_created integer, time_updated integer, data text);
  create table part (id text primary key, message_id text, session_id text, data text)`;

function addOpenCodeTurn(
  database: DatabaseSync,
  { session, number }: { session: string; number: number },
): void {
  const add = (table: string, values: Record<string, string | number | null>) =>
    database
      .prepare(
        `insert into ${table} (${Object.keys(values).join(', ')}) values (${Object.keys(values)
          .map(() => '?')
          .join(', ')})`,
      )
      .run(...Object.values(values));
  const created = at + number * 60_000;
  const [user, reply] = [`msg_${session}_${number}_a`, `msg_${session}_${number}_b`];
  const text = (value: string) => JSON.stringify({ type: 'text', text: value });
  const state = {
    status: 'completed',
    input: { command: 'ls' },
    output: `Output ${number}`,
    time: { end: created + 5 },
  };
  const tool = JSON.stringify({ type: 'tool', tool: 'bash', callID: `call_${number}`, state });
  const data = (role: string, rest: object) =>
    JSON.stringify({ role, time: { created, completed: created + 9 }, ...rest });
  add('message', { id: user, session_id: session, data: data('user', {}) });
  add('part', {
    id: `${user}1`,
    message_id: user,
    session_id: session,
    data: text(`Question ${number} about the ferry`),
  });
  add('part', {
    id: `${user}2`,
    message_id: user,
    session_id: session,
    data: JSON.stringify({ type: 'text', text: 'added', synthetic: true }),
  });
  add('message', { id: reply, session_id: session, data: data('assistant', { parentID: user }) });
  add('part', { id: `${reply}1`, message_id: reply, session_id: session, data: tool });
  add('part', {
    id: `${reply}2`,
    message_id: reply,
    session_id: session,
    data: text('I fixed the timetable.'),
  });
  database.prepare('update session set time_updated = ? where id = ?').run(created + 10, session);
}

const claudeMemSchema = `
  create table sdk_sessions (id integer primary key, content_session_id text, memory_session_id text, project text, started_at_epoch integer);
  create table user_prompts (id integer primary key, content_session_id text, prompt_number integer, prompt_text text, created_at_epoch integer);
  create table observations (id integer primary key, memory_session_id text, project text, text text, type text, title text, subtitle text, facts text, narrative text, prompt_number integer, created_at_epoch integer);
  create table session_summaries (id integer primary key, memory_session_id text, project text, request text, investigated text, learned text, completed text, next_steps text, notes text, prompt_number integer, created_at_epoch integer)`;

describeEachStore('databases of other memories', (current) => {
  let machine: Machine;

  beforeEach(() => {
    machine = openMachine();
  });
  afterEach(() => machine.close());

  test('of OpenCode are imported session by session, under the names that the plugin uses', async () => {
    const { store } = current();
    const path = join(machine.home, '.local', 'share', 'opencode', 'opencode.db');
    const database = openDatabase(path, openCodeSchema);
    const sessions = [
      ['ses_1', null, 'Ferry'],
      ['ses_2', 'ses_1', 'A helper'],
      ['ses_3', null, 'opencode-mem: summary'],
    ] as const;
    for (const [id, parent, title] of sessions)
      database
        .prepare('insert into session values (?, ?, ?, ?, ?, ?)')
        .run(id, parent, '/home/ada/harbour', title, at, at);
    for (const [session] of sessions) addOpenCodeTurn(database, { session, number: 1 });
    const [first] = await machine.import(store, 'opencode');
    expect(first).toMatchObject({ sessions: 1, prompts: 1, added: 3, failed: [] });
    expect(await listLines(store, 'prompt')).toMatchObject([
      { contentSessionId: 'ses_1', text: 'Question 1 about the ferry' },
    ]);
    addOpenCodeTurn(database, { session: 'ses_1', number: 2 });
    database.close();
    expect(await machine.import(store, 'opencode')).toMatchObject([{ prompts: 1, added: 3 }]);
    expect(await machine.import(store, 'opencode')).toMatchObject([{ added: 0, known: 0 }]);
    expect(await countLines(store)).toEqual({ sessions: 1, prompts: 2, observations: 2, summaries: 2 });
    expect((await listLines(store, 'observation')).at(-1)).toMatchObject({
      promptNumber: 2,
      toolResponse: 'Output 2',
    });
  });

  test('of claude-mem are imported, and its prompts are those of the transcripts', async () => {
    const { store } = current();
    const path = join(machine.home, '.claude-mem', 'claude-mem.db');
    const database = openDatabase(path, claudeMemSchema);
    database
      .prepare('insert into sdk_sessions values (1, ?, ?, ?, ?)')
      .run(sessionId, 'mem_1', 'harbour', at);
    const insertPrompt = database.prepare('insert into user_prompts values (?, ?, ?, ?, ?)');
    insertPrompt.run(1, sessionId, 1, 'Question 1 about the ferry', at + 200);
    insertPrompt.run(2, 'lost', 1, '<private>blue lagoon</private>', at);
    database
      .prepare('insert into observations values (1, ?, ?, null, ?, ?, ?, ?, ?, 1, ?)')
      .run(
        'mem_1',
        'harbour',
        'bugfix',
        'Timetable',
        'Sundays',
        '["Sunday was missing"]',
        'Found with hunter2',
        at + 300,
      );
    database
      .prepare('insert into session_summaries values (1, ?, ?, ?, ?, ?, ?, ?, null, 1, ?)')
      .run(
        'mem_1',
        'harbour',
        'Fix the ferry',
        'timetable.ts',
        'Sundays differ',
        'Fixed',
        'Deploy',
        at + 400,
      );
    database.close();
    machine.write(machine.claude, claudeTurn(1));
    const files = () =>
      readdirSync(dirname(path)).map((name) => [name, readFileSync(join(dirname(path), name), 'base64')]);
    const before = files();
    const imports = await machine.import(store, 'claude-mem', 'claude-code');
    expect(imports).toMatchObject([
      { prompts: 2, observations: 1, summaries: 1, failed: [] },
      { prompts: 1, added: 1, known: 2 },
    ]);
    expect(files()).toEqual(before);
    expect(await machine.import(store, 'claude-mem')).toMatchObject([{ added: 0, known: 0 }]);
    expect(await countLines(store)).toEqual({ sessions: 2, prompts: 2, observations: 2, summaries: 1 });
    const [summary] = await listLines(store, 'summary');
    expect(summary).toMatchObject({ promptNumber: 1, learned: 'Sundays differ' });
    expect(JSON.stringify(await listLines(store, 'prompt'))).not.toContain('lagoon');
  });

  test('that do not exist are not created, and one that is none is reported', async () => {
    const { store } = current();
    expect(await machine.import(store, 'opencode', 'claude-mem')).toMatchObject([
      { isFound: false },
      { isFound: false },
    ]);
    expect(readdirSync(machine.home)).toEqual([]);
    machine.write(join(machine.home, '.claude-mem', 'claude-mem.db'), [{ not: 'a database' }]);
    const [broken] = await machine.import(store, 'claude-mem');
    expect(broken).toMatchObject({ isFound: true, added: 0, failed: [{ reason: expect.any(String) }] });
  });
});
