import type { Run } from '#schema/run.ts';
import type { Strings } from '#web/strings/en.ts';

const providerNames: Record<string, string> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  ollama: 'Ollama',
};

/** The model that really answered; null as long as none has. */
export function modelName(run: Pick<Run, 'provider' | 'model'>, strings: Strings): string | null {
  if (run.provider === null || run.model === null) return null;
  if (run.provider === 'builtin') return strings.panel.offlineExtract;
  const provider = providerNames[run.provider];
  return provider === undefined ? run.model : `${provider} ${run.model}`;
}
