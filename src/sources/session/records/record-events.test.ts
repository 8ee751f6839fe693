import { beforeEach, describe, expect, test } from 'vitest';
import { recordedPromptSchema } from '#schema/sessions/sessions-wire.ts';
import { type OpenSessions, openSessions } from '#tests/fixtures/open-sessions.ts';

const secret = 'S3CRET';
const summary = {
  request: 'Fix the login',
  investigated: 'auth.ts',
  learned: 'The token expired',
  completed: 'A fix with a test',
  next_steps: 'Deploy',
};
let open: OpenSessions;

beforeEach(() => {
  open = openSessions();
});

async function init(prompt: string | undefined, extra: { eventId?: string; contentSessionId?: string } = {}) {
  const answer = await open.sessions.init({ contentSessionId: 'oc_1', project: 'precis', prompt, ...extra });
  return recordedPromptSchema.parse(answer);
}

describe('a prompt', () => {
  test('opens its session once and is numbered, private or not', async () => {
    const first = await init('Fix the login.');
    expect(first).toEqual({ sessionDbId: first.sessionDbId, promptNumber: 1, skipped: false });
    expect(await init(`<private>${secret}</private>`)).toEqual({
      sessionDbId: first.sessionDbId,
      promptNumber: 2,
      skipped: true,
      reason: 'private',
    });
    expect(await init('And the logout.')).toMatchObject({ promptNumber: 3, skipped: false });
    expect(await open.sessions.counts()).toMatchObject({ sessions: 1, prompts: 3 });
    const { items } = await open.sessions.listRecords('prompt', { orderBy: 'date_asc', offset: 0, limit: 9 });
    expect(items.map(({ text }) => text)).toEqual(['Fix the login.', null, 'And the logout.']);
    expect(open.store.dump()).not.toContain(secret);
  });

  test('that is sent again under its name is counted once', async () => {
    const first = await init('Fix it.', { eventId: 'e1' });
    expect(await init('Fix it.', { eventId: 'e1' })).toEqual(first);
    expect(await init('Fix it.', { eventId: 'e2' })).toMatchObject({ promptNumber: 2 });
    expect(open.events.map(({ type }) => type)).toEqual(['session_started', 'new_prompt', 'new_prompt']);
  });

  test('may be missing: a picture has no text', async () => {
    expect(await init(undefined)).toMatchObject({ promptNumber: 1, skipped: false });
  });

  test('is refused when the name of its session is private', async () => {
    await expect(init('x', { contentSessionId: `a<private>${secret}</private>` })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});

describe('an observation', () => {
  const seen = {
    contentSessionId: 'oc_1',
    tool_name: 'bash',
    tool_input: { command: 'ls' },
    tool_response: 'a b',
  };

  test('is kept under the newest prompt, once under its name', async () => {
    await init('Look.');
    expect(await open.sessions.observe({ ...seen, eventId: 'o1' })).toEqual({ status: 'queued' });
    expect(await open.sessions.observe({ ...seen, eventId: 'o1' })).toEqual({ status: 'queued' });
    const { items } = await open.sessions.listRecords('observation', {
      orderBy: 'date_desc',
      offset: 0,
      limit: 9,
    });
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ promptNumber: 1, toolInput: '{"command":"ls"}', toolResponse: 'a b' });
  });

  test('of a private turn, or with nothing but private text, is skipped', async () => {
    const hidden = `<private>${secret}</private>`;
    expect(await open.sessions.observe({ ...seen, tool_input: hidden, tool_response: hidden })).toEqual({
      status: 'skipped',
      reason: 'private',
    });
    await init(hidden);
    expect(await open.sessions.observe({ ...seen, tool_response: secret })).toEqual({
      status: 'skipped',
      reason: 'private',
    });
    expect(open.store.dump()).not.toContain(secret);
  });

  test('loses private parts of everything it has', async () => {
    const part = `x<private>${secret}</private>`;
    await open.sessions.observe({
      contentSessionId: 'oc_1',
      tool_name: part,
      tool_input: { deep: [part] },
      tool_response: part,
      cwd: part,
    });
    expect(open.store.dump()).not.toContain(secret);
    expect(open.lines.join('\n')).not.toContain(secret);
  });
});

describe('a ready summary', () => {
  test('opens the session when nothing was there before', async () => {
    const stored = await open.sessions.ingest({ contentSessionId: 'oc_9', summary });
    expect(stored).toMatchObject({ status: 'stored', promptNumber: 0 });
  });

  test('is stored once, however often and however fast it comes', async () => {
    await init('Fix the login.');
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => open.sessions.ingest({ contentSessionId: 'oc_1', summary })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await open.sessions.counts()).toMatchObject({ summaries: 1 });
    expect(open.events.filter(({ type }) => type === 'new_summary')).toHaveLength(1);
  });

  test('is another one under another prompt, or with other words', async () => {
    await init('One.');
    await open.sessions.ingest({ contentSessionId: 'oc_1', summary });
    await open.sessions.ingest({ contentSessionId: 'oc_1', summary: { ...summary, notes: 'n' } });
    await init('Two.');
    await open.sessions.ingest({ contentSessionId: 'oc_1', summary });
    expect(await open.sessions.counts()).toMatchObject({ summaries: 3 });
  });

  test('is stored as it came, notes that are missing as null', async () => {
    const odd = { ...summary, request: '  a\n\n\tb 🙂 <b>x</b>  ' };
    await open.sessions.ingest({ contentSessionId: 'oc_1', summary: odd });
    const { items } = await open.sessions.listRecords('summary', {
      orderBy: 'date_desc',
      offset: 0,
      limit: 9,
    });
    expect(items[0]).toMatchObject({ ...odd, notes: null });
  });

  test('of a private turn is skipped, and one of the next public turn is not', async () => {
    await init('Public.');
    await init(`<PRIVATE reason="x">${secret}`);
    const request = { contentSessionId: 'oc_1', summary: { ...summary, learned: secret } };
    expect(await open.sessions.ingest(request)).toEqual({ status: 'skipped', reason: 'private' });
    expect(open.store.dump()).not.toContain(secret);
    await init('Public again.');
    expect(await open.sessions.ingest({ contentSessionId: 'oc_1', summary })).toMatchObject({
      status: 'stored',
      promptNumber: 3,
    });
  });

  test('loses private parts of every field', async () => {
    const hidden = Object.fromEntries(
      Object.keys({ ...summary, notes: '' }).map((field) => [field, `${field} <private>${secret}`]),
    ) as typeof summary;
    await open.sessions.ingest({ contentSessionId: 'oc_1', summary: hidden });
    expect(open.store.dump()).not.toContain(secret);
  });
});

