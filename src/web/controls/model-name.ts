import type { Run } from '#schema/runs/run.ts';
import type { Strings } from '#web/strings/en/en.ts';

const providerNames = new Map(
  Object.entries<string>({
    openai: 'OpenAI',
    anthropic: 'Anthropic',
    google: 'Google',
    ollama: 'Ollama',
    'openai-compatible': 'OpenAI-compatible',
  }),
);

const sampleModel = 'sample-with-a-mistake';

/** Whether a summary ships with the sample feed. No model wrote it. */
export function isSample({ model }: Pick<Run, 'model'>): boolean {
  return model === sampleModel;
}

/** Returns the model with its provider, or null if none is named yet. */
export function modelName(run: Pick<Run, 'provider' | 'model'>, strings: Strings): string | null {
  if (run.provider === null || run.model === null) return null;
  if (isSample(run)) return strings.panel.sampleSummary;
  if (run.provider === 'builtin') return strings.panel.offlineExtract;
  const provider = providerNames.get(run.provider);
  return provider === undefined ? run.model : `${provider} ${run.model}`;
}
