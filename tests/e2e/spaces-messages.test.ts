import { describe, expect, test } from 'vitest';
import { xssPayloads } from '#tests/fixtures/xss-payloads.ts';
import { soon } from './soon.ts';
import { useSpacesBench } from './use-spaces-bench.ts';

const bench = useSpacesBench();

/** An answer that lasts longer than a busy machine needs to stop it. */
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
});

describe('a message', () => {
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
    // Each message holds no more text than a model may write at once.
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
});
