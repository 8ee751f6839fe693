import { describe, expect, test } from 'vitest';
import { readListing } from './list-models.ts';

const unknown = { contextTokens: null, prices: null };

describe('a provider’s list of models', () => {
  test('is read in the words of OpenAI, without the models that write nothing', () => {
    const data = ['gpt-5.2', 'text-embedding-3-large', 'whisper-1', 'gpt-4o-realtime-preview', 'gpt-5-mini'];
    expect(readListing({ object: 'list', data: data.map((id) => ({ id, object: 'model' })) })).toEqual([
      { model: 'gpt-5-mini', ...unknown },
      { model: 'gpt-5.2', ...unknown },
    ]);
  });

  test('is read in the words of Google, with the size of the context', () => {
    const models = [
      {
        name: 'models/gemini-9',
        inputTokenLimit: 1_048_576,
        supportedGenerationMethods: ['generateContent'],
      },
      { name: 'models/aqa', inputTokenLimit: 7168, supportedGenerationMethods: ['generateAnswer'] },
    ];
    expect(readListing({ models })).toEqual([{ model: 'gemini-9', contextTokens: 1_048_576, prices: null }]);
  });

  test('is read in the words of Ollama', () => {
    expect(readListing({ models: [{ name: 'llama3.2:3b', size: 2_019_393_189 }] })).toEqual([
      { model: 'llama3.2:3b', ...unknown },
    ]);
  });

  test('has prices for a million tokens where the provider says them', () => {
    const pricing = { prompt: '0.0000002', completion: '0.0000006', request: '0' };
    expect(readListing({ data: [{ id: 'some/model', context_length: 131_072, pricing }] })).toEqual([
      {
        model: 'some/model',
        contextTokens: 131_072,
        prices: { inputPerMillionUsd: 0.2, cachedInputPerMillionUsd: 0.2, outputPerMillionUsd: 0.6 },
      },
    ]);
  });

  test('leaves out what is no model, and facts that make no sense', () => {
    const data = [
      null,
      7,
      {},
      { id: '' },
      { id: 'x'.repeat(300) },
      { id: 'odd', context_length: -4, pricing: { prompt: 'free', completion: -1 } },
      { id: 'odd', context_length: 'many' },
    ];
    expect(readListing({ data })).toEqual([{ model: 'odd', ...unknown }]);
  });

  test.each([null, 'models', {}, { data: 'none' }, { error: 'no such path' }])(
    'is not read from %j',
    (body) => {
      expect(readListing(body)).toBeNull();
    },
  );

  test('keeps a model whose price cannot be true, without prices', () => {
    const pricing = { prompt: '1e300', completion: '0.1' };
    expect(readListing({ data: [{ id: 'm-1', pricing }] })).toEqual([
      { model: 'm-1', contextTokens: null, prices: null },
    ]);
  });

  test('is cut where it has no end', () => {
    const data = Array.from({ length: 100_000 }, (_, index) => ({ id: `model-${index}` }));
    expect(readListing({ data })).toHaveLength(2000);
  });
});
