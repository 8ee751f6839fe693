import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CheckTarget } from '#schema/runs/check-wire.ts';
import type { Run } from '#schema/runs/run.ts';
import type { SessionSummary } from '#schema/sessions/session.ts';
import type { SessionNews } from '#schema/sessions/session-news.ts';
import { describeEachPlace } from '#tests/contract/each-store.ts';
import { openSessionsBench, type SessionsBench } from '#tests/contract/sessions/open-sessions-bench.ts';
import { dumpRows } from '#tests/contract/store/with-raw-database.ts';
import type { Reply, ScriptedRequest } from '#tests/fixtures/scripted-model/reply.ts';
import { decided, fixed, passageOf } from './scripted-checker.ts';

const contentSessionId = 'oc_1';
const secret = 'rhubarb';
const right = 'The login token expires after 60 minutes.';
const said = `${right} It is that of the ${secret} page.`;
const wrong = 'The login token expires after 99 minutes.';
const fields = {
  request: 'Find out about the token.',
  investigated: '',
  learned: `${wrong} People on the page are sent away.`,
  completed: '',
  next_steps: 'Deploy.',
  notes: null,
};

const tickAll = (request: ScriptedRequest) => {
  const told = { verdict: 'supported' as const, passages: [passageOf(request, secret)] };
  return decided(request, {
    [fields.request]: told,
    'People on the page are sent away.': told,
    'Deploy.': told,
  });
};

