import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SpaceId } from '#schema/space.ts';
import type { Reply, ScriptedRequest } from '#tests/fixtures/scripted-model/reply.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { xssPayloads } from '#tests/fixtures/xss-payloads.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { soon } from './soon.ts';
import { spacesPage } from './spaces-page.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { useOfflineModel, useScriptedModel } from './use-model.ts';

let precis: RunningPrecis;
let model: ScriptedModel;
let browser: TestBrowser;
let spaceId: SpaceId;

beforeAll(async () => {
  [precis, model, browser] = await Promise.all([startPrecis(), startScriptedModel(), openBrowser()]);
});
beforeEach(async () => {
  await useScriptedModel(precis.client, model.baseUrl('openai'));
  spaceId = (await precis.client.spaces.create({ name: 'Research' })).id;
  answerBy({});
});
afterEach(async () => {
  await browser.closePages();
  for (const space of await precis.client.spaces.list()) await precis.client.spaces.remove(space.id);
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([precis?.stop(), model?.close()]);
});

const foldText =
  'The user plans to move the office to Lisbon and the team has 14 people. The assistant proposed Rua Augusta, and the user asked what the desks cost. Decided so far: the lease begins in March. Open: who signs the lease, and whether the old desks are sold.';

interface Answers {
  reply?: Reply;
  fold?: Reply;
}

/** The scripted model answers by what it is asked for. */
function answerBy({ reply, fold = { text: foldText } }: Answers): void {
  model.always(({ system, prompt }: ScriptedRequest) => {
    if (system.includes('You name conversations')) return { text: 'The office in Lisbon' };
    if (system.includes('running summary')) return fold;
    return reply ?? { text: `Answer to: ${prompt}` };
  });
}

async function openThread({ turns = 0 } = {}) {
  const { id } = await precis.client.threads.create({ spaceId });
  for (let turn = 1; turn <= turns; turn += 1) {
    const { replyRun } = await precis.client.threads.send(id, { text: `Question ${turn}` });
    for await (const event of precis.client.runs.events(replyRun.id)) expect(event.runId).toBe(replyRun.id);
  }
  const opened = await browser.open({ permissions: ['clipboard-read', 'clipboard-write'] });
  const spaces = spacesPage(opened.page, precis.url);
  await spaces.open(`/spaces/thread/${id}`);
  await spaces.field.waitFor();
  return { ...opened, spaces, id };
}

describe('the first thread', () => {
  test('is one press away, and says what to expect without a model', async () => {
    await precis.client.spaces.remove(spaceId);
    await useOfflineModel(precis.client);
    const { page, complaints } = await browser.open();
    const spaces = spacesPage(page, precis.url);
    await spaces.open();
    await page.getByRole('button', { name: 'Start the first thread' }).click();
    await expect
      .poll(() => spaces.thread.innerText(), soon)
      .toContain('the offline model answers with quotations');
    await expect.poll(() => spaces.field.evaluate((field) => field === document.activeElement)).toBe(true);
    await spaces.say('What do I have on bridges?');
    expect(await spaces.answers.last().innerText()).toContain(
      'Quoted from your library by the offline model',
    );
    expect(complaints).toEqual([]);
  });
});

describe('a thread of ten turns', () => {
  test('says when the summary is updated, shows it, and keeps it over a reload', async () => {
    const { spaces, page, complaints } = await openThread({ turns: 7 });
    expect(await spaces.drawer.innerText()).toContain('No summary yet.');
    answerBy({ fold: { text: foldText, delayMs: 30 } });
    await spaces.field.fill('Question 8');
    await spaces.field.press('Enter');
    await spaces.growing.getByText('Updating summary…').waitFor();
    await expect.poll(() => spaces.messages.count(), soon).toBe(16);
    answerBy({});
    for (const turn of [9, 10]) await spaces.say(`Question ${turn}`);
    expect(await spaces.summary.innerText()).toContain('The user plans to move the office to Lisbon');
    expect(await spaces.made.innerText()).toContain('scripted-1');
    expect(await spaces.made.innerText()).toContain('of 20 messages');
    await spaces.boundary('Folded into the summary').waitFor();
    await spaces.boundary(/^Live window: \d turns$/).waitFor();
    const dimmed = await spaces.dimmed.count();
    expect(dimmed).toBeGreaterThan(0);
    expect(await spaces.meter.getAttribute('aria-valuetext')).toMatch(/tokens sent/);

    await page.reload();
    await expect.poll(() => spaces.messages.count(), soon).toBe(20);
    expect(await spaces.summary.innerText()).toContain('The user plans to move the office to Lisbon');
    expect(await spaces.dimmed.count()).toBe(dimmed);
    expect(complaints).toEqual([]);
  });

  test('goes on when the summary fails, and says so in a toast and in the drawer', async () => {
    const { spaces } = await openThread({ turns: 7 });
    answerBy({ fold: { text: 'Too short.' } });
    await spaces.say('Question 8');
    expect(await spaces.answers.last().innerText()).toContain('Answer to: Question 8');
    await expect.poll(() => spaces.toast.innerText(), soon).toContain('The summary could not be updated.');
    expect(await spaces.drawer.getByRole('alert').innerText()).toContain('all messages stand');
    await spaces.toast.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => spaces.toast.innerText()).toBe('');
    await spaces.say('Question 9');
    expect(await spaces.drawer.getByRole('alert').count()).toBe(1);
    answerBy({});
    await spaces.say('Question 10');
    await expect.poll(() => spaces.drawer.getByRole('alert').count(), soon).toBe(0);
  });
});

