import { setImmediate as nextTick } from 'node:timers/promises';
import type { Model, ModelPart, ModelRequest } from '#engine/ports.ts';
import { builtinModelProfileId } from '#schema/ids.ts';
import { timeoutsSchema } from '#schema/model-profile.ts';
import type { TaskType } from '#schema/run.ts';
import { extractFold } from '#text/extract-fold.ts';
import { extractSummary } from '#text/extract-summary.ts';
import { abortReason } from './abort-reason.ts';
import { extractTurn } from './builtin/extract-turn.ts';
import { nameThread } from './builtin/name-thread.ts';
import { quotePassages, unquoteAnswer } from './builtin/quote-passages.ts';

export const builtinProfile: Model['profile'] = {
  id: builtinModelProfileId,
  name: 'Offline extract',
  provider: 'builtin',
  model: 'offline-extract',
  baseUrl: null,
  // It reads any text whole: the largest size a profile can have.
  contextTokens: 20_000_000,
  maxOutputTokens: 4096,
  temperature: null,
  prices: { inputPerMillionUsd: 0, cachedInputPerMillionUsd: 0, outputPerMillionUsd: 0 },
  // It works on the processor of this very process.
  concurrency: 2,
  requestsPerMinute: null,
  timeouts: timeoutsSchema.parse({}),
};

/** Needs no network and no key: it picks the source's own most telling sentences, and quotes instead of conversing. */
export const builtinModel: Model = {
  profile: builtinProfile,
  writesAnyLanguage: false,
  stream: streamAnswer,
};

const answers: Record<TaskType, (request: ModelRequest) => Iterable<string>> = {
  summary: extractText,
  fold: ({ task }) => [task.fold === null ? '' : foldMessages(task.fold)],
  reply: ({ task }) => quotePassages(task.sourceText, task.passages),
  title: ({ task }) => [nameThread(task.sourceText)],
  session: ({ task }) => [task.session === null ? '' : extractTurn(task.session)],
  'turn-summary': extractText,
  'history-narrative': extractText,
};

async function* streamAnswer(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart> {
  await breathe(signal);
  for (const text of answers[request.task.type](request)) {
    await breathe(signal);
    yield { type: 'text', text };
  }
  yield { type: 'finish', reason: 'stop', model: builtinProfile.model, usage: null };
}

function foldMessages({ previousSummary, messages }: NonNullable<ModelRequest['task']['fold']>): string {
  const said = messages.map((message) => ({ ...message, text: unquoteAnswer(message.text) }));
  return extractFold({ previousSummary, messages: said });
}

function* extractText({ task: { sourceText, title, detailLevel } }: ModelRequest): Generator<string> {
  const summary = extractSummary(sourceText, {
    title: title ?? undefined,
    detail: detailLevel ?? undefined,
  });
  let sent = 0;
  for (const sentence of summary.sentences) {
    const end = summary.text.indexOf(sentence.text, sent) + sentence.text.length;
    yield summary.text.slice(sent, end);
    sent = end;
  }
}

/** Lets other work have its turn, and sees a cancel that came meanwhile. */
async function breathe(signal: AbortSignal): Promise<void> {
  await nextTick();
  if (signal.aborted) throw abortReason(signal);
}
