import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { bridgeTags, tagReply } from './tag-reply.ts';
import { useTagsBench } from './use-tags-bench.ts';

const total = 12;
const bench = useTagsBench({ entries: total });

/** The number before “of”. */
async function endedOf(locator: Locator): Promise<number> {
  return Number(/(\d+) of/.exec(await locator.innerText())?.[1] ?? Number.NaN);
}

/** The name of the focused element. */
async function focusOf(page: Page): Promise<string> {
  return page.evaluate<string>(
    `(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim()`,
  );
}

/** Makes the model's answers wait until the test releases them. */
function holdAnswers(): { release(count: number): void } {
  const waiting: (() => void)[] = [];
  let free = 0;
  bench.model().always(async () => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    return tagReply(bridgeTags);
  });
  return {
    release(count) {
      const ready = waiting.splice(0, count);
      free += count - ready.length;
      for (const go of ready) go();
    },
  };
}

describe('a batch', () => {
  test('shows its cost before and its progress after a reload and in another tab, is stopped and resumed', async () => {
    await bench.useModel();
    const answers = holdAnswers();
    const { page, complaints, reader, tags } = await bench.open('/reader/all');
    await reader.choose('The bridge desk', 'Tag entries…');
    const estimate = tags.dialog.getByTestId('tagging-estimate');
    await estimate.waitFor();
    await expect
      .poll(() => estimate.innerText())
      .toMatch(
        /Entries\s+12\s+Estimated tokens\s+[\d,]+\s+Estimated cost\s+\$0\.0[\s\S]*OpenAI-compatible scripted-1/,
      );
    await expect.poll(() => focusOf(page)).toBe('Start');
    await page.keyboard.press('Escape');
    await expect.poll(() => focusOf(page)).toBe('More options for The bridge desk');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Tag entries…' }).focus();
    await page.keyboard.press('Enter');
    await estimate.waitFor();
    await tags.dialog.getByRole('radio', { name: 'Add' }).check();
    await tags.dialog.getByRole('button', { name: 'Start' }).click();
    await expect.poll(() => tags.status.innerText()).toBe('Running');
    answers.release(3);
    await expect.poll(() => endedOf(tags.progress)).toBe(3);

    await page.reload();
    await expect.poll(() => endedOf(tags.indicator)).toBe(3);
    const other = await bench.openTab(page, '/reader/all');
    await expect.poll(() => endedOf(other.tags.indicator)).toBe(3);
    await other.tags.indicator.getByRole('button').click();
    await other.tags.dialog.getByRole('button', { name: 'Abort' }).click();
    await expect.poll(() => other.tags.status.innerText()).toBe('Stopped');
    await page.bringToFront();
    await tags.indicator.getByText(/Tagging stopped at \d+ of 12/).waitFor();

    answers.release(1000);
    await tags.indicator.getByRole('button').first().click();
    await tags.dialog.getByRole('button', { name: 'Resume' }).click();
    await expect.poll(() => tags.status.innerText()).toBe('Done');
    await expect.poll(() => tags.progress.innerText()).toBe('12 of 12');
    await expect.poll(() => tags.facts.innerText()).toMatch(/^3 tags on 12 entries · \$0\.0/);
    await page.keyboard.press('Escape');
    await expect.poll(() => tags.sidebar.getByRole('link', { name: 'bridges' }).innerText()).toBe('bridges');
    expect(complaints).toEqual([]);
  });

  test('is reviewed and undone, and what a person added stays', async () => {
    await bench.useModel();
    bench.model().always(tagReply(bridgeTags));
    const own = await bench.idOf('Bridge report 5');
    await bench.client().tags.ofEntry.add(own, ['ferries']);
    const { page, reader, tags } = await bench.open('/reader/all');
    await reader.rows.first().waitFor();
    await page.getByRole('button', { name: 'More for this list' }).click();
    await page.getByRole('menuitem', { name: 'Tag these entries…' }).click();
    await tags.dialog.getByRole('button', { name: 'Start' }).click();
    await expect.poll(() => tags.status.innerText()).toBe('Done');
    await tags.dialog.getByRole('button', { name: 'Review' }).click();
    const entry = tags.dialog.getByRole('listitem').filter({ hasText: 'Bridge report 12' }).first();
    await entry.getByRole('button', { name: 'Accept suggested tag bridges' }).click();
    await entry.getByRole('button', { name: 'Accept suggested tag bridges' }).waitFor({ state: 'detached' });
    await entry.getByRole('button', { name: 'Dismiss suggested tag ferries' }).click();
    await entry.getByRole('button', { name: 'Dismiss suggested tag ferries' }).waitFor({ state: 'detached' });

    // Three suggestions on 12 entries are 36. Two are decided already, and one tag was there before.
    await tags.dialog.getByRole('button', { name: 'Accept all 33 suggestions' }).click();
    await expect.poll(() => tags.facts.innerText()).toContain('3 tags on 12 entries');
    // The buttons of the single entries disappear when the list is read again.
    await expect.poll(() => tags.dialog.getByRole('button', { name: /^Accept all/ }).count()).toBe(0);

    // Closing the review hides neither the batch nor its undo.
    await page.keyboard.press('Escape');
    await tags.indicator.getByRole('button', { name: 'Suggestions for 12 entries' }).click();
    await tags.dialog.getByRole('button', { name: 'Undo…' }).click();
    await expect.poll(() => focusOf(page)).toBe('Cancel');
    await page
      .getByRole('dialog', { name: 'Undo this batch?' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect.poll(() => tags.status.innerText()).toBe('Undone');
    await tags.dialog.getByText('Removed 3 tags from 12 entries.').waitFor();
    const left = await bench.client().tags.ofEntry.get(await bench.idOf('Bridge report 12'));
    expect(left.tags.map(({ name }) => name)).toEqual(['bridges']);
    expect(left.suggestions).toEqual([]);
    expect((await bench.client().tags.ofEntry.get(own)).tags.map(({ name }) => name)).toEqual(['ferries']);
  });

  test('counts entries without new tags, leaves them out of its review, and is found in Settings', async () => {
    await bench.useModel();
    let asked = 0;
    bench.model().always(() => {
      asked += 1;
      return tagReply(asked === 1 ? { bridges: bridgeTags.bridges } : {});
    });
    const feed = (await bench.client().reader.subscriptions()).feeds[0];
    if (feed === undefined) throw new Error('there is no feed');
    const started = await bench
      .client()
      .tags.batches.start({ selection: { feedId: feed.id }, mode: 'accept' });
    const { page, tags } = await bench.open('/reader/all');
    await tags.indicator.getByText('Tagged 1 entry').waitFor();
    await tags.indicator.getByRole('button').first().click();
    await expect.poll(() => tags.facts.innerText()).toContain('1 tag on 1 entry · no new tags for 11');
    await tags.dialog.getByRole('button', { name: 'Review' }).click();
    await tags.dialog.getByText('11 entries without new tags').waitFor();
    const reviewed = tags.dialog.getByRole('region', { name: 'Review' }).getByRole('link');
    await expect.poll(() => reviewed.count()).toBe(1);
    // An entry whose tag is removed does not count as an entry without new tags.
    await tags.dialog.getByRole('button', { name: 'Remove tag bridges' }).click();
    await tags.dialog.getByText('Nothing to review.').waitFor();
    expect((await bench.client().tags.batches.get(started.id)).emptyEntries).toBe(11);
    await page.keyboard.press('Escape');
    await tags.indicator.getByRole('button', { name: 'Hide' }).click();
    await tags.indicator.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate('document.activeElement === document.body')).toBe(false);

    await page.goto(new URL('/settings/tags', page.url()).href);
    await page
      .getByRole('button', { name: /^The bridge desk.*12 entries/ })
      .first()
      .click();
    await expect.poll(() => tags.progress.innerText()).toBe('12 of 12');
    await page.keyboard.press('Escape');
    await expect.poll(() => focusOf(page)).toContain('The bridge desk');
  });

  test('names what failed and tries it again; on a phone too', async () => {
    await bench.useModel();
    bench.model().always({ fault: { kind: 'status', status: 401 } });
    const { page, reader, tags } = await bench.open('/reader/all', {
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    });
    await reader.search.fill('"Bridge report"');
    await page.waitForURL(/q=/);
    await reader.rows.first().waitFor();
    await page.getByRole('button', { name: 'More for this list' }).tap();
    await page.getByRole('menuitem', { name: 'Tag these entries…' }).tap();
    await tags.dialog.getByRole('button', { name: 'Start' }).tap();
    await expect.poll(() => tags.status.innerText()).toBe('Done');
    await expect.poll(() => tags.facts.innerText()).toContain('12 failed');
    await tags.dialog.getByRole('button', { name: 'Review' }).tap();
    await tags.dialog.getByRole('listitem').first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    bench.model().always(tagReply(bridgeTags));
    await tags.dialog.getByRole('button', { name: 'Retry failed' }).tap();
    await expect.poll(() => tags.facts.innerText()).toContain('suggestions');
    await expect.poll(() => tags.facts.innerText()).not.toContain('failed');
  });
});
