import { setImmediate as nextTick } from 'node:timers/promises';
import type { Model, ModelPart, ModelRequest } from '#engine/ports.ts';
import { builtinModelProfileId } from '#schema/ids.ts';
import { timeoutsSchema } from '#schema/model-profile.ts';
import { extractSummary } from '#text/extract-summary.ts';
import { abortReason } from './abort-reason.ts';

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

/** Needs no network and no key: it picks the source's own most telling sentences. */
export const builtinModel: Model = {
  profile: builtinProfile,
  writesAnyLanguage: false,
  stream: streamExtract,
};

async function* streamExtract(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart> {
  await breathe(signal);
  const { sourceText, title, detailLevel } = request.task;
  const summary = extractSummary(sourceText, {
    title: title ?? undefined,
    detail: detailLevel ?? undefined,
  });
  let sent = 0;
  for (const sentence of summary.sentences) {
    await breathe(signal);
    const end = summary.text.indexOf(sentence.text, sent) + sentence.text.length;
    yield { type: 'text', text: summary.text.slice(sent, end) };
    sent = end;
  }
  yield { type: 'finish', reason: 'stop', model: builtinProfile.model, usage: null };
}

/** Lets other work have its turn, and sees a cancel that came meanwhile. */
async function breathe(signal: AbortSignal): Promise<void> {
  await nextTick();
  if (signal.aborted) throw abortReason(signal);
}
