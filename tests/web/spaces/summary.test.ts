import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppError } from '#schema/app-error.ts';
import type { SummaryVersion } from '#schema/spaces/space.ts';
import { openApp } from '../open-app.ts';
import {
  followedRun,
  keepThread,
  makeMessage,
  makeRun,
  makeTurns,
  runStart,
  startedBy,
  summarized,
  summary,
  threadId,
  threadPath,
} from './thread-answers.ts';
import { spaces } from './thread-parts.ts';

const fold = makeRun(1, { taskType: 'fold', status: 'running' });
const reply = makeRun(2, { taskType: 'reply', status: 'running' });
const own = 'My own words about Lisbon.';

function keepSummarized() {
  return keepThread({ messages: makeTurns(8), thread: summarized(8) });
}

function inDrawer(name: string) {
  return spaces.drawer.getByRole('button', { name, exact: true });
}

function makeVersion(revision: number, change: Partial<SummaryVersion>): SummaryVersion {
  const { id: runId } = fold;
  const made = { reason: 'fold', model: 'scripted-1', runId, text: summary } as const;
  return { revision, ...made, tokens: 50, throughSeq: 8, createdAt: 1_795_000_000_000, ...change };
}

test('that fails is reported in a toast and in the drawer, until the next one succeeds', async () => {
  const kept = keepThread({ messages: makeTurns(6) });
  const app = await openApp(threadPath, { threads: kept.threads });
  await expect.element(spaces.drawer).toMatchTextContent('No summary yet.');
  const failed = {
    status: 'failed',
    errorCode: 'summary_refused',
    errorMessage: 'It is no summary.',
  } as const;
  kept.change({ view: { failedRuns: [{ ...fold, ...failed }] } });
  app.announce('threads');
  await expect.element(spaces.toast).toMatchTextContent('The summary could not be updated.');
  await expect
    .element(spaces.drawer.getByRole('alert'))
    .toMatchTextContent('Your summary and messages are unchanged');
  await spaces.toast.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(spaces.toast).toHaveTextContent('');
  await expect.element(spaces.drawer.getByRole('alert')).toBeVisible();
  kept.change({ view: { failedRuns: [] } });
  app.announce('threads');
  await expect.element(spaces.drawer.getByRole('alert')).not.toBeInTheDocument();
});

test('is postponed with a notice if a message is very long', async () => {
  const kept = keepThread({ messages: makeTurns(6) });
  const app = await openApp(threadPath, {
    threads: {
      ...kept.threads,
      send: (_id, { text }) =>
        startedBy(makeMessage(text.length > 1000 ? 13 : 15, text), reply, {
          isQueued: true,
          foldSkipped: text.length > 1000 ? 'The message has 2500 tokens.' : null,
        }),
    },
  });
  const notice = spaces.thread.getByText(/This message is very long/);
  await spaces.field.fill('word '.repeat(2500));
  await userEvent.keyboard('{Enter}');
  await expect.element(notice).toBeVisible();
  await expect.element(spaces.drawer).toMatchTextContent('No summary yet.');
  await spaces.field.fill('And a short one');
  await userEvent.keyboard('{Enter}');
  await expect.element(notice).not.toBeInTheDocument();
  expect(app.asked('threads.send')).toHaveLength(2);
});

test('is rebuilt on request, and is unchanged if that is stopped', async () => {
  const kept = keepSummarized();
  const run = followedRun(fold);
  const app = await openApp(threadPath, {
    threads: { ...kept.threads, rebuildSummary: fold },
    runs: { events: run.events, cancel: fold },
  });
  await inDrawer('Rebuild').click();
  await expect.element(spaces.drawer.getByText('Summarizing older messages…')).toBeVisible();
  run.say(runStart);
  await inDrawer('Stop').click();
  await expect.poll(() => app.asked('runs.cancel')).toEqual([[fold.id]]);
  kept.change({ view: { failedRuns: [{ ...fold, status: 'cancelled' }] } });
  run.say({ type: 'run-end', status: 'cancelled', errorCode: null, message: null });
  await expect.element(spaces.drawer.getByText(/^The summary update was stopped\./)).toBeVisible();
  await expect.element(spaces.summary).toMatchTextContent('The user plans to move');
});

test('links from a sentence to its supporting message', async () => {
  const start = summary.indexOf(' They') + 1;
  const text = 'Question 1';
  const lines = 'The team wants the sea.\n\n'.repeat(8);
  const messages = makeTurns(8).map((each) =>
    each.role === 'user' ? each : { ...each, text: `${lines}${each.text}` },
  );
  const kept = keepThread({ messages, thread: summarized(8) });
  await openApp(threadPath, {
    threads: {
      ...kept.threads,
      grounding: {
        summaryRevision: 1,
        messages: [{ seq: 1, start: 6, end: 6 + text.length }],
        sentences: [
          { start: 0, end: start - 1, state: 'not-checked', support: [], flags: [], details: [] },
          {
            start,
            end: summary.length,
            state: 'quoted',
            details: [],
            support: [{ seq: 1, start: 6, end: 6 + text.length, text }],
            flags: [],
          },
        ],
      },
    },
  });
  const sentence = spaces.summary.getByRole('link').last();
  await expect.element(sentence).toMatchTextContent('They asked one question after another');
  await expect.element(sentence).not.toHaveAttribute('aria-disabled');
  await sentence.click();
  await expect.element(spaces.thread.getByText('Question 1', { exact: true })).toBeInViewport();
  const { scrollTop, scrollHeight } = spaces.pane.element();
  expect(scrollTop).toBeLessThan(scrollHeight / 2);
});

