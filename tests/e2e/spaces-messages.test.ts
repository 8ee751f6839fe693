import { describe, expect, test } from 'vitest';
import { maxQueuedMessages } from '#schema/spaces/spaces-wire.ts';
import { xssPayloads } from '#tests/fixtures/xss-payloads.ts';
import { soon } from './soon.ts';
import { useSpacesBench } from './use-spaces-bench.ts';

const bench = useSpacesBench();

/** For longer than a busy machine takes to stop it. */
const slow = { chunks: Array.from({ length: 2000 }, (_, index) => `word${index} `), delayMs: 20 };

describe('an answer', () => {
  test('that is stopped keeps its text, marked, also after a reload, and can be requested again', async () => {
    const { spaces, page } = await bench.openThread();
    bench.answerBy({ reply: slow });
    await spaces.field.fill('Tell me everything');
    await spaces.sendButton.click();
    await spaces.growing.getByText('word3').waitFor();
    await spaces.stopButton.click();
    await spaces.thread.getByText('Stopped by you').waitFor();
    await page.reload();
    await spaces.thread.getByText('Stopped by you').waitFor();
    expect(await spaces.answers.innerText()).toContain('word0 word1 word2');
    bench.answerBy({});
    await spaces.thread.getByRole('button', { name: 'Regenerate answer' }).click();
    await expect.poll(() => spaces.answers.innerText(), soon).toContain('Answer to: Tell me everything');
    expect(await spaces.thread.getByText('Stopped by you').count()).toBe(0);
  });

  test('that is stopped when requested again gives way to the one before it', async () => {
    const { spaces, page } = await bench.openThread({ turns: 1 });
    const before = await spaces.answers.innerText();
    bench.answerBy({ reply: slow });
    await spaces.thread.getByRole('button', { name: 'Regenerate answer' }).click();
    await spaces.growing.getByText('word3').waitFor();
    await spaces.stopButton.click();
    await spaces.thread.getByText('Stopped. The previous answer is unchanged.').waitFor();
    await expect.poll(() => spaces.growing.count(), soon).toBe(0);
    expect(await spaces.answers.allInnerTexts()).toEqual([before]);
    await page.reload();
    await spaces.thread.getByText('Stopped. The previous answer is unchanged.').waitFor();
    expect(await spaces.answers.allInnerTexts()).toEqual([before]);
  });

  test('that failed says why and can be requested again', async () => {
    const { spaces, page } = await bench.openThread();
    bench.answerBy({ reply: { fault: { kind: 'status', status: 401, message: 'no such key' } } });
    await spaces.field.fill('Hello');
    await spaces.field.press('Enter');
    await expect.poll(() => spaces.alert.innerText(), soon).toContain('rejected the API key');
    await page.reload();
    await expect.poll(() => spaces.alert.innerText(), soon).toContain('rejected the API key');
    bench.answerBy({});
    await spaces.retryButton.click();
    await expect.poll(() => spaces.answers.allInnerTexts(), soon).toHaveLength(1);
  });

  test('is followed at the end, and does not scroll a reader further up', async () => {
    const { spaces } = await bench.openThread({ turns: 3 });
    bench.answerBy({
      // More than a slow machine has written by the time the last step stops it.
      reply: { chunks: Array.from({ length: 2000 }, (_, at) => `Line ${at}.\n\n`), delayMs: 15 },
    });
    await spaces.field.fill('Write lines');
    await spaces.field.press('Enter');
    await spaces.growing.getByText('Line 30.', { exact: true }).waitFor();
    const missing = () =>
      spaces.pane.evaluate((pane) => pane.scrollHeight - pane.clientHeight - pane.scrollTop);
    await expect.poll(missing, soon).toBeLessThan(40);
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
  test('that was sent last can be edited in place, and Escape discards the edit', async () => {
    const { spaces, page } = await bench.openThread({ turns: 2 });
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
    await expect.poll(() => spaces.messages.count(), soon).toBe(4);
  });

  test('is copied as written', async () => {
    const { spaces, page } = await bench.openThread({ turns: 1 });
    await spaces.answers.first().getByRole('button', { name: 'Copy message' }).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('Answer to: Question 1');
  });

  test('that is rejected stays in the field and says why', async () => {
    const { spaces, page, id } = await bench.openThread();
    // The page does not receive the answer that someone else requested.
    await page.route(
      (url) => url.pathname === `/api/threads/${id}`,
      () => undefined,
    );
    bench.answerBy({ reply: slow });
    const { send } = bench.client().threads;
    const { replyRun } = await send(id, { text: 'Elsewhere' });
    for (let n = 0; n < maxQueuedMessages; n += 1) await send(id, { text: `More ${n}` });
    await spaces.field.fill('A thought');
    await spaces.field.press('Enter');
    await spaces.alert.filter({ hasText: '10 messages are waiting in this thread already.' }).waitFor();
    expect(await spaces.alert.innerText()).toContain('Your text is still here.');
    expect(await spaces.field.inputValue()).toBe('A thought');
    bench.answerBy({});
    await bench.client().runs.cancel(replyRun.id);
  });

  test('that is sent while an answer arrives waits, can be removed, and is answered after it', async () => {
    const { spaces, page } = await bench.openThread();
    bench.answerBy({ reply: slow });
    await spaces.field.fill('First');
    await spaces.field.press('Enter');
    await spaces.growing.getByText('word3').waitFor();
    for (const text of ['Second', 'Third']) {
      await spaces.field.fill(text);
      await spaces.field.press('Enter');
      await spaces.queued.filter({ hasText: text }).waitFor();
      expect(await spaces.field.inputValue()).toBe('');
    }
    await page.reload();
    await expect.poll(() => spaces.queued.count(), soon).toBe(2);
    await spaces.queued.first().getByRole('button', { name: 'Remove queued message' }).click();
    await expect.poll(() => spaces.queued.allInnerTexts(), soon).toHaveLength(1);
    bench.answerBy({});
    await spaces.stopButton.click();
    await expect.poll(() => spaces.answers.last().innerText(), soon).toContain('Answer to: Third');
    await expect.poll(() => spaces.queued.count(), soon).toBe(0);
    await expect.poll(() => spaces.messages.count(), soon).toBe(4);
  });

  test('is kept as a draft across a reload, and Shift+Enter does not send it', async () => {
    const { spaces, page } = await bench.openThread();
    await spaces.field.fill('One');
    await spaces.field.press('Shift+Enter');
    await page.keyboard.type('Two');
    await page.reload();
    await expect.poll(() => spaces.field.inputValue(), soon).toBe('One\nTwo');
    expect(await spaces.messages.count()).toBe(0);
  });

  test('runs no script and loads nothing, whatever it says', async () => {
    const { spaces, page, complaints } = await bench.openThread();
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
    // As much at once as a model may write.
    for (let at = 0; at < xssPayloads.length; at += 20) {
      const payloads = xssPayloads.slice(at, at + 20);
      const text = payloads
        .flatMap((payload) => [payload, `[a](${payload})`, `![a](${payload})`, `- <img src="${payload}">`])
        .join('\n\n');
      bench.answerBy({ reply: { chunks: text.match(/[\s\S]{1,400}/g) ?? [] } });
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

  test('shows code verbatim, to be copied block by block', async () => {
    const { spaces, page } = await bench.openThread();
    bench.answerBy({ reply: { text: 'Do this:\n\n```sh\necho "<b>hi</b>"\n```\n\nThen **rest**.' } });
    await spaces.say('How?');
    expect(await spaces.answers.first().locator('strong').innerText()).toBe('rest');
    await spaces.answers.first().getByRole('button', { name: 'Copy code' }).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('echo "<b>hi</b>"');
  });
});
