import { setImmediate as nextTick } from 'node:timers/promises';
import type { Model, ModelPart, TextWork } from '#engine/ports.ts';
import { abortReason } from '#models/providers/abort-reason.ts';
import { AppError } from '#schema/app-error.ts';
import { builtinModelProfileId, sampleModelProfileId } from '#schema/ids.ts';
import { openProfileSchema } from '#schema/models/model-profile.ts';

/** The longest text takes minutes on a slow machine and waits while other texts are processed. */
const longestMs = 1_800_000;

export const builtinProfile: Model['profile'] = openProfileSchema.parse({
  id: builtinModelProfileId,
  name: 'Offline extract',
  provider: 'builtin',
  model: 'offline-extract',
  // The model reads any text whole, so this is the largest size that a profile can have.
  contextTokens: 20_000_000,
  prices: { inputPerMillionUsd: 0, cachedInputPerMillionUsd: 0, outputPerMillionUsd: 0 },
  // The model uses the processors of this machine.
  concurrency: 2,
  timeouts: { firstTokenMs: longestMs, runMs: longestMs },
});

/** The profile of a text that ships with the program, so that no model is named as its author. */
export const sampleProfile: Model['profile'] = {
  ...builtinProfile,
  id: sampleModelProfileId,
  name: 'Sample with a mistake',
  model: 'sample-with-a-mistake',
};

/** A model that needs no network and no key. It answers with sentences of the source, as each task defines. */
export function createBuiltinModel(textWork: TextWork, profile = builtinProfile): Model {
  return {
    profile,
    writesAnyLanguage: false,
    async *stream({ offline }, signal): AsyncGenerator<ModelPart> {
      if (offline === null) throw new AppError('model_not_configured', 'The offline model cannot do this.');
      await breathe(signal);
      for (const text of await offline(textWork, signal)) {
        await breathe(signal);
        yield { type: 'text', text };
      }
      yield { type: 'finish', reason: 'stop', model: profile.model, usage: null };
    },
  };
}

/** Yields to other work, and throws if a cancel arrived in the meantime. */
async function breathe(signal: AbortSignal): Promise<void> {
  await nextTick();
  if (signal.aborted) throw abortReason(signal);
}
