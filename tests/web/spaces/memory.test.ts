import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { findViolations } from '../find-violations.ts';
import { openApp } from '../open-app.ts';
import { keepThread, makeMessage, makeTurns, summarized, threadPath } from './thread-answers.ts';
import { spaces } from './thread-parts.ts';

const window = { policy: 'adaptive' as const, liveTurns: 4, maxTurns: 4 };
const tokens = { totalTokens: 900, liveTokens: 208 };

function keepFolded(turns: number, throughSeq: number) {
  return keepThread({
    messages: makeTurns(turns),
    thread: { ...summarized(throughSeq), ...tokens },
    view: { window, meter: { sentTokens: 258, fullTokens: 912 } },
  });
}

function textOf(locator: { element(): Element }): string {
  return (locator.element() as HTMLElement).innerText;
}

describe('the strip over the composer', () => {
  test('draws summary, verbatim turns and what folding saves, with exact values on request', async () => {
    await openApp(threadPath, { threads: keepFolded(9, 10).threads });
    await expect.element(spaces.memory).toBeVisible();
    expect(textOf(spaces.memory)).toMatch(/summary\s*50\s*4 turns verbatim\s*208/);
    expect(textOf(spaces.memory)).toMatch(/72% saved of 912 tokens/i);
    const parts = spaces.meter.css('[data-part]').elements();
    expect(parts.map((part) => part.getAttribute('data-part'))).toEqual(['summary', 'verbatim']);
    await expect
      .element(spaces.meter)
      .toHaveAttribute(
        'aria-valuetext',
        expect.stringMatching(
          /^[\d,]+ of [\d,]+ tokens sent, \d+% saved, summary \d+, verbatim \d+, room for 0 more turns$/,
        ),
      );
    await spaces.memory.getByRole('button', { name: /Show what the next prompt contains$/ }).click();
    await expect
      .element(page.getByRole('dialog', { name: 'Tokens in the next prompt' }))
      .toMatchTextContent('After the next answer');
    expect(await findViolations()).toEqual([]);
  });

  test('shows the room that is left before there is a summary, and nothing in an empty thread', async () => {
    const kept = keepThread({ messages: [], thread: { totalTokens: 0, liveTokens: 0 } });
    const app = await openApp(threadPath, { threads: kept.threads });
    await expect.element(spaces.field).toBeVisible();
    expect(spaces.memory.query()).toBeNull();
    kept.change({
      messages: makeTurns(1),
      thread: { totalTokens: 12, liveTokens: 12 },
      view: { window: { ...window, liveTurns: 1, maxTurns: 6 }, meter: { sentTokens: 12, fullTokens: 12 } },
    });
    app.announce('threads');
    await expect.element(spaces.memory).toMatchTextContent('1 turn verbatim');
    await expect
      .element(spaces.meter)
      .toHaveAttribute('aria-valuetext', expect.stringMatching(/room for 5 more turns$/));
  });
});

describe('folded messages', () => {
  test('are a card with the summary, which opens to show them and closes again', async () => {
    await openApp(threadPath, { threads: keepFolded(8, 8).threads });
    await expect.element(spaces.foldedCard).toMatchTextContent(/^8 messages, summarized/);
    await expect.element(spaces.foldedCard).toMatchTextContent('The user plans to move the office to Lisbon');
    expect(spaces.messages.elements()).toHaveLength(8);
    await spaces.foldedCard.click();
    await expect.poll(() => spaces.dimmed.elements()).toHaveLength(8);
    await expect.element(spaces.boundary('Folded into the summary')).toBeVisible();
    // The card stays in view after the click.
    await expect.element(spaces.foldedCard).toBeInViewport();
    await expect.poll(() => spaces.pane.element().scrollTop).toBeLessThan(100);
    await spaces.foldedCard.click();
    await expect.poll(() => spaces.messages.elements()).toHaveLength(8);
    await spaces.field.fill('Still here');
    await expect.element(spaces.field).toHaveValue('Still here');
  });

  test('stay in sight when they are folded while the thread is open', async () => {
    const kept = keepThread({ messages: makeTurns(7) });
    const app = await openApp(threadPath, { threads: kept.threads });
    await expect.poll(() => spaces.messages.elements()).toHaveLength(14);
    expect(spaces.dimmed.elements()).toEqual([]);
    kept.change({ thread: summarized(2) });
    app.announce('threads');
    await expect.poll(() => spaces.dimmed.elements()).toHaveLength(2);
    expect(spaces.foldedCard.query()).toBeNull();
    expect(spaces.messages.elements()).toHaveLength(14);
  });
});

test('an answer says what it read: the summary and the messages', async () => {
  const read = { summaryTokens: 50, messages: 9, messageTokens: 208, article: null };
  const messages = [...makeTurns(8), makeMessage(17, 'Question 9'), makeMessage(18, 'Answer', { read })];
  await openApp(threadPath, { threads: keepThread({ messages, thread: summarized(8) }).threads });
  await spaces.answers.last().getByRole('button', { name: 'Read 258 tokens' }).click();
  const told = page.getByRole('dialog', { name: 'What this answer read' });
  await expect.element(told).toBeVisible();
  expect(textOf(told)).toMatch(/Summary of older messages\s+50\s+9 messages, word for word\s+208/);
});