describe('an answer', () => {
  const slow = { chunks: Array.from({ length: 300 }, (_, index) => `word${index} `), delayMs: 20 };

  test('can be stopped, and asked for again', async () => {
    const { spaces } = await openThread();
    answerBy({ reply: slow });
    await spaces.field.fill('Tell me everything');
    await spaces.sendButton.click();
    await spaces.growing.getByText('word3').waitFor();
    await spaces.stopButton.click();
    await spaces.thread.getByText('Stopped. This answer was not stored.').waitFor();
    expect(await spaces.partial.innerText()).toContain('word0');
    answerBy({});
    await spaces.retryButton.click();
    await expect.poll(() => spaces.answers.allInnerTexts(), soon).toHaveLength(1);
    expect(await spaces.answers.innerText()).toContain('Answer to: Tell me everything');
    expect(await spaces.partial.count()).toBe(0);
  });

  test('that failed says why and can be asked for again', async () => {
    const { spaces, page } = await openThread();
    answerBy({ reply: { fault: { kind: 'status', status: 401, message: 'no such key' } } });
    await spaces.field.fill('Hello');
    await spaces.field.press('Enter');
    await expect.poll(() => spaces.alert.innerText(), soon).toContain('refused the key');
    await page.reload();
    await expect.poll(() => spaces.alert.innerText(), soon).toContain('refused the key');
    answerBy({});
    await spaces.retryButton.click();
    await expect.poll(() => spaces.answers.allInnerTexts(), soon).toHaveLength(1);
  });

  test('is followed at the end, and leaves alone who reads further up', async () => {
    const { spaces } = await openThread({ turns: 3 });
    answerBy({ reply: { chunks: Array.from({ length: 200 }, (_, at) => `Line ${at}.\n\n`), delayMs: 15 } });
    await spaces.field.fill('Write lines');
    await spaces.field.press('Enter');
    await spaces.growing.getByText('Line 30.', { exact: true }).waitFor();
    const missing = () =>
      spaces.pane.evaluate((pane) => pane.scrollHeight - pane.clientHeight - pane.scrollTop);
    expect(await missing()).toBeLessThan(40);
    await spaces.pane.hover();
    await spaces.pane.evaluate((pane) => pane.scrollTo(0, 120));
    await spaces.jumpButton.waitFor();
    const places = async () => ({
      top: await spaces.pane.evaluate((pane) => pane.scrollTop),
      seen: (await spaces.messages.nth(1).boundingBox())?.y,
    });
    const before = await places();
    await spaces.growing.getByText('Line 80.', { exact: true }).waitFor(soon);
    expect(await places()).toEqual(before);
    await spaces.jumpButton.click();
    await expect.poll(missing).toBeLessThan(40);
    await spaces.stopButton.click();
  });
});

