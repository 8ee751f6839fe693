import { describe, expect, test } from 'vitest';
import { findViolations, untilLoaded } from './find-violations.ts';
import { soon } from './soon.ts';
import { useSpacesBench } from './use-spaces-bench.ts';

const bench = useSpacesBench();

describe('the strip over the composer', () => {
  test('draws summary, verbatim turns and what folding saves, with exact values on request', async () => {
    const long =
      'The office moves to Lisbon because the rent there is lower, and the team wants the sea. '.repeat(5);
    bench.answerBy({ reply: { text: long } });
    const { spaces, page, complaints } = await bench.openThread({ turns: 9 });
    await expect
      .poll(() => spaces.memory.innerText(), soon)
      .toMatch(/summary\s*\d+\s*4 turns verbatim\s*\d+/);
    expect(await spaces.memory.innerText()).toMatch(/\d+% saved of [\d.k]+ tokens/i);
    const shares = () =>
      spaces.meter
        .locator('[data-part]')
        .evaluateAll((parts) => parts.map((part) => part.getAttribute('data-part')));
    expect(await shares()).toEqual(['summary', 'verbatim']);
    expect(await spaces.meter.getAttribute('aria-valuetext')).toMatch(
      /^[\d,]+ of [\d,]+ tokens sent, \d+% saved, summary \d+, verbatim \d+, room for 0 more turns$/,
    );
    await untilLoaded(page);
    expect(await findViolations(page)).toEqual([]);
    await spaces.memory.getByRole('button', { name: /Show what the next prompt contains$/ }).click();
    const details = page.getByRole('dialog', { name: 'Tokens in the next prompt' });
    await expect.poll(() => details.innerText(), soon).toContain('After the next answer');
    expect(await findViolations(page, { part: '[role="dialog"]' })).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('shows the room that is left before there is a summary, and nothing in an empty thread', async () => {
    const { spaces } = await bench.openThread();
    expect(await spaces.memory.count()).toBe(0);
    await spaces.say('Where shall we move the office?');
    await expect.poll(() => spaces.memory.innerText(), soon).toContain('1 turn verbatim');
    await expect
      .poll(() => spaces.meter.getAttribute('aria-valuetext'), soon)
      .toMatch(/room for 5 more turns$/);
  });
});

describe('folded messages', () => {
  test('are a card with the summary, which opens to show them and closes again', async () => {
    const { spaces } = await bench.openThread({ turns: 8 });
    await expect.poll(() => spaces.foldedCard.innerText(), soon).toMatch(/^8 messages, summarized/);
    expect(await spaces.foldedCard.innerText()).toContain('The user plans to move the office to Lisbon');
    expect(await spaces.messages.count()).toBe(8);
    await spaces.foldedCard.click();
    await expect.poll(() => spaces.dimmed.count(), soon).toBe(8);
    await spaces.boundary('Folded into the summary').waitFor();
    // The card stays where it was clicked.
    expect(await spaces.foldedCard.isVisible()).toBe(true);
    await expect.poll(() => spaces.pane.evaluate((pane) => pane.scrollTop < 100), soon).toBe(true);
    await spaces.foldedCard.click();
    await expect.poll(() => spaces.messages.count(), soon).toBe(8);
    await spaces.field.fill('Still here');
    expect(await spaces.field.inputValue()).toBe('Still here');
  });

  test('are shown where a link leads to one of them', async () => {
    const { id } = await bench.openThread({ turns: 8 });
    const { spaces } = await bench.open(`/spaces/thread/${id}?message=3`);
    await expect
      .poll(() => spaces.thread.locator('[data-body][data-passage]').innerText(), soon)
      .toContain('Question 2');
    expect(await spaces.foldedCard.getAttribute('aria-expanded')).toBe('true');
    await expect
      .poll(
        () =>
          spaces.thread.getByText('Question 2', { exact: true }).evaluate((message) => {
            const { top, bottom } = message.getBoundingClientRect();
            return top >= 0 && bottom <= message.ownerDocument.documentElement.clientHeight;
          }),
        soon,
      )
      .toBe(true);
  });

  test('stay in sight when they are folded while the thread is open', async () => {
    const { spaces } = await bench.openThread({ turns: 6 });
    await spaces.say('Question 7');
    await expect.poll(() => spaces.dimmed.count(), soon).toBe(2);
    expect(await spaces.foldedCard.count()).toBe(0);
    expect(await spaces.messages.count()).toBe(14);
  });
});

test('an answer says what it read: the summary and the messages', async () => {
  const { spaces, page } = await bench.openThread({ turns: 9 });
  await spaces.answers
    .last()
    .getByRole('button', { name: /^Read \d+ tokens$/ })
    .click();
  const read = page.getByRole('dialog', { name: 'What this answer read' });
  await expect
    .poll(() => read.innerText(), soon)
    .toMatch(/Summary of older messages\s+\d+\s+9 messages, word for word\s+\d+/);
});