test('can be edited, and does not overwrite changes made in the meantime', async () => {
  const kept = keepSummarized();
  const app = await openApp(threadPath, {
    threads: {
      ...kept.threads,
      editSummary(_id, { text }) {
        kept.change({
          thread: { summary: text, summaryRevision: 3, summaryRunId: null, summaryModel: null },
        });
        return kept.view().thread;
      },
    },
  });
  await inDrawer('Edit').click();
  const field = spaces.drawer.getByRole('textbox', { name: 'Summary text' });
  await field.fill(own);
  kept.change({ thread: { summary: 'Words of another tab.', summaryRevision: 2 } });
  app.announce('threads');
  await expect.element(spaces.drawer.getByText('The summary changed while you were editing.')).toBeVisible();
  await expect.element(field).toHaveValue(own);
  await inDrawer('Save my version').click();
  await expect.element(spaces.summary).toHaveTextContent(own);
  await expect.element(spaces.made).toMatchTextContent('edited by you');
  expect(app.asked('threads.editSummary')).toEqual([[threadId, { text: own, summaryRevision: 2 }]]);
});

test('that was changed by someone else on saving is not overwritten', async () => {
  const kept = keepSummarized();
  await openApp(threadPath, {
    threads: { ...kept.threads, editSummary: new AppError('conflict', 'The summary has changed.') },
  });
  await inDrawer('Edit').click();
  await spaces.drawer.getByRole('textbox', { name: 'Summary text' }).fill(own);
  await inDrawer('Save').click();
  await expect.element(spaces.drawer.getByText('The summary changed while you were editing.')).toBeVisible();
});

test('asks before a rebuild replaces your edits, and restores them', async () => {
  const kept = keepThread({
    messages: makeTurns(8),
    thread: { ...summarized(8), summary: own, summaryRevision: 2, summaryRunId: null, summaryModel: null },
  });
  const edited = makeVersion(2, { reason: 'edit', model: null, runId: null, text: own });
  const versions = [edited, makeVersion(1, {})];
  const run = followedRun(fold);
  const app = await openApp(threadPath, {
    threads: {
      ...kept.threads,
      versions: () => versions,
      rebuildSummary: fold,
      restoreSummary() {
        kept.change({ thread: { summary: own, summaryRevision: 4 } });
        return { thread: kept.view().thread, run: null };
      },
    },
    runs: { events: run.events },
  });
  const dialog = page.getByRole('dialog', { name: 'Rebuild the summary?' });
  await expect.element(spaces.summary).toHaveTextContent(own);
  await inDrawer('Rebuild').click();
  await expect.element(dialog).toMatchTextContent('You edited this summary.');
  await dialog.getByRole('button', { name: 'Cancel' }).last().click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(spaces.summary).toHaveTextContent(own);
  expect(app.asked('threads.rebuildSummary')).toEqual([]);
  await inDrawer('Rebuild').click();
  await dialog.getByRole('button', { name: 'Rebuild' }).click();
  await expect.element(spaces.drawer.getByText('Summarizing older messages…')).toBeVisible();
  versions.unshift(makeVersion(3, { reason: 'rebuild' }));
  kept.change({ thread: { ...summarized(8), summaryRevision: 3 } });
  run.say(runStart, { type: 'run-end', status: 'succeeded', errorCode: null, message: null });
  await expect.element(spaces.summary).toMatchTextContent('The user plans to move');

  await spaces.drawer.getByText('2 older versions').click();
  await spaces.drawer.getByRole('button', { name: /^Edited by you/ }).click();
  const diff = spaces.drawer.getByTestId('version-diff');
  await expect.element(diff.css('ins').first()).toMatchTextContent('My own');
  await expect.element(diff.css('del').first()).toMatchTextContent('The user');
  await inDrawer('Restore this version').click();
  await expect.element(spaces.summary).toHaveTextContent(own);
  expect(app.asked('threads.restoreSummary')).toEqual([[threadId, { revision: 2, summaryRevision: 3 }]]);
});

test('covers the thread on a narrow screen', async () => {
  const app = await openApp(threadPath, { threads: keepSummarized().threads }, { width: 390 });
  const sheet = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Show summary' }).click();
  await expect.element(sheet).toMatchTextContent('The user plans to move');
  await expect.poll(() => sheet.element().contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await spaces.thread.getByRole('button', { name: 'Back' }).click();
  await expect.element(spaces.nav).toBeVisible();
  expect(app.place()).toBe('/spaces');
});
