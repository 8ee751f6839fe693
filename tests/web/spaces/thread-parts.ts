import { page } from 'vitest/browser';

/** The parts of the spaces. */
const nav = page.getByRole('navigation', { name: 'Spaces and threads' });
const thread = page.getByRole('region', { name: 'Thread', exact: true });
const drawer = page.getByRole('complementary', { name: 'Summary so far' });

export const spaces = {
  nav,
  thread,
  drawer,
  messages: thread.css('article[data-seq]'),
  answers: thread.css('article[data-seq][data-role=assistant]'),
  dimmed: thread.css('article[data-seq][data-dimmed]'),
  pane: thread.getByRole('group', { name: 'Messages' }),
  field: thread.getByRole('textbox', { name: 'Message', exact: true }),
  stopButton: thread.getByRole('button', { name: 'Stop', exact: true }),
  foldedCard: thread.getByTestId('folded-card'),
  memory: thread.getByTestId('memory'),
  meter: page.getByRole('meter'),
  growing: page.getByTestId('growing-answer'),
  queued: page.getByTestId('queued-message'),
  alert: thread.getByRole('alert'),
  toast: page.getByTestId('toast'),
  summary: page.getByTestId('thread-summary'),
  made: page.getByTestId('summary-made'),
  boundary: (name: string) => thread.getByRole('separator', { name }),
};

/** The distance between the visible messages and their end, in pixels. */
export function missing(): number {
  const { scrollHeight, clientHeight, scrollTop } = spaces.pane.element();
  return scrollHeight - clientHeight - scrollTop;
}
