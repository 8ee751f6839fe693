import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppError } from '#schema/app-error.ts';
import { openApp } from '../open-app.ts';
import {
  delta,
  ended,
  followedRun,
  keepThread,
  makeMessage,
  makeRun,
  makeTurns,
  runStart,
  startedBy,
  threadId,
  threadPath,
} from './thread-answers.ts';
import { missing, spaces } from './thread-parts.ts';

const reply = makeRun(1, { taskType: 'reply', status: 'running' });

afterEach(() => vi.restoreAllMocks());

describe('an answer', () => {
  test('that is stopped when requested again gives way to the one before it', async () => {
    const [question, answer] = makeTurns(1) as [
      ReturnType<typeof makeMessage>,
      ReturnType<typeof makeMessage>,
    ];
    const kept = keepThread({ messages: [question, answer] });
    const run = followedRun(reply);
    const app = await openApp(threadPath, {
      threads: { ...kept.threads, retry: startedBy(question, reply) },
      runs: { events: run.events, cancel: reply },
    });
    await spaces.thread.getByRole('button', { name: 'Regenerate answer' }).click();
    run.say(runStart, delta('word0 word1 word2 word3'));
    await expect.element(spaces.growing).toMatchTextContent('word3');
    await spaces.stopButton.click();
    await expect.poll(() => app.asked('runs.cancel')).toEqual([[reply.id]]);
    const failedRuns = [{ ...reply, status: 'cancelled' as const, createdAt: answer.createdAt + 1 }];
    kept.change({ view: { failedRuns } });
    run.say(ended('cancelled'));
    await expect.element(page.getByText('Stopped. The previous answer is unchanged.')).toBeVisible();
    await expect.element(spaces.growing).not.toBeInTheDocument();
    expect(spaces.answers.elements()).toHaveLength(1);
    await expect.element(spaces.answers).toMatchTextContent('Answer to: Question 1');
  });

  test('that was stopped when requested again says so when the thread is opened', async () => {
    const messages = makeTurns(1);
    const failedRuns = [{ ...reply, status: 'cancelled' as const, createdAt: 1_796_000_000_000 }];
    await openApp(threadPath, { threads: keepThread({ messages, view: { failedRuns } }).threads });
    await expect.element(page.getByText('Stopped. The previous answer is unchanged.')).toBeVisible();
    await expect.element(spaces.answers).toMatchTextContent('Answer to: Question 1');
  });

  test('that failed says why and can be requested again', async () => {
    const [question, answer] = makeTurns(1) as [
      ReturnType<typeof makeMessage>,
      ReturnType<typeof makeMessage>,
    ];
    const kept = keepThread({ messages: [] });
    const [failing, second] = [reply, makeRun(2, { taskType: 'reply', status: 'running' })];
    const run = followedRun(failing);
    const again = followedRun(second);
    const app = await openApp(threadPath, {
      threads: { ...kept.threads, send: startedBy(question, failing), retry: startedBy(question, second) },
      runs: { events: (id) => (id === failing.id ? run.events : again.events) },
    });
    await spaces.field.fill('Question 1');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => app.asked('threads.send')).toHaveLength(1);
    const errorMessage = 'The provider returned 401.';
    const failed = { status: 'failed', errorCode: 'model_unauthorized' } as const;
    kept.change({ messages: [question], view: { failedRuns: [{ ...failing, ...failed, errorMessage }] } });
    run.say(runStart, { type: 'run-end', ...failed, message: errorMessage });
    await expect.element(spaces.alert).toMatchTextContent('rejected the API key');
    await spaces.thread.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => app.asked('threads.retry')).toEqual([[threadId]]);
    kept.change({ messages: [question, { ...answer, runId: second.id }], view: { failedRuns: [] } });
    again.say(runStart, delta(answer.text), ended('succeeded'));
    await expect.poll(() => spaces.answers.elements()).toHaveLength(1);
    await expect.element(spaces.alert).not.toBeInTheDocument();
  });

  test('that failed says why when the thread is opened', async () => {
    const failed = {
      ...reply,
      status: 'failed',
      errorCode: 'model_unauthorized',
      errorMessage: '401',
    } as const;
    const messages = makeTurns(1).slice(0, 1);
    await openApp(threadPath, { threads: keepThread({ messages, view: { failedRuns: [failed] } }).threads });
    await expect.element(spaces.alert).toMatchTextContent('rejected the API key');
  });

  test('is followed at the end, and does not scroll a reader further up', async () => {
    const kept = keepThread({ messages: makeTurns(3) });
    const run = followedRun(reply);
    await openApp(threadPath, {
      threads: { ...kept.threads, send: startedBy(makeMessage(7, 'Write lines'), reply) },
      runs: { events: run.events },
    });
    await spaces.field.fill('Write lines');
    await userEvent.keyboard('{Enter}');
    const lines = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => delta(`Line ${from + at}.\n\n`));
    run.say(runStart, ...lines(0, 40));
    await expect.element(spaces.growing.getByText('Line 30.', { exact: true })).toBeVisible();
    await expect.poll(missing).toBeLessThan(40);
    await spaces.pane.hover();
    spaces.pane.element().scrollTo(0, 120);
    const jump = spaces.thread.getByRole('button', { name: 'Jump to newest' });
    await expect.element(jump).toBeVisible();
    const places = () => ({
      top: spaces.pane.element().scrollTop,
      seen: spaces.messages.nth(1).element().getBoundingClientRect().y,
    });
    const before = places();
    run.say(...lines(40, 100));
    await expect.element(spaces.growing.getByText('Line 80.', { exact: true })).toBeInTheDocument();
    expect(places()).toEqual(before);
    await jump.click();
    await expect.poll(missing).toBeLessThan(40);
  });
});