describe('a message', () => {
  test('that was sent last can be edited in place, and Escape leaves it as it was', async () => {
    const { spaces, page } = await openThread({ turns: 2 });
    await spaces.thread.getByRole('button', { name: 'Edit message' }).click();
    const field = spaces.thread.getByRole('textbox', { name: 'Edit your message' });
    await field.fill('Something else');
    await page.keyboard.press('Escape');
    expect(await spaces.messages.nth(2).innerText()).toContain('Question 2');
    await spaces.thread.getByRole('button', { name: 'Edit message' }).click();
    await field.fill('Question 2, better');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => spaces.answers.last().innerText(), soon)
      .toContain('Answer to: Question 2, better');
    expect(await spaces.messages.count()).toBe(4);
  });

  test('is copied as it was written', async () => {
    const { spaces, page } = await openThread({ turns: 1 });
    await spaces.answers.first().getByRole('button', { name: 'Copy message' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe('Answer to: Question 1');
  });

  test('that is refused stays in the field and says why', async () => {
    const { spaces, id } = await openThread();
    await spaces.field.fill('A thought');
    await precis.client.threads.remove(id);
    await spaces.field.press('Enter');
    await spaces.alert.filter({ hasText: 'Your text is still here.' }).waitFor();
    expect(await spaces.field.inputValue()).toBe('A thought');
  });

  test('is kept as a draft over a reload, and Shift+Enter does not send it', async () => {
    const { spaces, page } = await openThread();
    await spaces.field.fill('One');
    await spaces.field.press('Shift+Enter');
    await page.keyboard.type('Two');
    await page.reload();
    await expect.poll(() => spaces.field.inputValue(), soon).toBe('One\nTwo');
    expect(await spaces.messages.count()).toBe(0);
  });

  test('runs no script and loads nothing, whatever it says', async () => {
    const { spaces, page, complaints } = await openThread();
    const outside: string[] = [];
    await page.route(
      (url) => url.hostname !== '127.0.0.1',
      (route) => {
        outside.push(route.request().url());
        return route.abort();
      },
    );
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    // As much at a time as a model may write.
    for (let at = 0; at < xssPayloads.length; at += 20) {
      const payloads = xssPayloads.slice(at, at + 20);
      const text = payloads
        .flatMap((payload) => [payload, `[a](${payload})`, `![a](${payload})`, `- <img src="${payload}">`])
        .join('\n\n');
      answerBy({ reply: { chunks: text.match(/[\s\S]{1,400}/g) ?? [] } });
      await spaces.say(payloads.join('\n'));
    }
    const found = await spaces.pane.evaluate((pane) => ({
      elements: pane.querySelectorAll(
        'script, iframe, object, embed, img, form, style, link, base, meta, video',
      ).length,
      links: [...pane.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? ''),
      handlers: [...pane.querySelectorAll('*')].filter((element) =>
        [...element.attributes].some(({ name }) => name.startsWith('on')),
      ).length,
    }));
    expect([found.elements, found.handlers]).toEqual([0, 0]);
    expect(found.links.length).toBeGreaterThan(0);
    expect(found.links.filter((href) => !/^(?:https?:|mailto:|\/(?!\/))/.test(href))).toEqual([]);
    expect([outside, dialogs, complaints]).toEqual([[], [], []]);
  });

  test('shows code as it is, to be copied block by block', async () => {
    const { spaces, page } = await openThread();
    answerBy({ reply: { text: 'Do this:\n\n```sh\necho "<b>hi</b>"\n```\n\nThen **rest**.' } });
    await spaces.say('How?');
    expect(await spaces.answers.first().locator('strong').innerText()).toBe('rest');
    await spaces.answers.first().getByRole('button', { name: 'Copy code' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('echo "<b>hi</b>"');
  });
});

describe('the summary', () => {
  test('leads from a sentence to the message that it stands on', async () => {
    const { spaces } = await openThread({ turns: 8 });
    answerBy({
      fold: { text: `${foldText} The user asked Question 1, and the answer was: Answer to: Question 1.` },
    });
    await spaces.drawer.getByRole('button', { name: 'Rebuild' }).click();
    const sentence = spaces.summary.getByRole('link').last();
    await expect.poll(() => sentence.innerText(), soon).toContain('Question 1');
    await expect.poll(() => sentence.getAttribute('aria-disabled'), soon).toBeNull();
    await sentence.click();
    await expect
      .poll(() => spaces.pane.evaluate((pane) => pane.scrollTop < pane.scrollHeight / 2), soon)
      .toBe(true);
  });

  test('can be edited, and does not write over what has changed meanwhile', async () => {
    const { spaces, id } = await openThread({ turns: 8 });
    await spaces.drawer.getByRole('button', { name: 'Edit' }).click();
    const field = spaces.drawer.getByRole('textbox', { name: 'Text of the summary' });
    await field.fill('My own words about Lisbon.');
    const { thread } = await precis.client.threads.get(id);
    await precis.client.threads.editSummary(id, {
      text: 'Words of another tab.',
      summaryRevision: thread.summaryRevision,
    });
    await spaces.drawer.getByText('The summary has changed while you were editing.').waitFor();
    expect(await field.inputValue()).toBe('My own words about Lisbon.');
    await spaces.drawer.getByRole('button', { name: 'Save mine' }).click();
    await expect.poll(() => spaces.summary.innerText(), soon).toBe('My own words about Lisbon.');
    expect(await spaces.made.innerText()).toContain('edited by you');
  });

  test('lies over the thread on a narrow screen', async () => {
    const { spaces, page } = await openThread({ turns: 8 });
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('button', { name: 'Show the summary' }).click();
    await expect.poll(() => page.getByRole('dialog').innerText()).toContain('The user plans to move');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await spaces.thread.getByRole('button', { name: 'Back' }).click();
    await spaces.threadLink('The office in Lisbon').waitFor();
  });
});

describe('threads', () => {
  test('are found by their words, and opened at the message', async () => {
    const { spaces } = await openThread({ turns: 3 });
    await spaces.search.fill('quest 2');
    await spaces.results.getByRole('link').first().waitFor();
    expect(await spaces.results.locator('mark').first().innerText()).toBe('Question');
    await spaces.results.getByRole('link', { name: 'Question 2' }).last().click();
    await expect
      .poll(() => spaces.thread.locator('[data-body][data-passage]').innerText(), soon)
      .toContain('Question 2');
  });

  test('are titled by their first turn, renamed, exported and deleted', async () => {
    const { spaces, page } = await openThread();
    await spaces.say('Where shall we move the office?');
    await expect.poll(() => spaces.title.innerText(), soon).toBe('The office in Lisbon');
    await spaces.choose('Rename…');
    await page.keyboard.type('Our new office');
    await page.keyboard.press('Enter');
    await spaces.threadLink('Our new office').waitFor();

    const download = page.waitForEvent('download');
    await spaces.choose('Export as Markdown');
    const file = await download;
    expect(file.suggestedFilename()).toBe('Our new office.md');
    expect(readFileSync(await file.path(), 'utf8')).toContain('Answer to: Where shall we move the office?');
    const second = page.waitForEvent('download');
    await spaces.choose('Export as JSON');
    expect(JSON.parse(readFileSync(await (await second).path(), 'utf8'))).toMatchObject({
      format: 'precis-thread',
      messages: [{ role: 'user' }, { role: 'assistant' }],
    });

    await spaces.choose('Delete…');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => spaces.threadLink('Our new office').count(), soon).toBe(0);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/spaces');
  });

  test('show the same in two tabs, while the answer comes and after', async () => {
    const { spaces, id } = await openThread({ turns: 1 });
    const other = await browser.open();
    const second = spacesPage(other.page, precis.url);
    await second.open(`/spaces/thread/${id}`);
    await second.field.waitFor();
    answerBy({ reply: { chunks: Array.from({ length: 120 }, (_, at) => `part${at} `), delayMs: 20 } });
    await spaces.field.fill('For both of us');
    await spaces.field.press('Enter');
    await second.growing.getByText('part5').waitFor(soon);
    expect(await second.messages.last().innerText()).toContain('For both of us');
    await expect.poll(() => second.answers.count(), soon).toBe(2);
    await expect.poll(() => second.answers.last().innerText(), soon).toContain('part119');
    expect(await second.growing.count()).toBe(0);
  });

  test('load their older messages without a jump', async () => {
    const { spaces } = await openThread({ turns: 40 });
    await expect.poll(() => spaces.messages.count(), soon).toBe(60);
    await spaces.pane.evaluate((pane) => pane.scrollTo(0, 300));
    const anchor = spaces.thread.getByText('Question 13', { exact: true });
    const before = (await anchor.boundingBox())?.y;
    await expect.poll(() => spaces.messages.count(), soon).toBe(80);
    const after = (await anchor.boundingBox())?.y;
    expect(Math.abs((after ?? 0) - (before ?? 999))).toBeLessThan(2);
  });
});

describe('a Space', () => {
  test('is made with instructions and an agent, edited and deleted', async () => {
    const { page, complaints } = await browser.open();
    const spaces = spacesPage(page, precis.url);
    await spaces.open();
    await spaces.nav.getByRole('button', { name: 'New Space' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Writing');
    await dialog.getByRole('textbox', { name: 'Custom instructions' }).fill('Answer like a librarian.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await spaces.say('Which shelf?');
    expect(model.requests.find(({ prompt }) => prompt === 'Which shelf?')?.system).toContain(
      'like a librarian',
    );

    await spaces.nav.getByRole('button', { name: 'More for Writing' }).click();
    await page.getByRole('menuitem', { name: 'Edit Space…' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Drafts');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await spaces.nav.getByRole('button', { name: 'More for Drafts' }).click();
    await page.getByRole('menuitem', { name: 'Delete Space…' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect
      .poll(() => spaces.nav.getByRole('button', { name: 'More for Drafts' }).count(), soon)
      .toBe(0);
    expect((await precis.client.spaces.list()).map(({ name }) => name)).toEqual(['Research']);
    expect(complaints).toEqual([]);
  });
});
