import type { Model, ModelPart } from '#engine/ports.ts';
import { callSettingsOf } from '#schema/models/profile-numbers.ts';
import { abortReason } from './abort-reason.ts';
import { type Classifying, classifyError } from './classify-error.ts';
import { openProvider } from './open-provider.ts';
import { baseUrlOf } from './provider-address.ts';
import { streamParts } from './stream-parts.ts';
import { createUpstreamAgent } from './upstream-fetch.ts';

export type OpenRemote = (profile: Model['profile'], key: string | null) => Model;

/** Opens models that are called over the network; all of them share one pool of connections. */
export function createRemoteOpener(): OpenRemote {
  const agent = createUpstreamAgent();
  return (profile, key) => {
    const model = openProvider({ profile, key, agent });
    const classifying = { host: new URL(baseUrlOf(profile)).host, redact: redactorOf(key) };
    return {
      profile,
      writesAnyLanguage: true,
      stream: (request, signal) => {
        const parts = streamParts({ model, request, settings: callSettingsOf(profile), signal });
        return guard(parts, { signal, classifying });
      },
    };
  };
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

function redactorOf(key: string | null): (text: string) => string {
  if (!key) return (text) => text;
  const forms = new Set([key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)]);
  return (text) => [...forms].reduce((rest, form) => rest.replaceAll(form, '[key]'), text);
}