describe('a message', () => {
  test('that was sent last can be edited in place, and Escape discards the edit', async () => {
    const messages = makeTurns(2);
    const kept = keepThread({ messages });
    const run = followedRun(reply);
    const edited = makeMessage(3, 'Question 2, better');
    const app = await openApp(threadPath, {
      threads: { ...kept.threads, editLast: startedBy(edited, reply) },
      runs: { events: run.events },
    });
    const edit = spaces.thread.getByRole('button', { name: 'Edit message' });
    const field = spaces.thread.getByRole('textbox', { name: 'Edit your message' });
    await edit.click();
    await field.fill('Something else');
    await userEvent.keyboard('{Escape}');
    await expect.element(spaces.messages.nth(2)).toMatchTextContent(/^Question 2/);
    expect(app.asked('threads.editLast')).toEqual([]);
    await edit.click();
    await field.fill('Question 2, better');
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => app.asked('threads.editLast'))
      .toEqual([[threadId, messages[2]?.id, { text: 'Question 2, better' }]]);
    const answer = makeMessage(4, 'Answer to: Question 2, better', { runId: reply.id });
    kept.change({ messages: [...messages.slice(0, 2), edited, answer] });
    run.say(runStart, ended('succeeded'));
    await expect.element(spaces.answers.last()).toMatchTextContent('Answer to: Question 2, better');
    expect(spaces.messages.elements()).toHaveLength(4);
  });

  test('is copied as written', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await openApp(threadPath, { threads: keepThread({ messages: makeTurns(1) }).threads });
    await spaces.answers.first().getByRole('button', { name: 'Copy message' }).click();
    await expect.poll(() => write.mock.calls).toEqual([['Answer to: Question 1']]);
  });

  test('shows code verbatim, to be copied block by block', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const text = 'Do this:\n\n```sh\necho "<b>hi</b>"\n```\n\nThen **rest**.';
    const messages = [makeMessage(1, 'How?'), makeMessage(2, text)];
    await openApp(threadPath, { threads: keepThread({ messages }).threads });
    await expect.element(spaces.answers.css('strong')).toHaveTextContent('rest');
    await expect.element(spaces.answers.css('pre')).toMatchTextContent('echo "<b>hi</b>"');
    await spaces.answers.getByRole('button', { name: 'Copy code' }).click();
    await expect.poll(() => write.mock.calls).toEqual([['echo "<b>hi</b>"']]);
  });

  test('that is rejected stays in the field and says why', async () => {
    const refusal = '10 messages are waiting in this thread already. Wait for an answer, or remove one.';
    await openApp(threadPath, {
      threads: { ...keepThread({ messages: [] }).threads, send: new AppError('conflict', refusal) },
    });
    await spaces.field.fill('A thought');
    await userEvent.keyboard('{Enter}');
    await expect.element(spaces.alert).toMatchTextContent('10 messages are waiting in this thread already.');
    await expect.element(spaces.alert).toMatchTextContent('Your text is still here.');
    await expect.element(spaces.field).toHaveValue('A thought');
  });

  test('that is sent while an answer arrives waits, and can be removed', async () => {
    const [second, third] = [makeMessage(3, 'Second'), makeMessage(5, 'Third')];
    const kept = keepThread({ messages: [makeMessage(1, 'First')], view: { activeRuns: [reply] } });
    const run = followedRun(reply);
    const app = await openApp(threadPath, {
      threads: {
        ...kept.threads,
        send: (_id, { text }) => startedBy(text === 'Second' ? second : third, reply, { isQueued: true }),
      },
      runs: { events: run.events },
    });
    run.say(runStart, delta('word0 word1 word2 word3'));
    await expect.element(spaces.growing).toMatchTextContent('word3');
    for (const text of ['Second', 'Third']) {
      await spaces.field.fill(text);
      await userEvent.keyboard('{Enter}');
      await expect.element(spaces.queued.filter({ hasText: text })).toBeVisible();
      await expect.element(spaces.field).toHaveValue('');
    }
    app.script({ threads: { removeQueued: () => undefined } });
    await spaces.queued.first().getByRole('button', { name: 'Remove queued message' }).click();
    await expect.poll(() => spaces.queued.elements()).toHaveLength(1);
    await expect.element(spaces.queued).toMatchTextContent('Third');
    expect(app.asked('threads.removeQueued')).toEqual([[threadId, second.id]]);
  });

  test('that waits is shown when the thread is opened', async () => {
    const queued = [makeMessage(3, 'Second'), makeMessage(5, 'Third')];
    const { threads } = keepThread({
      messages: [makeMessage(1, 'First')],
      view: { activeRuns: [reply], queued },
    });
    await openApp(threadPath, { threads, runs: { events: followedRun(reply).events } });
    await expect.poll(() => spaces.queued.elements()).toHaveLength(2);
    await expect.element(spaces.queued.first()).toMatchTextContent('Second');
  });
});
