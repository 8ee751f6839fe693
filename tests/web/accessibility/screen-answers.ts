import { inject } from 'vitest';
import { type EntryId, entrySchema } from '#schema/entry.ts';
import { entryPageSchema } from '#schema/reader-wire.ts';
import { checkStateSchema } from '#schema/runs/check-wire.ts';
import { messagePageSchema, threadPageSchema } from '#schema/spaces/spaces-wire.ts';
import { runPageSchema } from '#schema/wire.ts';
import type { Answers } from '../script-answers.ts';

const recorded = inject('recordedAnswers');
const { entryId, threadId } = inject('world');

const [thread] = threadPageSchema.parse(recorded['threads.list']?.['']).items;
const [message] = messagePageSchema.parse(recorded['threads.messages']?.[threadId]).items;
const failed = runPageSchema
  .parse(recorded['runs.list']?.[''])
  .items.find(({ status }) => status === 'failed');
if (thread === undefined || message === undefined || failed === undefined)
  throw new Error('the recorded server has no message or no failed run');

const entries = entryPageSchema.parse(recorded['reader.entries.list']?.['']);
const excerpt = 'Hovercraft take over.';
const state = checkStateSchema.parse(recorded['checks.state']?.['']);

/** Answers that no recorded server can give: to searches, to marks as read, and to requests with a body. */
export const screenAnswers = {
  reader: {
    entries: {
      patch: (id: EntryId) => entrySchema.parse(recorded['reader.entries.get']?.[id]),
      list: ({ query } = {}) =>
        query === undefined
          ? entries
          : {
              ...entries,
              items: entries.items.filter(({ id }) => id === entryId),
              inSummary: [{ id: entryId, excerpt }],
            },
    },
  },
  threads: { search: { items: [{ thread, message, excerpt: message.text }], nextCursor: null } },
  tags: {
    batches: {
      estimate: {
        entries: 5,
        skipped: 1,
        isCut: false,
        inputTokens: 4200,
        outputTokens: 300,
        costUsd: null,
        modelProfileId: 'test',
        model: 'scripted-model',
      },
    },
  },
  templates: { check: { ok: true, version: 'v1', system: 'You summarize.', prompt: 'The article.' } },
  checks: { state },
} satisfies Answers;

/** The answer after a model failed to check the summary. */
export const failedCheck = {
  checks: { state: { ...state, canCheck: true, check: { ...failed, taskType: 'check' } } },
} satisfies Answers;
