import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppError } from '#schema/app-error.ts';
import { openApp } from '../open-app.ts';
import { idOf, makeHeads, openLibrary, pageOf, recordedSubscriptions, withReader } from './library.ts';
import { focus, isShown, leaveDialog, reader } from './reader-parts.ts';

const { keyboard } = userEvent;

test('the Reader starts with what it is and every way to begin, and the sample feed is one click away', async () => {
  const library = openLibrary(makeHeads(9));
  let isAdded = false;
  const feeds = recordedSubscriptions();
  const [sample] = feeds.feeds;
  if (sample === undefined) throw new Error('no recorded feed');
  const empty = { folders: [], feeds: [], unread: 0, starred: 0, saved: 0 };
  const app = await openApp('/', {
    ...library.answers,
    sessions: { projects: { projects: [], items: [] } },
    reader: {
      ...library.answers.reader,
      subscriptions: () => (isAdded ? feeds : empty),
      entries: {
        ...library.answers.reader.entries,
        list: () => pageOf(isAdded ? makeHeads(9) : []),
      },
      feeds: {
        addSample() {
          isAdded = true;
          return sample;
        },
      },
    },
  });
  await expect.element(page.getByRole('heading', { name: 'What do you want to read?' })).toBeVisible();
  await expect.element(page.getByText(/Summaries work offline right away\./)).toBeVisible();
  for (const [way, found] of [
    ['Add a feed', reader.dialog.getByRole('textbox', { name: 'Feed or site URL' })],
    ['Import OPML', reader.dialog.getByRole('button', { name: 'Choose an OPML file' })],
    ['Open a file', reader.dialog.getByRole('button', { name: /file/i }).first()],
  ] as const) {
    await page.getByRole('button', { name: way, exact: false }).click();
    await expect.element(found).toBeVisible();
    await leaveDialog();
  }
  await page.getByRole('link', { name: 'Connect a coding agent', exact: false }).click();
  await expect.element(page.getByText(/precis opencode install/).first()).toBeVisible();
  window.history.back();
  await page.getByRole('button', { name: 'Try the sample feed', exact: false }).click();
  await expect.poll(() => reader.rows.elements().length).toBe(9);
  await expect.element(reader.feed('Precis Sampler')).toHaveAttribute('aria-current', 'page');
  expect(app.asked('reader.feeds.addSample')).toHaveLength(1);
});

describe('an entry is marked as read', () => {
  test('after it was open for a while, and m undoes that', async () => {
    const library = openLibrary(makeHeads(9));
    const app = await openApp('/reader/unread', {
      ...library.answers,
      settings: { get: withReader({ markReadAfterMs: 500 }) },
    });
    await expect.poll(() => reader.rows.elements().length).toBe(9);
    const feedText = () => reader.feed('Precis Sampler').element().parentElement?.textContent;
    expect(feedText()).toContain('9');
    await keyboard('j');
    await expect.element(reader.current).not.toMatchTextContent(/unread/);
    await expect.poll(feedText).toContain('8');
    // The entry stays in place until the list is reopened.
    expect(reader.rows.elements()).toHaveLength(9);
    await keyboard('m');
    await expect.element(reader.current).toMatchTextContent(/unread/);
    await expect.poll(feedText).toContain('9');
    const marks = () => app.asked('reader.entries.patch').map((args) => args[1]);
    await expect.poll(marks).toEqual([{ read: true }, { read: false }]);
  });

  test('when it was scrolled through', async () => {
    const library = openLibrary(makeHeads(3));
    await openApp('/reader/unread', {
      ...library.answers,
      settings: { get: withReader({ markReadAfterMs: 600_000 }) },
    });
    await reader.openEntry('Entry 1.');
    await expect.element(reader.body).toBeVisible();
    await expect.element(reader.current).toMatchTextContent(/unread/);
    focus(reader.article.element());
    await keyboard('{End}');
    await expect.element(reader.current).not.toMatchTextContent(/unread/);
    await expect.poll(() => library.titlesOf('read')).toEqual(['Entry 1.']);
  });

  test('with all others, after asking', async () => {
    const library = openLibrary(makeHeads(9));
    const app = await openApp('/reader/unread', library.answers);
    await expect.element(reader.rows.first()).toBeVisible();
    await keyboard('{Shift>}A{/Shift}');
    await expect.element(reader.dialog.getByText('Mark everything in All entries as read?')).toBeVisible();
    expect(app.asked('reader.entries.markRead')).toEqual([]);
    await keyboard('{Enter}');
    await expect.element(page.getByText('No unread entries.')).toBeVisible();
    expect(app.asked('reader.entries.markRead')).toEqual([[{ before: expect.any(Number) }]]);
    await page.getByRole('button', { name: 'Show all entries' }).click();
    await expect.poll(() => reader.rows.elements().length).toBe(9);
  });
});