describe('a session', () => {
  test('is completed once, and active again with the next prompt', async () => {
    expect(await open.sessions.complete('oc_1')).toEqual({ status: 'skipped', reason: 'not_active' });
    const { sessionDbId } = await init('Go.');
    expect(await open.sessions.complete('oc_1')).toEqual({ status: 'completed', sessionDbId });
    expect(await open.sessions.complete('oc_1')).toEqual({ status: 'skipped', reason: 'not_active' });
    await init('More.');
    expect(await open.sessions.complete('oc_1')).toMatchObject({ status: 'completed' });
  });

  test('goes with everything in it when it is removed, by itself, with its project or by its age', async () => {
    const { sessionDbId } = await init('One.');
    await open.sessions.remove(sessionDbId);
    await expect(open.sessions.remove(sessionDbId)).rejects.toMatchObject({ code: 'not_found' });
    await init('Two.');
    expect(await open.sessions.removeProject('precis')).toBe(1);
    await init('Three.');
    open.settings.retentionDays = 30;
    open.clock.at += 31 * 24 * 60 * 60 * 1000;
    await open.sessions.sweep();
    expect(await open.sessions.counts()).toMatchObject({ sessions: 0, prompts: 0 });
  });
});

describe('a summary that a model has to make', () => {
  test('is queued with the session’s prompts, the turn’s observations and the last message', async () => {
    await init('Fix the login.');
    await open.sessions.observe({
      contentSessionId: 'oc_1',
      tool_name: 'read',
      tool_input: 'a.ts',
      tool_response: 'A',
    });
    await open.sessions.ingest({ contentSessionId: 'oc_1', summary });
    await init('Now the logout.');
    await open.sessions.observe({
      contentSessionId: 'oc_1',
      tool_name: 'read',
      tool_input: 'b.ts',
      tool_response: 'B',
    });
    const request = { contentSessionId: 'oc_1', last_assistant_message: `Done.<private>${secret}</private>` };
    expect(await open.sessions.summarize(request)).toEqual({ status: 'queued' });
    const input = open.orders[0]?.input;
    expect(input?.promptNumber).toBe(2);
    expect(input?.prompts.map(({ text }) => text)).toEqual(['Fix the login.', 'Now the logout.']);
    expect(input?.observations).toEqual([{ tool: 'read', input: 'b.ts', output: 'B' }]);
    expect(input?.lastAssistantMessage).toBe('Done.');
    expect(open.orders[0]?.sourceText).toContain('Now the logout.');
  });

  test('is queued once for the same turn', async () => {
    await init('Fix the login.');
    for (let times = 0; times < 3; times++) {
      expect(await open.sessions.summarize({ contentSessionId: 'oc_1' })).toEqual({ status: 'queued' });
    }
    expect(open.store.runs).toHaveLength(1);
  });

  test('is skipped for a private turn, and where there is nothing to read', async () => {
    expect(await open.sessions.summarize({ contentSessionId: 'oc_2' })).toEqual({
      status: 'skipped',
      reason: 'empty',
    });
    await init('Fix it.');
    await init(`<private>${secret}</private>`);
    expect(
      await open.sessions.summarize({ contentSessionId: 'oc_1', last_assistant_message: secret }),
    ).toEqual({
      status: 'skipped',
      reason: 'private',
    });
    expect(open.orders).toEqual([]);
  });
});