describeEachPlace('the summary of a session that a model checks', (current) => {
  let bench: SessionsBench;
  let check: (request: ScriptedRequest) => Reply | Promise<Reply>;
  let correction: string;

  beforeEach(async () => {
    bench = await openSessionsBench(current().place);
    await bench.useModel();
    correction = right;
    check = tickAll;
    bench.model.always((request) => {
      if (request.system.startsWith('You check')) return check(request);
      if (request.system.startsWith('You correct')) return fixed({ number: 1, text: correction });
      return { text: JSON.stringify(fields) };
    });
  });
  afterEach(() => bench.close());

  async function work(message = ''): Promise<{ summary: SessionSummary; target: CheckTarget }> {
    await bench.post('/api/sessions/init', { contentSessionId, project: 'web', prompt: said });
    await bench.post('/api/sessions/summarize', { contentSessionId, last_assistant_message: message });
    await bench.settledRuns();
    const summary = await summaryOf();
    return { summary, target: { kind: 'session', id: summary.runId ?? '' } };
  }

  async function summaryOf(): Promise<SessionSummary> {
    const [summary] = (await bench.client.sessions.summaries({})).items;
    if (!summary) throw new Error('a summary was expected');
    return summary;
  }

  async function end(run: Run): Promise<Run> {
    await bench.settledRuns();
    return (await bench.client.runs.get(run.id)).run;
  }

  const textOf = async () => JSON.stringify(await dumpRows(current().place));

  test('is checked with its run, though what the assistant said is not stored', async () => {
    await bench.client.settings.patch({ check: { mode: 'all' } });
    const { target } = await work('All of it was looked at.');
    await bench.settledRuns();
    const { grounding } = await summaryOf();
    const sentence = grounding?.learned?.sentences[1];
    expect(sentence).toMatchObject({ start: wrong.length + 1, opinion: { rules: 'not-checked' } });
    expect(grounding?.learned?.check).toMatchObject({ model: 'scripted-model' });
    expect(JSON.stringify(grounding)).toContain(secret);
    const state = await bench.client.checks.state(target);
    expect(state.check).toMatchObject({ status: 'succeeded', trigger: 'auto' });
    await expect(bench.client.checks.start({ target })).rejects.toMatchObject({ code: 'conflict' });
  });

  test('keeps what a person says about a sentence of a field', async () => {
    const { summary, target } = await work();
    const text = (await bench.client.checks.state(target)).text;
    const start = text.indexOf(wrong);
    const sentence = { start, end: start + wrong.length, text: wrong };
    await bench.client.checks.saveVerdict({ target, sentence, verdict: 'right' });
    await end(await bench.client.checks.start({ target }));
    expect((await summaryOf()).grounding?.learned?.sentences[0]).toMatchObject({
      start: 0,
      state: 'confirmed',
      person: { verdict: 'right' },
    });
    await bench.client.checks.saveVerdict({ target, sentence, verdict: null });
    const [first] = (await summaryOf()).grounding?.learned?.sentences ?? [];
    expect(first).toMatchObject({ start: 0 });
    expect(first?.person).toBeUndefined();
    expect(summary.grounding?.learned?.sentences[0]?.state).toBe('different');
  });

  test('is corrected in its field alone, found by its new words, and brought back', async () => {
    const { summary, target } = await work();
    expect(summary.grounding?.learned?.sentences[0]).toMatchObject({ state: 'different' });
    correction = `<private>Not this.</private>${right}`;
    const run = await end(await bench.client.checks.repair({ target }));
    expect(run).toMatchObject({ status: 'succeeded' });
    const corrected = await summaryOf();
    expect(corrected).toMatchObject({ ...fields, learned: `${right} People on the page are sent away.` });
    expect(corrected.grounding?.learned?.sentences[0]).toMatchObject({ state: 'quoted' });
    const { before } = await bench.client.checks.state(target);
    expect(before).toMatchObject({ runId: run.id, model: 'scripted-model' });
    expect(corrected.before).toEqual(before);
    const search = async (query: string) =>
      (await bench.client.sessions.search({ query, project: 'web' })).items.map(({ kind }) => kind);
    expect([await search('99'), (await search('60')).toSorted()]).toEqual([[], ['prompt', 'summary']]);

    await bench.client.checks.undo(run.id);
    expect(await summaryOf()).toEqual(summary);
  });

  test('is sent to all who follow sessions when it was checked, corrected and brought back', async () => {
    const { summary, target } = await work();
    const listening = new AbortController();
    const heard: SessionNews[] = [];
    let connect = () => {};
    const connected = new Promise<void>((resolve) => {
      connect = resolve;
    });
    const following = (async () => {
      for await (const news of bench.client.sessions.follow({ signal: listening.signal })) {
        if (news.type === 'connected') connect();
        if (news.type === 'summary_changed') heard.push(news);
      }
    })();
    await connected;
    await end(await bench.client.checks.start({ target }));
    await expect.poll(() => heard.length).toBe(1);
    const run = await end(await bench.client.checks.repair({ target }));
    await expect.poll(() => heard.length).toBeGreaterThan(1);
    await bench.client.checks.undo(run.id);
    await expect
      .poll(() => heard.at(-1))
      .toMatchObject({ summary: { learned: summary.learned, before: null } });
    expect(heard.slice(0, 2)).toMatchObject([
      {
        session: { id: summary.sessionId },
        summary: { id: summary.id, grounding: { learned: { check: {} } } },
      },
      { summary: { learned: `${right} People on the page are sent away.`, before: { runId: run.id } } },
    ]);
    listening.abort();
    await following.catch(() => undefined);
  });

  test('loses the opinions and the text before a correction with any record of the session', async () => {
    const { target } = await work();
    await end(await bench.client.checks.start({ target }));
    const run = await end(await bench.client.checks.repair({ target }));
    // The corrected sentence is checked again.
    await bench.settledRuns();
    expect((await summaryOf()).grounding?.learned?.check).toBeDefined();
    const [prompt] = (await bench.client.sessions.prompts({})).items;
    await bench.client.sessions.removeRecord('prompt', prompt?.id ?? 0);
    expect(await textOf()).not.toContain(secret);
    expect((await summaryOf()).learned).toBe(`${right} People on the page are sent away.`);
    expect((await summaryOf()).grounding?.learned?.check).toBeUndefined();
    await expect(bench.client.checks.undo(run.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(bench.client.checks.start({ target })).rejects.toMatchObject({ code: 'conflict' });
  });

  test.each(['record', 'session'] as const)(
    'gets nothing from a check in progress when a %s is deleted',
    async (what) => {
      const { summary, target } = await work();
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      let started = () => {};
      const begun = new Promise<void>((resolve) => {
        started = resolve;
      });
      check = async (request) => {
        started();
        await held;
        return tickAll(request);
      };
      const run = await bench.client.checks.start({ target });
      await begun;
      const [prompt] = (await bench.client.sessions.prompts({})).items;
      if (what === 'record') await bench.client.sessions.removeRecord('prompt', prompt?.id ?? 0);
      else await bench.client.sessions.remove(summary.sessionId);
      release();
      expect((await end(run)).status).not.toBe('succeeded');
      expect(await textOf()).not.toContain(secret);
    },
  );
});