test('the Reader is used by keyboard alone', async () => {
  const library = openLibrary(makeHeads(9));
  const app = await openApp('/reader/all', {
    ...library.answers,
    settings: { get: withReader({ markReadAfterMs: null }) },
  });
  await expect.element(reader.rows.first()).toBeVisible();
  for (const [key, title] of [
    ['j', 'Entry 0.'],
    ['j', 'Entry 1.'],
    ['k', 'Entry 0.'],
  ] as const) {
    await keyboard(key);
    await expect.element(reader.title).toMatchTextContent(title);
  }
  await keyboard('s');
  await expect.element(reader.current).toMatchTextContent(/starred/);
  await keyboard('s');
  await expect.element(reader.current).not.toMatchTextContent(/starred/);

  await keyboard('{Enter}');
  await expect.poll(() => document.activeElement?.tagName).toBe('H1');
  await keyboard('/');
  await keyboard('j');
  await expect.element(reader.search).toHaveValue('j');
  await keyboard('{Escape}');
  await expect.element(reader.search).toHaveValue('');
  await keyboard('{Escape}');

  await keyboard('?');
  await expect.element(reader.dialog.getByText('Mark all as read')).toBeVisible();
  // The Reader's shortcuts are inactive while a dialog is open.
  await keyboard('j');
  await leaveDialog();
  await expect.element(reader.title).toMatchTextContent('Entry 0.');

  await keyboard('a');
  await expect.element(reader.dialog.getByRole('textbox')).toBeVisible();
  await expect.poll(() => document.activeElement?.tagName).toBe('INPUT');
  await keyboard('{Escape}');
  await expect.poll(() => reader.dialog.query()).toBeNull();

  focus(reader.current.element());
  await keyboard('{ArrowDown}');
  await expect.element(reader.title).toMatchTextContent('Entry 1.');
  await expect.poll(() => document.activeElement?.textContent).toContain('Entry 1.');
  const running = { running: true, done: 0, total: 1, failed: 0, newEntries: 0 };
  const ended = { running: false, done: 1, total: 1, failed: 0, newEntries: 2 };
  app.script({ reader: { feeds: { refresh: running, progress: ended } } });
  await keyboard('r');
  await expect.element(page.getByText('2 new entries').first()).toBeVisible();
});

test('the original is opened with o, without access to the app', async () => {
  const library = openLibrary(makeHeads(2, () => ({ url: 'https://example.org/original' })));
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  try {
    await openApp('/reader/all', library.answers);
    await reader.openEntry('Entry 1.');
    await keyboard('o');
    await expect
      .poll(() => open.mock.calls)
      .toEqual([['https://example.org/original', '_blank', 'noopener,noreferrer']]);
  } finally {
    open.mockRestore();
  }
});

test('an entry that no longer exists is said to be gone', async () => {
  const library = openLibrary(makeHeads(2));
  await openApp(`/reader/all/${idOf(9)}`, {
    ...library.answers,
    tags: { ofEntry: { get: new AppError('not_found', 'Entry not found.') } },
  });
  await expect.element(page.getByText('This entry no longer exists.')).toBeVisible();
});

describe('the widths of the panes', () => {
  const handle = page.getByRole('separator', { name: 'List width' });

  test('are changed by keys and kept', async () => {
    await openApp('/reader/all', openLibrary(makeHeads(2)).answers);
    await expect.element(handle).toBeVisible();
    focus(handle.element());
    await keyboard('{ArrowRight}');
    await keyboard('{Shift>}{ArrowRight}{/Shift}');
    await expect.element(handle).toHaveAttribute('aria-valuenow', '416');
    expect(localStorage.getItem('precis.list-width')).toBe('416');
  });

  test('are as they were kept, and as they were at first after a double click', async () => {
    const kept = { 'precis.list-width': '416' };
    await openApp('/reader/all', openLibrary(makeHeads(2)).answers, { kept });
    await expect.element(handle).toHaveAttribute('aria-valuenow', '416');
    await handle.dblClick();
    await expect.element(handle).toHaveAttribute('aria-valuenow', '336');
  });
});

test('a narrow screen shows one pane at a time, with a way back', async () => {
  await openApp('/reader/all', openLibrary(makeHeads(3)).answers, { width: 390, height: 844 });
  await expect.element(reader.rows.first()).toBeVisible();
  expect(isShown(reader.feeds.query())).toBe(false);
  await reader.openEntry('Entry 1.');
  expect(isShown(reader.list.query())).toBe(false);
  await expect.poll(() => document.activeElement?.tagName).toBe('H1');
  await reader.article.getByRole('button', { name: 'Back' }).click();
  await expect.element(reader.rows.first()).toBeVisible();
  await page.getByRole('button', { name: 'Feeds' }).click();
  await reader.feed('Precis Sampler').click();
  await expect.element(reader.rows.first()).toBeVisible();
  expect(isShown(reader.feeds.query())).toBe(false);
});
