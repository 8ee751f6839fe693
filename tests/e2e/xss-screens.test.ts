import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conversationIdSchema } from '#schema/conversations/conversations-wire.ts';
import { agentIdSchema, agentInputSchema } from '#schema/models/agent.ts';
import { modelProfileInputSchema } from '#schema/models/model-profile.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { xssPayloads } from '#tests/fixtures/xss-payloads.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { soon } from './soon.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { tellSession } from './tell-session.ts';
import { bridgeText } from './texts.ts';
import { useScriptedModel } from './use-model.ts';
import { watchHostile } from './watch-hostile.ts';

let precis: RunningPrecis;
let model: ScriptedModel;
let browser: TestBrowser;

beforeAll(async () => {
  [precis, model, browser] = await Promise.all([startPrecis(), startScriptedModel(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([precis?.stop(), model?.close()]);
});

const printable = xssPayloads.filter(
  (payload) => !/[\p{Cc}\p{Cs}]/u.test(payload) && payload.trim() === payload,
);
/** All payloads, for fields that accept any text. */
const every = printable.join('\n\n');
/** The payloads that fit into single-line fields. */
const names = printable.filter(({ length }) => length <= 100).filter((_, index) => index % 12 === 0);
const ofName = (index: number): string => names[index % names.length] ?? '';
/** Every screen shows this next to the hostile text, so that a test knows it looked. */
const planted = 'Planted';

/** Stores the payloads and returns one URL for every screen that shows some of them. */
async function plant(): Promise<{ path: string; shows: string }[]> {
  const { client } = precis;
  await plantTemplates();
  await useScriptedModel(client, model.baseUrl('openai'), {
    name: `${planted} ${ofName(1)}`,
    model: ofName(2),
  });
  for (const [index, name] of names.entries()) {
    const fields = {
      id: `m${index}`,
      name,
      model: ofName(index + 1),
      provider: 'openai-compatible',
      baseUrl: model.baseUrl('openai'),
    };
    await client.models.put(modelProfileInputSchema.parse(fields));
    const agent = {
      name: `${planted} ${name}`,
      description: every.slice(0, 1900),
      systemPrompt: every.slice(0, 19_000),
      llm: { model: 'default' },
    };
    await client.agents.put(agentIdSchema.parse(`a${index}`), agentInputSchema.parse(agent));
    await client.spaces.create({ name: `${planted} ${name}` });
    await client.reader.folders.create({ name: `${planted} ${name}` });
  }
  return [
    { path: '/reader/all', shows: planted },
    ...(await plantThread()),
    ...(await plantConversation()),
    ...(await plantSession()),
    ...(await plantRuns()),
    { path: '/settings/models', shows: planted },
    { path: '/settings/models?open=m1', shows: 'Save' },
    { path: '/settings/agents', shows: planted },
    { path: '/settings/agents?open=a1', shows: 'Save' },
    { path: '/settings/summaries', shows: planted },
    { path: '/settings/templates', shows: 'summary.default' },
    { path: '/settings/templates?open=summary.default', shows: planted },
    { path: '/settings/spending', shows: 'By model' },
    { path: '/settings/about', shows: '0.' },
  ];
}

async function plantTemplates(): Promise<void> {
  const folder = join(precis.home, 'templates');
  mkdirSync(folder, { recursive: true });
  const builtin = join(
    import.meta.dirname,
    '..',
    '..',
    'src',
    'templates',
    'builtin',
    'summary.default.yaml',
  );
  const hostile = JSON.stringify(`${planted} ${every}`);
  const yaml = readFileSync(builtin, 'utf8').replace(/^description: .*$/m, `description: ${hostile}`);
  writeFileSync(join(folder, 'summary.default.yaml'), yaml);
  writeFileSync(
    join(folder, '<img src=x onerror=alert(1)>.yaml'),
    `id: ${JSON.stringify(ofName(3))}\nversion: v1\n`,
  );
}

async function plantThread() {
  const { spaces, threads, runs } = precis.client;
  const { id: spaceId } = await spaces.create({ name: `${planted} ${ofName(4)}`, instructions: every });
  const { id } = await threads.create({ spaceId });
  // The reply has a model name that no profile has, and words that inject pictures and links.
  model.script({
    chunks: [`${planted}. ![p](https://xss.example/p.png) [l](javascript:alert(1))\n\n`, every],
    model: ofName(5),
  });
  const { replyRun } = await threads.send(id, { text: `${planted} ${every}` });
  for await (const event of runs.events(replyRun.id)) if (event.type === 'run-end') break;
  await threads.patch(id, { title: `${planted} ${ofName(6)}` });
  return [
    { path: '/spaces', shows: planted },
    { path: `/spaces/thread/${id}`, shows: planted },
  ];
}

async function plantConversation() {
  const { conversations } = precis.client;
  for (const [index, name] of names.slice(0, 12).entries())
    await conversations.addTurn(conversationIdSchema.parse(`${index} ${name}`), {
      user_message: name,
      final_response: name,
    });
  const id = conversationIdSchema.parse(`${planted} ${ofName(7)}`);
  const entities = names.map((label, index) => ({
    id: `e${index} ${label}`,
    type: label,
    label: `${planted} ${label}`,
  }));
  for (let turn = 0; turn < 2; turn += 1) {
    await conversations.addTurn(id, {
      user_message: `${planted} ${every}`,
      final_response: names.join(' '),
      think_output: { decision: 'clarify', goal: every, clarification_questions: names },
      router_output: { agent: ofName(1), goal: every },
      turn_entities: entities,
      step_results: [
        { tool: ofName(8), type: ofName(9), result: entities },
        { error: { code: ofName(10), message: every } },
      ],
    });
  }
  return [
    { path: '/conversations', shows: planted },
    { path: `/conversations/${encodeURIComponent(id)}`, shows: planted },
  ];
}

async function plantSession() {
  const tell = tellSession(precis.url);
  for (const [index, project] of names.slice(0, 12).entries())
    await tell.prompt({ contentSessionId: `s${index}`, project, prompt: `${planted} ${project}` });
  const of = { contentSessionId: `${planted} ${ofName(11)}` };
  const { sessionDbId } = await tell.prompt({
    ...of,
    project: ofName(12),
    prompt: `${planted} ${every.slice(0, 15_000)}`,
  });
  await tell.observe({
    ...of,
    tool_name: ofName(13),
    tool_input: { filePath: ofName(14), command: every },
    tool_response: every,
  });
  const field = every.slice(0, 15_000);
  await tell.summary({
    ...of,
    summary: {
      request: `${planted} ${field}`,
      investigated: field,
      learned: field,
      completed: field,
      next_steps: field,
      notes: field,
    },
  });
  return [
    { path: '/sessions', shows: planted },
    { path: `/sessions/${sessionDbId}`, shows: planted },
    { path: '/sessions?q=alert', shows: 'alert' },
    { path: `/sessions?project=${encodeURIComponent(ofName(12))}`, shows: planted },
  ];
}

async function plantRuns() {
  const { reader, runs, issues } = precis.client;
  const { entries, summaries } = reader;
  const { id } = await entries.add({
    kind: 'text',
    title: `${planted} ${ofName(15)}`,
    text: `${bridgeText}\n\n${names.join('\n\n')}`,
  });
  model.script({ fault: { kind: 'status', status: 400, message: every } });
  const { id: runId } = await summaries.start(id);
  for await (const event of runs.events(runId)) if (event.type === 'run-end') break;
  const { items } = await issues.list();
  return [
    { path: `/reader/all/${id}`, shows: planted },
    { path: '/runs?tab=runs', shows: planted },
    { path: `/runs?tab=runs&run=${runId}`, shows: 'alert' },
    { path: '/runs?tab=issues', shows: 'alert' },
    ...items.slice(0, 4).map((issue) => ({ path: `/runs?tab=issues&issue=${issue.id}`, shows: 'alert' })),
  ];
}

/** Everything on a screen that could act and is not part of the app. */
const findActing = `(() => {
  const acting = [];
  for (const element of document.body.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) if (/^on/i.test(name)) acting.push(name + '=' + value);
    for (const address of [element.href, element.src, element.action, element.formAction, element.data]) {
      if (typeof address === 'string' && /^\\s*(javascript|vbscript|data:text)/i.test(address)) acting.push(address);
    }
    if (/^(script|iframe|object|embed|meta|base|link|math|frame|applet|marquee|video|audio)$/i.test(element.localName)) acting.push(element.localName);
    if (element.localName === 'img') acting.push('img ' + element.src);
  }
  return acting;
})()`;

async function look(page: Page, { path, shows }: { path: string; shows: string }): Promise<void> {
  await page.goto(precis.url + path);
  await expect.poll(() => page.getByText(shows).count(), { ...soon, message: path }).toBeGreaterThan(0);
  expect({ path, acting: await page.evaluate(findActing) }).toEqual({ path, acting: [] });
}

describe('hostile words', () => {
  test('run nothing and fetch nothing, in any field of any screen', { timeout: 180_000 }, async () => {
    const screens = await plant();
    const { page, complaints } = await browser.open();
    const { expectSilence } = await watchHostile({
      page,
      complaints,
      url: precis.url,
    });
    for (const screen of screens) {
      await look(page, screen);
      await expectSilence();
    }

    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('alert');
    await page.getByRole('listbox').getByRole('option').first().waitFor(soon);
    expect(await page.evaluate(findActing)).toEqual([]);
    await expectSilence();
  });

  test('in rejected input are shown as text', async () => {
    const { page, complaints } = await browser.open();
    const { expectSilence } = await watchHostile({
      page,
      complaints,
      url: precis.url,
    });
    const hostile = '<img src=x onerror=alert(1)>';
    await page.route('**/api/agents', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          code: 'internal',
          title: hostile,
          status: 500,
          detail: hostile,
          remedy: hostile,
          retry: false,
          reference: hostile,
          type: hostile,
        }),
      }),
    );
    await page.goto(`${precis.url}/settings/agents`);
    await page.getByRole('alert').first().waitFor(soon);
    expect(await page.evaluate(findActing)).toEqual([]);
    await page.goto(
      `${precis.url}/spaces/thread/${encodeURIComponent(hostile)}?message=${encodeURIComponent(hostile)}`,
    );
    await page.goto(`${precis.url}/conversations/${encodeURIComponent(hostile)}`);
    await page.getByRole('main').waitFor(soon);
    expect(await page.evaluate(findActing)).toEqual([]);
    await expectSilence();
  });
});

