import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { EntryTags } from '#schema/tag-wire.ts';
import { openApp } from '../open-app.ts';
import { entryId, openTags, recordedTags } from './tag-answers.ts';
import { namesOf, tagsPage } from './tags-page.ts';

const { abort, accept, acceptAll, dismiss, passage, suggest, suggestions, tags, word, words } = tagsPage;
const found = recordedTags.suggestions.filter(({ name }) => name !== 'public works');
const names = found.map(({ name }) => name);

async function openEntry(of?: EntryTags) {
  const opened = openTags(of === undefined ? {} : { of });
  const app = await openApp(`/reader/all/${entryId}`, opened.answers);
  await expect.element(tags).toBeVisible();
  return { app, ...opened };
}

const waiting: EntryTags = { tags: [], suggestions: found, run: null };

describe('suggested tags', () => {
  test('wait for a click, and show the passage that justifies them', async () => {
    const { app, endRun } = await openEntry();
    await suggest.click();
    await expect.element(abort).toBeVisible();
    endRun('succeeded', found);
    await expect.poll(() => namesOf(suggestions)).toEqual(names);
    expect(words.elements()).toEqual([]);

    await accept('ferries').hover();
    await expect.element(passage.getByText(/electric ferries/)).toBeVisible();
    await passage.getByRole('button').first().click();
    await expect.poll(() => CSS.highlights.get('passage')?.size ?? 0).toBe(1);

    await accept('ferries').click();
    await expect.element(word('ferries')).toBeVisible();
    await dismiss('Lindhaven').click();
    await expect.poll(() => namesOf(suggestions)).toEqual(['bridges']);
    expect(app.asked('tags.ofEntry.accept')).toEqual([[entryId, { keys: ['ferry'] }]]);
    expect(app.asked('tags.ofEntry.dismiss')).toEqual([[entryId, { keys: ['lindhaven'] }]]);
    // A dismissed or accepted tag is not suggested again.
    await suggest.click();
    await expect.element(abort).toBeVisible();
    endRun('succeeded');
    await expect.poll(() => abort.query()).toBeNull();
    expect(namesOf(suggestions)).toEqual(['bridges']);
  });

  test('are all accepted at once', async () => {
    await openEntry(waiting);
    await acceptAll.click();
    await expect.poll(() => namesOf(words)).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
    expect(suggestions.elements()).toEqual([]);
  });

  test('are reached by keyboard', async () => {
    const { endRun } = await openEntry();
    (suggest.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(abort).toBeVisible();
    endRun('succeeded', found);
    await expect.element(accept('bridges')).toBeVisible();
    await expect.element(suggest).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect.element(passage.getByText(/steel columns of the eastern pier/)).toBeVisible();
    // Tab leads through the passage to the next tag, and Escape leads from the passage back to its tag.
    await userEvent.keyboard('{Tab}{Tab}');
    await expect.element(passage.getByRole('button').first()).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect.element(accept('ferries')).toHaveFocus();
    await expect.element(passage.getByText(/electric ferries/)).toBeVisible();
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    await expect.element(dismiss('bridges')).toHaveFocus();
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    await userEvent.keyboard('{Tab}{Tab}');
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => passage.query()).toBeNull();
    await expect.element(accept('bridges')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(word('bridges')).toBeVisible();
    await expect.element(accept('ferries')).toHaveFocus();
  });

  test('say why there are none, and can be stopped and tried again', async () => {
    const { endRun } = await openEntry();
    await suggest.click();
    await expect.element(abort).toBeVisible();
    endRun('failed');
    await expect.element(tags.getByRole('alert')).toMatchTextContent('Couldn’t suggest tags');
    await tags.getByRole('button', { name: 'Try again' }).click();
    await abort.click();
    await expect.element(suggest).toBeVisible();
    expect(suggestions.elements()).toEqual([]);
    await suggest.click();
    await expect.element(abort).toBeVisible();
    endRun('succeeded', found);
    await expect.element(accept('ferries')).toBeVisible();
  });

  test('are stopped by an Abort that comes before their run', async () => {
    const { app, answers } = await openEntry();
    const { promise: pressed, resolve: press } = Promise.withResolvers<void>();
    const start = answers.tags?.ofEntry?.suggest;
    app.script({
      tags: {
        ofEntry: {
          async suggest(...given) {
            await pressed;
            return typeof start === 'function' ? start(...given) : (start ?? expect.unreachable());
          },
        },
      },
    });
    await suggest.click();
    await abort.click();
    press();
    await expect.element(suggest).toBeVisible();
    expect(abort.query()).toBeNull();
    expect(app.asked('runs.cancel')).toHaveLength(1);
  });
});
