import { describe, expect, test } from 'vitest';
import { modelProfileIdSchema } from '#schema/ids.ts';
import type { StoredProfile } from '#schema/models/model-profile.ts';
import { readEnvironmentProfile } from './environment-profile.ts';

const read = (id: string, env: Record<string, string> = {}): StoredProfile | null =>
  readEnvironmentProfile(modelProfileIdSchema.parse(id), env);

test.each([
  ['openai/gpt-5.2', 'gpt-5.2', 'OPENAI_API_KEY', 'https://api.openai.com'],
  ['anthropic/claude-x', 'claude-x', 'ANTHROPIC_API_KEY', 'https://api.anthropic.com'],
  [
    'google/gemini-x',
    'gemini-x',
    'GOOGLE_GENERATIVE_AI_API_KEY',
    'https://generativelanguage.googleapis.com',
  ],
])('%s takes its key from the usual variable', (id, model, name, origin) => {
  expect(read(id)).toMatchObject({ id, name: id, model, baseUrl: null, key: { kind: 'env', name, origin } });
});

test('a model’s name may hold slashes and colons', () => {
  const env = { OPENAI_COMPATIBLE_BASE_URL: 'https://openrouter.ai/api/v1' };
  expect(read('openai-compatible/meta/llama-3:free', env)).toMatchObject({ model: 'meta/llama-3:free' });
});

test.each(['builtin', 'mine', 'openai', 'openai/', 'nobody/model', 'builtin/model', 'constructor/x'])(
  '%s is no model of the environment',
  (id) => {
    expect(read(id)).toBeNull();
  },
);

test('a base URL from the environment is where the key may go', () => {
  const env = { OPENAI_BASE_URL: 'http://proxy.local:8080/v1', OPENAI_API_KEY: 'k' };
  expect(read('openai/m', env)).toMatchObject({
    baseUrl: 'http://proxy.local:8080/v1',
    key: { kind: 'env', name: 'OPENAI_API_KEY', origin: 'http://proxy.local:8080' },
  });
});

test('a server of one’s own needs no key', () => {
  expect(read('openai/m', { OPENAI_BASE_URL: 'http://proxy.local/v1' })?.key).toEqual({ kind: 'none' });
});

test('an OpenAI-compatible server needs an address', () => {
  expect(() => read('openai-compatible/m')).toThrow(
    expect.objectContaining({
      code: 'model_not_configured',
      message: expect.stringContaining('OPENAI_COMPATIBLE_BASE_URL'),
    }),
  );
});

test('an address that is none is named', () => {
  expect(() => read('openai/m', { OPENAI_BASE_URL: 'nowhere' })).toThrow(
    expect.objectContaining({
      code: 'model_not_configured',
      message: expect.stringContaining('OPENAI_BASE_URL'),
    }),
  );
});

describe('Ollama', () => {
  test.each([
    [{}, null],
    [{ OLLAMA_HOST: '0.0.0.0' }, 'http://127.0.0.1:11434/'],
    [{ OLLAMA_HOST: 'box' }, 'http://box:11434/'],
    [{ OLLAMA_HOST: 'box:8080' }, 'http://box:8080/'],
    [{ OLLAMA_HOST: 'box:80' }, 'http://box/'],
    [{ OLLAMA_HOST: ':8080' }, 'http://127.0.0.1:8080/'],
    [{ OLLAMA_HOST: 'https://box' }, 'https://box/'],
    [{ OLLAMA_BASE_URL: 'http://other:1', OLLAMA_HOST: 'box' }, 'http://other:1'],
  ])('with %j is called at %s, without a key', (env, baseUrl) => {
    expect(read('ollama/llama3.2', env as Record<string, string>)).toMatchObject({
      provider: 'ollama',
      model: 'llama3.2',
      baseUrl,
      contextTokens: 8192,
      key: { kind: 'none' },
    });
  });
});
