import type { Model, ModelPart } from '#engine/ports.ts';
import { callSettingsOf } from '#schema/models/profile-numbers.ts';
import { abortReason } from './abort-reason.ts';
import { type Classifying, classifyError } from './classify-error.ts';
import { openProvider } from './open-provider.ts';
import { baseUrlOf } from './provider-address.ts';
import { redactorOf } from './redactor-of.ts';
import { streamParts } from './stream-parts.ts';
import { createUpstreamAgent } from './upstream-fetch.ts';

export type OpenRemote = (profile: Model['profile'], key: string | null) => Model;

/** More than anyone uses at the same time. */
const keptModels = 32;

/**
 * Opens models that are called over the network; all of them share one pool of connections. A run opens its model
 * several times, and the SDK builds its schemas for each: what was opened is kept as long as profile and key stay.
 */
export function createRemoteOpener(): OpenRemote {
  const agent = createUpstreamAgent();
  const opened = new Map<string, Model>();
  return (profile, key) => {
    const version = JSON.stringify([profile, key]);
    const known = opened.get(version);
    if (known !== undefined) return known;
    const model = open(profile, key);
    for (const oldest of opened.keys()) {
      if (opened.size < keptModels) break;
      opened.delete(oldest);
    }
    opened.set(version, model);
    return model;
  };

  function open(profile: Model['profile'], key: string | null): Model {
    const model = openProvider({ profile, key, agent });
    const classifying = { host: new URL(baseUrlOf(profile)).host, redact: redactorOf(key) };
    const settings = callSettingsOf(profile);
    return {
      profile,
      writesAnyLanguage: true,
      stream: (request, signal) => {
        const parts = streamParts({ model, request, settings, signal });
        return guard(parts, { signal, classifying });
      },
    };
  }
}

/** Turns anything a stream throws into one AppError: why it was aborted, or what went wrong. */
async function* guard(
  parts: AsyncIterable<ModelPart>,
  using: { signal: AbortSignal; classifying: Classifying },
): AsyncGenerator<ModelPart> {
  try {
    yield* parts;
  } catch (error) {
    throw using.signal.aborted ? abortReason(using.signal) : classifyError(error, using.classifying);
  }
}
