import type { RemoteProvider } from './model-draft.ts';

interface Preset {
  /** As the company or program writes it. */
  name: string;
  provider: RemoteProvider;
  /** Empty for the provider’s default. */
  baseUrl: string;
  model: string;
  /** On the person’s own machine, without a key. */
  isLocal?: true;
  contextTokens?: number;
}

/** Ollama reserves memory for the whole context it is asked for; this much fits small machines. */
export const ollamaContextTokens = 8192;

export const presets: readonly Preset[] = [
  { name: 'OpenAI', provider: 'openai', baseUrl: '', model: 'gpt-5.2' },
  { name: 'Anthropic', provider: 'anthropic', baseUrl: '', model: 'claude-sonnet-5' },
  { name: 'Google', provider: 'google', baseUrl: '', model: '' },
  {
    name: 'Ollama',
    provider: 'ollama',
    baseUrl: '',
    model: '',
    isLocal: true,
    contextTokens: ollamaContextTokens,
  },
  {
    name: 'LM Studio',
    provider: 'openai-compatible',
    baseUrl: 'http://127.0.0.1:1234/v1',
    model: '',
    isLocal: true,
  },
  { name: 'OpenRouter', provider: 'openai-compatible', baseUrl: 'https://openrouter.ai/api/v1', model: '' },
  { name: 'Mistral', provider: 'openai-compatible', baseUrl: 'https://api.mistral.ai/v1', model: '' },
  { name: 'Groq', provider: 'openai-compatible', baseUrl: 'https://api.groq.com/openai/v1', model: '' },
  { name: 'DeepSeek', provider: 'openai-compatible', baseUrl: 'https://api.deepseek.com/v1', model: '' },
];