describe('a turn whose sender went away', () => {
  const minutes = 60_000;

  test('is summarized once, after a quarter of an hour, and not where a summary is there or was ordered', async () => {
    await init('Fix the login.');
    await init('Another.', { contentSessionId: 'oc_2' });
    await open.sessions.ingest({ contentSessionId: 'oc_2', summary });
    await init('Said goodbye.', { contentSessionId: 'oc_3' });
    await open.sessions.complete('oc_3');
    open.clock.at += 10 * minutes;
    await open.sessions.summarizeQuiet();
    expect(open.orders).toEqual([]);
    open.clock.at += 10 * minutes;
    await open.sessions.summarizeQuiet();
    await open.sessions.summarizeQuiet();
    expect(open.orders.map(({ session }) => session.contentSessionId)).toEqual(['oc_1']);
  });

  test('is left alone when it is more than a day old', async () => {
    await init('Fix the login.');
    open.clock.at += 25 * 60 * minutes;
    await open.sessions.summarizeQuiet();
    expect(open.orders).toEqual([]);
  });

  test('is summarized by its own prompt, only where it has no summary yet', async () => {
    await init('Public.', { eventId: 'public' });
    await init(`<private>${secret}</private>`, { eventId: 'private' });
    const request = { contentSessionId: 'oc_1', ifMissing: true };
    expect(await open.sessions.summarize(request)).toEqual({ status: 'skipped', reason: 'private' });
    const named = { ...request, promptEventId: 'public', last_assistant_message: 'Done.' };
    expect(await open.sessions.summarize(named)).toEqual({ status: 'queued' });
    expect(open.orders.map(({ input }) => input)).toMatchObject([
      { promptNumber: 1, prompts: [{ text: 'Public.' }], lastAssistantMessage: 'Done.' },
    ]);
    await open.sessions.ingest({ contentSessionId: 'oc_1', promptEventId: 'public', summary });
    expect(await open.sessions.summarize(named)).toEqual({ status: 'skipped', reason: 'summarized' });
    expect(open.orders).toHaveLength(1);
  });
});

