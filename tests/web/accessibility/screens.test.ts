import { expect, inject } from 'vitest';
import { page } from 'vitest/browser';
import type { ShownDelivery } from '#schema/sessions/delivery.ts';
import type { MemoryId } from '#schema/sessions/memory.ts';
import { checkScreens, shown } from './check-screens.ts';

const { threadId, conversationId, sessionId } = inject('world');
/** Waits for the main content, which can be hidden, because on some phones only screen readers have a title. */
async function main(): Promise<void> {
  await expect.element(page.css('main h1, main h2, main nav').first()).toBeInTheDocument();
}

const given: Omit<ShownDelivery, 'ref' | 'excerpt'> = {
  kind: 'prompt',
  recordId: 12,
  occasion: 'prompt',
  tokens: 40,
  at: 2000,
  droppedAt: null,
  sessionDbId: sessionId,
  usedWords: [],
  supersededBy: null,
};

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
    name: 'an audit of the memory',
    path: '/sessions',
    answers: {
      memories: {
        audit: {
          memories: 3,
          sessions: 2,
          since: 1000,
          atStart: { times: 2, meanTokens: 400, p95Tokens: 800 },
          withPrompt: { times: 0, meanTokens: 0, p95Tokens: 0 },
          findings: [
            { kind: 'duplicate', id: 2 as MemoryId, text: 'Use pnpm', project: 'harbour', because: 'M1' },
            { kind: 'proposal', id: 3 as MemoryId, text: 'Run deploy', project: null, because: null },
          ],
        },
      },
    },
    async ready() {
      await page.getByRole('radio', { name: 'Audit' }).click({ force: true });
      await shown(page.getByRole('button', { name: 'Delete “Use pnpm”' }));
    },
  },
  {
    name: 'what a session was given',
    path: '/sessions',
    part: 'section[aria-label="Given from memory"]',
    inEveryTheme: true,
    answers: {
      sessions: {
        deliveries: {
          tokens: 80,
          used: 1,
          items: [
            {
              ...given,
              ref: 'P12',
              excerpt: 'The cache is Redis',
              usedWords: ['redis'],
              supersededBy: 'P41',
            },
            { ...given, ref: 'P13', recordId: 13, excerpt: null, droppedAt: 3000 },
          ],
        },
      },
    },
    async ready() {
      await page.getByRole('link', { name: 'Open session' }).first().click();
      await page.getByText(/^Given from memory:/).click();
      await shown(page.getByRole('button', { name: 'P41 does not replace P12' }));
    },
  },
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