describe('the policy of the page', () => {
  test('runs no injected script, and no script made from strings', async () => {
    const { page } = await browser.open();
    await page.goto(precis.url);
    const tried = await page.evaluate(`(async () => {
      window.ran = [];
      const script = document.createElement('script');
      script.textContent = 'window.ran.push("inline")';
      document.body.append(script);
      const data = document.createElement('script');
      data.src = 'data:text/javascript,window.ran.push("data")';
      document.body.append(data);
      const image = document.createElement('div');
      image.innerHTML = '<img src="x" onerror="window.ran.push(1)"><a id="go" href="javascript:window.ran.push(2)">x</a>';
      document.body.append(image);
      document.getElementById('go').click();
      const refused = [];
      // What a debugger evaluates itself is allowed; what it defers to a timer is not.
      await new Promise((resolve) => setTimeout(resolve));
      try { new Function('window.ran.push("function")')(); } catch { refused.push('function'); }
      try { (0, eval)('window.ran.push("eval")'); } catch { refused.push('eval'); }
      const frame = document.createElement('iframe');
      frame.src = location.href;
      const framed = new Promise((resolve) => { frame.onload = resolve; frame.onerror = resolve; });
      document.body.append(frame);
      await framed;
      let isFramed = true;
      try { isFramed = frame.contentDocument?.querySelector('main') != null; } catch { isFramed = false; }
      return { ran: window.ran, refused, isFramed };
    })()`);
    expect(tried).toEqual({ ran: [], refused: ['function', 'eval'], isFramed: false });
  });
});
