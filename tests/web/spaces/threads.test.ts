import { expect, inject, test } from 'vitest';
import { agentIdSchema, agentListSchema } from '#schema/models/agent.ts';
import { openApp } from '../open-app.ts';
import { keepThread, makeTurns, summarized, threadPath } from './thread-answers.ts';
import { spaces } from './thread-parts.ts';

test('are found by their words, and opened at the message', async () => {
  const messages = makeTurns(3);
  const kept = keepThread({ messages });
  const found = messages.filter(({ text }) => text.includes('Question 2'));
  const app = await openApp(threadPath, {
    threads: {
      ...kept.threads,
      search: () => ({
        items: found.map((message) => ({ thread: kept.view().thread, message, excerpt: message.text })),
        nextCursor: null,
      }),
    },
  });
  await spaces.nav.getByRole('searchbox', { name: 'Search' }).fill('quest 2');
  const results = spaces.nav.getByRole('list', { name: 'Matching threads' });
  await expect.poll(() => results.getByRole('link').elements()).toHaveLength(2);
  await expect.element(results.css('mark').first()).toHaveTextContent('Question');
  await results.getByRole('link').first().click();
  await expect.element(spaces.thread.css('[data-body][data-passage]')).toMatchTextContent('Question 2');
  expect(app.asked('threads.search').at(-1)).toMatchObject([{ q: 'quest 2' }]);
  expect(app.place()).toBe(`${threadPath}?message=3`);
});

test('load their older messages without a jump', async () => {
  const released = Promise.withResolvers<void>();
  const kept = keepThread({ messages: makeTurns(40), thread: summarized(72) });
  await openApp(threadPath, {
    threads: {
      ...kept.threads,
      async messages(id, query) {
        if (query?.beforeSeq !== undefined) await released.promise;
        return kept.threads.messages(id, query);
      },
    },
  });
  await spaces.foldedCard.click();
  await expect.poll(() => spaces.messages.elements()).toHaveLength(60);
  spaces.pane.element().scrollTo(0, 160);
  await expect.element(spaces.thread.getByText('Loading older messages…')).toBeVisible();
  const anchor = spaces.thread.getByText('Question 13', { exact: true });
  const place = () => anchor.element().getBoundingClientRect().y;
  const before = place();
  released.resolve();
  await expect.poll(() => spaces.messages.elements()).toHaveLength(80);
  expect(Math.abs(place() - before)).toBeLessThan(2);
});

test('ask for another agent where theirs was deleted, and send nothing', async () => {
  const [assistant] = agentListSchema.parse({ items: inject('recordedAnswers')['agents.list']?.[''] }).items;
  if (assistant === undefined) throw new Error('the recorded server has no agent');
  const second = { ...assistant, id: agentIdSchema.parse('second'), name: 'The second one' };
  const kept = keepThread({ messages: makeTurns(1) });
  const { space } = kept.view();
  kept.change({ view: { space: { ...space, agentId: agentIdSchema.parse('first') } } });
  const app = await openApp(threadPath, {
    threads: kept.threads,
    agents: { list: [assistant, second] },
    spaces: {
      patch() {
        kept.change({ view: { space: { ...space, agentId: second.id } } });
        return kept.view().space;
      },
    },
  });
  await expect.element(spaces.alert.getByText(/^The agent of this Space was deleted/)).toBeVisible();
  await spaces.alert.getByRole('combobox').selectOptions('The second one');
  await expect.element(spaces.alert).not.toBeInTheDocument();
  await expect.element(spaces.thread.getByRole('combobox')).toHaveValue('second');
  expect(app.asked('spaces.patch')).toEqual([[space.id, { agentId: 'second' }]]);
  expect(app.asked('threads.send')).toEqual([]);
  expect(app.asked('threads.retry')).toEqual([]);
});
