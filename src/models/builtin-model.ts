import { setImmediate as nextTick } from 'node:timers/promises';
import type { Model, ModelPart, TextWork } from '#engine/ports.ts';
import { abortReason } from '#models/providers/abort-reason.ts';
import { AppError } from '#schema/app-error.ts';
import { builtinModelProfileId, sampleModelProfileId } from '#schema/ids.ts';
import { openProfileSchema } from '#schema/models/model-profile.ts';

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

/** For a text that ships with the program, so that no model is said to have written it. */
export const sampleProfile: Model['profile'] = {
  ...builtinProfile,
  id: sampleModelProfileId,
  name: 'Sample with a mistake',
  model: 'sample-with-a-mistake',
};

/** Needs no network and no key: it answers with the source's own sentences, as each task says. */
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

/** Yields to other work, and notices a cancel that arrived in the meantime. */
async function breathe(signal: AbortSignal): Promise<void> {
  await nextTick();
  if (signal.aborted) throw abortReason(signal);
}
