import { withRetries } from '#engine/calls/call-with-retries.ts';
import { takeCall } from '#engine/calls/model-limits.ts';
import { AppError } from '#schema/app-error.ts';
import type { RunContext } from './define-task.ts';
import { outlastOutage } from './outlast-outage.ts';
import type { Embedding, Model } from './ports.ts';

/** One call that makes vectors of texts, with the profile's limits, retries and time-out; its tokens are counted. */
export async function embedTexts(
  context: RunContext,
  { model, texts }: { model: Model; texts: readonly string[] },
): Promise<Embedding['vectors']> {
  const { log, meter, ports, signal } = context;
  const { clock } = ports;
  const { vectors, inputTokens } = await withRetries(
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
  meter.add(
    model,
    {
      system: '',
      history: [],
      prompt: texts.join('\n'),
      maxOutputTokens: 0,
      output: null,
      offline: null,
    },
    {
      text: '',
      model: model.profile.model,
      usage: inputTokens === null ? null : { inputTokens, cachedInputTokens: 0, outputTokens: 0 },
    },
  );
  return vectors;
}

async function callInTime(
  { ports, signal }: RunContext,
  { model, texts }: { model: Model; texts: readonly string[] },
): Promise<Embedding> {
  const { name, timeouts } = model.profile;
  if (model.embed === undefined)
    throw new AppError('model_not_configured', `"${name}" offers no embeddings. Choose another model.`);
  const late = new AbortController();
  const stopTimer = ports.clock.after(timeouts.runMs, () =>
    late.abort(
      new AppError('run_timeout', `${name} sent no vectors within ${Math.round(timeouts.runMs / 1000)} s.`),
    ),
  );
  try {
    return await model.embed(texts, AbortSignal.any([signal, late.signal]));
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw late.signal.aborted ? late.signal.reason : error;
  } finally {
    stopTimer();
  }
}
