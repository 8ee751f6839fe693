import { inject } from 'vitest';
import { sessionHitPageSchema } from '#schema/sessions/sessions-wire.ts';
import { messagePageSchema, threadPageSchema, threadViewSchema } from '#schema/spaces/spaces-wire.ts';
import type { Answers } from '../script-answers.ts';
import { bridge, entryPage } from './open-bridge.ts';

const recorded = inject('recordedAnswers');
const { entryId, threadId } = inject('world');

const [thread] = threadPageSchema.parse(recorded['threads.list']?.['']).items;
const [message] = messagePageSchema.parse(recorded['threads.messages']?.[threadId]).items;
const records = sessionHitPageSchema.parse(recorded['sessions.search']?.['']);
if (thread === undefined || message === undefined) throw new Error('no thread was recorded');

export const found = { thread, message, view: threadViewSchema.parse(recorded['threads.get']?.[threadId]) };

/** Answers to every search: one entry, one message, the three records of the session, and the conversation “trip”. */
export const findsEverything = {
  reader: {
    entries: {
      list: ({ query } = {}) =>
        query === undefined
          ? entryPage
          : { ...entryPage, items: entryPage.items.filter(({ id }) => id === entryId) },
      // The app loads the neighbouring entries in advance.
      get: bridge,
    },
  },
  threads: { search: { items: [{ thread, message, excerpt: message.text }], nextCursor: null } },
  sessions: { search: records },
} satisfies Answers;

/**
 * The words of a search that finds no command. The app itself searches for the conversation, which they also find.
 */
export const words = 'trip';
export const optionCount = 6;
