import { withRetries } from '#engine/calls/call-with-retries.ts';
import { takeCall } from '#engine/calls/model-limits.ts';
import { AppError } from '#schema/app-error.ts';
import type { RunContext } from './define-task.ts';
import { outlastOutage } from './outlast-outage.ts';
import type { Embedding, Model } from './ports.ts';

/**
 * Makes vectors of texts in one call, with the limits, retries and time-out of the profile. Its tokens are counted.
 */
export async function embedTexts(
  context: RunContext,
  { model, texts }: { model: Model; texts: readonly string[] },
): Promise<Embedding['vectors']> {
  const { log, ports, signal } = context;
  const { clock } = ports;
  const { vectors } = await withRetries(
    {
      clock,
      signal,
      beforeTry: () => outlastOutage({ clock, signal }, () => takeCall(context, model)),
      onRetry(error, waitMs) {
        log.emit({
          type: 'model-retry',
          modelProfileId: model.profile.id,
          errorCode: error.code,
          message: error.message,
          waitMs: Math.round(waitMs),
        });
      },
    },
    () => callInTime(context, { model, texts }),
  );
  return vectors;
}

async function callInTime(
  { ports, signal, meter }: RunContext,
  { model, texts }: { model: Model; texts: readonly string[] },
): Promise<Embedding> {
  signal.throwIfAborted();
  const { name, timeouts } = model.profile;
  if (model.embed === undefined)
    throw new AppError('model_not_configured', `"${name}" offers no embeddings. Choose another model.`);
  const late = new AbortController();
  const stopTimer = ports.clock.after(timeouts.runMs, () =>
    late.abort(
      new AppError('run_timeout', `${name} sent no vectors within ${Math.round(timeouts.runMs / 1000)} s.`),
    ),
  );
  const count = (inputTokens: number | null) =>
    meter.add({
      model,
      request: { system: '', history: [], prompt: texts.join('\n') },
      received: '',
      usage: { inputTokens, cachedInputTokens: 0, outputTokens: 0 },
    });
  try {
    const embedding = await model.embed(texts, AbortSignal.any([signal, late.signal]));
    count(embedding.inputTokens);
    return embedding;
  } catch (error) {
    // A model that was stopped has already read the texts.
    if (signal.aborted || late.signal.aborted) count(null);
    if (signal.aborted) throw signal.reason;
    throw late.signal.aborted ? late.signal.reason : error;
  } finally {
    stopTimer();
  }
}
