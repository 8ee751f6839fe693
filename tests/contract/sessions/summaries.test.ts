import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SessionNews } from '#schema/sessions/session-news.ts';
import { describeEachPlace } from '../each-store.ts';
import { openSessionsBench, type SessionsBench } from './open-sessions-bench.ts';

const contentSessionId = 'oc_1';
const fields = {
  request: 'Find out why the login fails.',
  investigated: 'src/login.ts was read.',
  learned: 'The token expires after 60 ms.',
  completed: 'The token lasts an hour now.',
  next_steps: 'Deploy the change.',
  notes: null,
};

describeEachPlace('a summary that the server makes', (current) => {
  let bench: SessionsBench;
  beforeEach(async () => {
    bench = await openSessionsBench(current().place);
  });
  afterEach(() => bench.close());

  async function work(): Promise<void> {
    await bench.post('/api/sessions/init', {
      contentSessionId,
      project: 'web',
      prompt: 'Why does the login fail? Please repair it.',
    });
    await bench.post('/api/sessions/observations', {
      contentSessionId,
      tool_name: 'read',
      tool_input: { filePath: 'src/login.ts' },
      tool_response: 'export const maxAgeMs = 60;',
      cwd: '/',
    });
  }
  const summarize = (message = 'The token expires after 60 ms. I set it to an hour in src/login.ts.') =>
    bench.post('/api/sessions/summarize', { contentSessionId, last_assistant_message: message });
  const summaries = async () => (await bench.client.sessions.summaries({})).items;

  test('comes from the built-in model in the words of the session, and is announced', async () => {
    await work();
    const heard: SessionNews[] = [];
    const leaving = new AbortController();
    const hearing = (async () => {
      for await (const news of bench.client.sessions.follow({ signal: leaving.signal })) {
        heard.push(news);
        if (news.type === 'new_summary') break;
      }
    })();
    await expect.poll(() => heard.length).toBeGreaterThan(0);
    expect(await summarize()).toEqual({ status: 'queued' });
    const [run] = await bench.settledRuns();
    expect(run).toMatchObject({
      taskType: 'session',
      status: 'succeeded',
      templateId: 'session-summary',
      model: 'offline-extract',
      source: { kind: 'session', title: 'web' },
      trigger: 'auto',
      coverage: { chunksRead: 1, chunksTotal: 1 },
    });
    expect(run?.grounding?.sentences).toBeGreaterThan(0);
    expect(run?.grounding).toMatchObject({ different: 0, notInTheSource: 0, wrong: 0 });
    const [summary] = await summaries();
    expect(summary).toMatchObject({ promptNumber: 1, runId: run?.id, project: 'web' });
    expect(summary?.request).toContain('Why does the login fail?');
    expect(summary?.investigated).toContain('src/login.ts');
    await hearing;
    leaving.abort();
    expect(heard.at(-1)).toMatchObject({ type: 'new_summary', summary: { id: summary?.id } });
  });

  test('is asked of the model once for the same turn', async () => {
    await bench.useModel();
    bench.model.always({ text: JSON.stringify(fields) });
    await work();
    await Promise.all([summarize(), summarize(), summarize()]);
    await bench.settledRuns();
    await summarize();
    expect(await bench.settledRuns()).toHaveLength(1);
    expect(bench.model.requests).toHaveLength(1);
    expect(bench.model.requests[0]?.prompt).toContain('maxAgeMs = 60');
    expect(await summaries()).toMatchObject([fields]);
  });

  test.each([
    ['a code fence', `\`\`\`json\n${JSON.stringify(fields, null, 2)}\n\`\`\``],
    ['words around it', `Here it is {as asked}:\n${JSON.stringify(fields)}\nAnything else?`],
    ['thoughts before it', `<think>{"request": 1}</think>${JSON.stringify(fields)}`],
  ])('may come in %s', async (_, text) => {
    await bench.useModel();
    bench.model.always({ text });
    await work();
    await summarize();
    expect((await bench.settledRuns())[0]).toMatchObject({ status: 'succeeded', errorCode: null });
    expect(bench.model.requests).toHaveLength(1);
    expect(await summaries()).toMatchObject([fields]);
  });

  test('is asked for in the language of its project', async () => {
    await bench.useModel();
    bench.model.always({ text: JSON.stringify(fields) });
    await work();
    await bench.client.sessions.setProjectLanguage({ project: 'web', language: 'de' });
    await summarize();
    await bench.settledRuns();
    expect(bench.model.requests[0]?.system).toContain('write every value in German (de)');
    await bench.client.sessions.setProjectLanguage({ project: 'web', language: null });
    await summarize('Another answer.');
    await bench.settledRuns();
    expect(bench.model.requests).toHaveLength(2);
    expect(bench.model.requests[1]?.system).not.toContain('language of its own');
  });

  test('gets one repair when it is not the six fields', async () => {
    await bench.useModel();
    const { notes: _, next_steps: __, ...rest } = fields;
    bench.model.script({ text: JSON.stringify(rest) }, { text: JSON.stringify(fields) });
    await work();
    await summarize();
    expect((await bench.settledRuns())[0]).toMatchObject({ status: 'succeeded' });
    expect(bench.model.requests).toHaveLength(2);
    expect(bench.model.requests[1]?.system).toContain('next_steps');
    expect(bench.model.requests[1]?.prompt).toContain('60 ms');
    expect(bench.model.requests[1]?.prompt).not.toContain('maxAgeMs');
    expect(await summaries()).toMatchObject([fields]);
  });

  test('fails after the repair, is shown as an issue, changes nothing, and can be asked for again', async () => {
    await bench.useModel();
    bench.model.always({ text: 'I would rather talk about it.' });
    await work();
    await summarize();
    expect((await bench.settledRuns())[0]).toMatchObject({
      status: 'failed',
      errorCode: 'model_bad_response',
      usage: { reported: true },
    });
    expect(bench.model.requests).toHaveLength(2);
    expect(await summaries()).toEqual([]);
    expect((await bench.client.issues.list()).items).toMatchObject([{ code: 'model_bad_response' }]);
    bench.model.always({ text: JSON.stringify(fields) });
    await summarize();
    await bench.settledRuns();
    expect(await summaries()).toMatchObject([fields]);
  });

  test('of a long turn is read in parts, and nothing is cut', async () => {
    await bench.useModel({ contextTokens: 3000, maxOutputTokens: 500 });
    // An answer that tells nothing of its part would be refused, and the part would not count as read.
    bench.model.always(({ prompt }) => {
      const steps = [...new Set(prompt.match(/step \d/g))].join(', ');
      const part = { request: '', investigated: `The output of ${steps}.`, learned: '' };
      const told = { ...part, completed: '', next_steps: '', notes: null };
      return { text: JSON.stringify(prompt.includes('login') ? fields : told) };
    });
    await work();
    for (let n = 0; n < 8; n += 1) {
      await bench.post('/api/sessions/observations', {
        contentSessionId,
        tool_name: 'bash',
        tool_input: `step ${n}`,
        tool_response: `word${n} `.repeat(400),
      });
    }
    await summarize();
    const [run] = await bench.settledRuns();
    expect(run).toMatchObject({ status: 'succeeded' });
    expect(run?.coverage?.chunksTotal).toBeGreaterThan(2);
    expect(run?.coverage?.chunksRead).toBe(run?.coverage?.chunksTotal);
    const read = bench.model.requests.map(({ prompt }) => prompt).join('\n');
    for (let n = 0; n < 8; n += 1) expect(read).toContain(`word${n}`);
    expect(await summaries()).toMatchObject([fields]);
  });

  test('loses what a model marks as private, or takes from memory', async () => {
    await bench.useModel();
    const marked = {
      ...fields,
      learned: 'It is <private>42</private> slow.',
      notes: '<opencode-mem-context>\nOld news\n</opencode-mem-context>',
    };
    bench.model.always({ text: JSON.stringify(marked) });
    await work();
    await summarize();
    await bench.settledRuns();
    expect(await summaries()).toMatchObject([{ learned: 'It is  slow.', notes: null }]);
  });

  test('is refused when something of the session was removed meanwhile', async () => {
    await bench.useModel();
    await work();
    const [prompt] = (await bench.client.sessions.prompts({})).items;
    bench.model.always(async () => {
      await bench.app.core.store.sessions.deleteRecord('prompt', prompt?.id ?? 0);
      return { text: JSON.stringify(fields) };
    });
    await summarize();
    expect((await bench.settledRuns())[0]).toMatchObject({ status: 'failed', errorCode: 'conflict' });
    expect(await summaries()).toEqual([]);
  });

  test('waits over a restart', async () => {
    await bench.useModel();
    const { model } = bench;
    model.always({ text: JSON.stringify(fields), firstTokenDelayMs: 60_000 });
    await work();
    await summarize();
    await expect.poll(() => model.requests.length).toBe(1);
    await bench.app.stop(0);
    model.always({ text: JSON.stringify(fields) });
    bench = await openSessionsBench(current().place, { model });
    expect(await bench.settledRuns()).toMatchObject([{ status: 'succeeded', attempt: 2 }]);
    expect(await summaries()).toMatchObject([fields]);
  });

  describe('and the rest of the server', () => {
    test('search finds sessions, entries and threads together', async () => {
      await work();
      await summarize();
      await bench.settledRuns();
      await bench.app.core.store.reader.saveEntry(
        {
          guid: 'g',
          title: 'Logins in general',
          text: 'How a login works. A token is given out.',
          html: '<p>How a login works.</p>',
          excerpt: 'How a login works.',
          sourceHash: 'h',
          url: null,
          author: null,
          siteTitle: null,
          textOrigin: 'feed',
          imageKey: null,
          contentHash: 'h',
          language: 'en',
          readingMinutes: 1,
          terms: { title: 'logins in general', text: 'how a login works token is given out' },
          publishedAt: 1,
          original: '',
        },
        1,
      );
      const search = async (type?: 'all') =>
        (await bench.client.sessions.search({ query: 'login', ...(type ? { type } : {}) })).items.map(
          ({ kind }) => kind,
        );
      expect(new Set(await search())).toEqual(new Set(['prompt', 'observation', 'summary']));
      expect(await search('all')).toContain('entry');
    });

    test('retention removes sessions that were not used for longer than the setting', async () => {
      await work();
      const createdAt = Date.now() - 2 * 86_400_000;
      const old = {
        type: 'prompt',
        contentSessionId: 'old',
        promptNumber: 1,
        text: 'Long ago',
        createdAt,
        eventKey: 'k',
      };
      await bench.client.sessions.importLines(JSON.stringify(old));
      const names = async () =>
        (await bench.client.sessions.list({})).items.map((session) => session.contentSessionId);
      await bench.app.core.sessions.sweep();
      expect(await names()).toEqual([contentSessionId, 'old']);
      await bench.client.settings.patch({ sessions: { retentionDays: 1 } });
      await bench.app.core.sessions.sweep();
      expect(await names()).toEqual([contentSessionId]);
    });
  });
});
