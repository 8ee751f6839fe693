import { expect, inject } from 'vitest';
import { page } from 'vitest/browser';
import { checkScreens, shown } from './check-screens.ts';

const { threadId, conversationId, sessionId } = inject('world');
/** Waits for the main content, which can be hidden, because on some phones only screen readers have a title. */
async function main(): Promise<void> {
  await expect.element(page.css('main h1, main h2, main nav').first()).toBeInTheDocument();
}

checkScreens([
  {
    name: 'a search in the Reader',
    path: '/reader/all?q=hovercraft',
    ready: () => shown(page.getByTestId('in-summary')),
  },
  { name: 'the Spaces', path: '/spaces', ready: main },
  {
    name: 'a thread with its summary',
    path: `/spaces/thread/${threadId}`,
    inEveryTheme: true,
    ready: () => shown(page.css('article[data-seq]')),
  },
  { name: 'the conversations', path: '/conversations', ready: main },
  {
    name: 'a conversation',
    path: `/conversations/${conversationId}`,
    ready: () => shown(page.css('main').getByText('Plan the first day.').last()),
  },
  { name: 'the sessions', path: '/sessions', inEveryTheme: true, ready: main },
  {
    name: 'a session',
    path: `/sessions/${sessionId}`,
    ready: () => shown(page.getByText('Fix the login')),
  },
  { name: 'the runs', path: '/runs?tab=runs', ready: () => shown(page.css('tbody tr')) },
  {
    name: 'an issue',
    path: '/runs?tab=issues',
    async ready() {
      await page.css('tbody tr a').first().click();
      await shown(page.getByRole('complementary', { name: 'Issue', exact: true }));
    },
  },
]);
