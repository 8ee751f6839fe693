import type { Model, ModelRequest, Models } from '#engine/ports.ts';
import { AppError, toAppError } from '#schema/app-error.ts';
import { describeError } from '#schema/error-codes.ts';
import type { ConnectionTest, ModelProfile, TestedAs } from '#schema/models/model-profile.ts';

/** This leaves room for the thinking of a reasoning model. */
const maxOutputTokens = 256;

export const testRequest: ModelRequest = {
  system: 'You are being tested for a connection.',
  history: [],
  prompt: 'Reply with the word OK.',
  maxOutputTokens,
  output: null,
  offline: async () => ['OK'],
};

/** Makes one real call, for at most the time that the profile allows for a first token. */
export async function testConnection(test: {
  profile: Pick<ModelProfile, 'id' | 'model' | 'timeouts'>;
  as?: TestedAs;
  models: Models;
  now: () => number;
}): Promise<ConnectionTest> {
  const { profile, as = 'text', models, now } = test;
  const startedAt = now();
  const signal = AbortSignal.timeout(profile.timeouts.firstTokenMs);
  const passedMs = (): number => Math.max(0, Math.round(now() - startedAt));

  try {
    const opened = await models.open(profile.id);
    if (as === 'embedding') return await testEmbedding(opened, { signal, passedMs });
    let answered: string | null = null;
    for await (const part of opened.stream(testRequest, signal))
      if (part.type === 'finish') answered = part.model;
    const message = `${answered ?? profile.model} answered.`;
    return { ok: true, model: answered, durationMs: passedMs(), message };
  } catch (error) {
    const message = explain(toAppError(error), signal);
    return { ok: false, model: null, durationMs: passedMs(), message };
  }
}

async function testEmbedding(
  { profile, embed }: Model,
  { signal, passedMs }: { signal: AbortSignal; passedMs: () => number },
): Promise<ConnectionTest> {
  if (embed === undefined)
    throw new AppError('model_not_configured', `"${profile.name}" offers no embeddings.`);
  const { vectors } = await embed(['A test of the connection.'], signal);
  const message = `${profile.model} answered with a vector of ${vectors[0]?.length ?? 0} numbers.`;
  return { ok: true, model: profile.model, durationMs: passedMs(), message };
}

function explain(error: AppError, signal: AbortSignal): string {
  if (!signal.aborted) return `${error.message} ${describeError(error.code).remedy}`;
  const { summary, remedy } = describeError('model_first_token_timeout');
  return `${summary} ${remedy}`;
}
