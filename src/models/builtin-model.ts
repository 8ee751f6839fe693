import { setImmediate as nextTick } from 'node:timers/promises';
import type { Model, ModelPart, ModelRequest, TextWork } from '#engine/ports.ts';
import { abortReason } from '#models/providers/abort-reason.ts';
import { builtinModelProfileId } from '#schema/ids.ts';
import { openProfileSchema } from '#schema/models/model-profile.ts';
import type { TaskType } from '#schema/runs/run.ts';
import { nameThread } from '#text/titles/name-thread.ts';
import { quotePassages, unquoteAnswer } from './builtin/quote-passages.ts';

/** The longest text takes minutes on a slow machine, and waits while other texts are worked on. */
const longestMs = 1_800_000;

export const builtinProfile: Model['profile'] = openProfileSchema.parse({
  id: builtinModelProfileId,
  name: 'Offline extract',
  provider: 'builtin',
  model: 'offline-extract',
  // It reads any text whole: the largest size a profile can have.
  contextTokens: 20_000_000,
  prices: { inputPerMillionUsd: 0, cachedInputPerMillionUsd: 0, outputPerMillionUsd: 0 },
  // It works on the processors of this machine.
  concurrency: 2,
  timeouts: { firstTokenMs: longestMs, runMs: longestMs },
});

/** Needs no network and no key: it picks the source's own most telling sentences, and quotes instead of conversing. */
export function createBuiltinModel(textWork: TextWork): Model {
  return {
    profile: builtinProfile,
    writesAnyLanguage: false,
    stream: (request, signal) => streamAnswer({ textWork, task: request.task, signal }),
  };
}

interface Asked {
  textWork: TextWork;
  task: ModelRequest['task'];
  signal: AbortSignal;
}

const answers: Record<TaskType, (asked: Asked) => Promise<Iterable<string>>> = {
  summary: extractText,
  fold: foldMessages,
  reply: async ({ task }) => quotePassages(task.sourceText, task.passages),
  title: async ({ task }) => [nameThread(task.sourceText)],
  session: describeSession,
  'turn-summary': extractText,
  'history-narrative': extractText,
};

async function* streamAnswer(asked: Asked): AsyncGenerator<ModelPart> {
  await breathe(asked.signal);
  for (const text of await answers[asked.task.type](asked)) {
    await breathe(asked.signal);
    yield { type: 'text', text };
  }
  yield { type: 'finish', reason: 'stop', model: builtinProfile.model, usage: null };
}

async function extractText({ textWork, task, signal }: Asked): Promise<string[]> {
  const options = { title: task.title ?? undefined, detail: task.detailLevel ?? undefined };
  const { pieces } = await textWork.run('extractSummary', [task.sourceText, options], signal);
  return pieces;
}

async function foldMessages({ textWork, task: { fold }, signal }: Asked): Promise<string[]> {
  if (fold === null) return [];
  const { previousSummary } = fold;
  const messages = fold.messages.map((message) => ({ ...message, text: unquoteAnswer(message.text) }));
  return [await textWork.run('extractFold', [{ previousSummary, messages }], signal)];
}

/** The six fields of a turn in its own words, as JSON. */
async function describeSession({ textWork, task: { session }, signal }: Asked): Promise<string[]> {
  if (session === null) return [];
  const { prompts, observations, lastAssistantMessage } = session;
  const record = {
    // The earlier ones were asked in turns of their own.
    prompts: prompts.slice(-1).map(({ text }) => text),
    observations,
    lastAnswers: lastAssistantMessage.trim() === '' ? [] : [lastAssistantMessage],
  };
  return [JSON.stringify(await textWork.run('extractSession', [record], signal))];
}

/** Yields to other work, and notices a cancel that arrived in the meantime. */
async function breathe(signal: AbortSignal): Promise<void> {
  await nextTick();
  if (signal.aborted) throw abortReason(signal);
}