describe('an event that comes late', () => {
  const at = () => open.clock.at;

  test('keeps its own time, which is never in the future and never long ago', async () => {
    const hour = 3_600_000;
    for (const [eventId, time] of Object.entries({ past: at() - hour, future: at() + hour, epoch: 0 }))
      await open.sessions.init({ contentSessionId: 'oc_1', prompt: eventId, eventId, at: time });
    await open.sessions.observe({
      contentSessionId: 'oc_1',
      tool_name: 'bash',
      tool_input: '',
      tool_response: 'x',
      at: at() - hour + 1.5,
    });
    await open.sessions.ingest({ contentSessionId: 'oc_1', summary, at: at() - hour + 2 });
    const page = { orderBy: 'date_asc', offset: 0, limit: 9 } as const;
    const prompts = (await open.sessions.listRecords('prompt', page)).items;
    const times = Object.fromEntries(prompts.map(({ text, createdAt }) => [text ?? '', at() - createdAt]));
    expect(times).toEqual({ past: hour, future: 0, epoch: 90 * 24 * hour });
    expect((await open.sessions.listRecords('observation', page)).items[0]?.createdAt).toBe(at() - hour + 1);
    expect((await open.sessions.listRecords('summary', page)).items[0]?.createdAt).toBe(at() - hour + 2);
  });
});

describe('what was said in private', () => {
  test('is kept neither in tool calls and outputs nor in summaries, whoever sends them', async () => {
    await init('log in with <private>blue lagoon</private>');
    await open.sessions.observe({
      contentSessionId: 'oc_1',
      tool_name: 'bash',
      tool_input: { command: 'login "blue lagoon"' },
      tool_response: 'blue lagoon: ok',
    });
    await open.sessions.ingest({
      contentSessionId: 'oc_1',
      summary: { ...summary, learned: 'The code is blue lagoon.' },
    });
    await open.sessions.summarize({ contentSessionId: 'oc_1', last_assistant_message: 'Used blue lagoon.' });
    expect(open.orders).toHaveLength(1);
    expect(JSON.stringify([open.store.dump(), open.orders])).not.toContain('lagoon');
    expect(open.store.dump()).toContain('[private]: ok');
  });

  test('is all there is where a shell put it in quotation marks', async () => {
    expect(await init(`"<private>${secret}</private>"`)).toMatchObject({ skipped: true, reason: 'private' });
    expect(open.store.dump()).not.toContain(secret);
  });
});

test('keys are masked, whoever sends them', async () => {
  await init("export DB_PASS='hunter2 hunter2'");
  await open.sessions.observe({
    contentSessionId: 'oc_1',
    tool_name: 'bash',
    tool_input: { command: 'curl -u me:hunter2 x', env: { password: 'hunter2' } },
    tool_response: 'Set-Cookie: sid=hunter2',
    cwd: '/',
  });
  await open.sessions.ingest({
    contentSessionId: 'oc_1',
    summary: { ...summary, notes: 'API_KEY=hunter2hunter2' },
  });
  expect(open.store.dump()).not.toContain('hunter2');
});

describe('an export', () => {
  test('is taken in elsewhere whole, and a second time changes nothing', async () => {
    await init('Fix the login.');
    await init(`<private>${secret}</private>`);
    await init('Again.');
    await open.sessions.observe({
      contentSessionId: 'oc_1',
      tool_name: 'read',
      tool_input: 'a',
      tool_response: 'b',
    });
    await open.sessions.ingest({ contentSessionId: 'oc_1', summary });
    const lines = (await Array.fromAsync(open.sessions.export({}))).join('');
    const other = openSessions();
    expect(await other.sessions.import(lines)).toEqual({ added: 6, known: 0, refused: [] });
    expect(await other.sessions.import(lines)).toEqual({ added: 0, known: 6, refused: [] });
    expect((await Array.fromAsync(other.sessions.export({}))).join('')).toBe(lines);
    expect(await other.sessions.counts()).toEqual(await open.sessions.counts());
  });

  test('is cleaned on its way in, and lines that cannot be read are named', async () => {
    const line = {
      type: 'prompt',
      contentSessionId: 'oc_1',
      promptNumber: 1,
      text: `<private>${secret}</private>`,
      createdAt: 1,
      eventKey: 'k',
    };
    const jsonl = [JSON.stringify(line), '', 'no json', JSON.stringify({ ...line, type: 'other' })].join(
      '\n',
    );
    const report = await open.sessions.import(jsonl);
    expect(report).toMatchObject({ added: 1, known: 0 });
    expect(report.refused.map(({ line }) => line)).toEqual([3, 4]);
    expect(open.store.dump()).not.toContain(secret);
  });
});
