import { expect, test } from 'vitest';
import { chooseOffered, draftNew, withPrices } from './model-draft.ts';

const draft = draftNew({ provider: 'openai', model: 'gpt-5.2', isChosen: true });
const pricesOf = (of: object) =>
  Object.entries(of).flatMap(([name, value]) => (name.startsWith('prices.') ? [value] : []));

test('a model with a known price has it filled in', () => {
  expect(pricesOf(draft)).toEqual(['1.75', '0.175', '14']);
});

test('another model gets its own prices, and an unknown one none', () => {
  expect(pricesOf(withPrices(draft, { model: 'gpt-5-mini-2025-08-07' }))).toEqual(['0.25', '0.025', '2']);
  expect(pricesOf(withPrices(draft, { model: 'gpt-9' }))).toEqual(['', '', '']);
});

test('another address may have other prices', () => {
  expect(pricesOf(withPrices(draft, { baseUrl: 'https://proxy.example/v1' }))).toEqual(['', '', '']);
});

test('prices that someone typed stay', () => {
  const typed = { ...draft, 'prices.outputPerMillionUsd': '3' };
  expect(withPrices(typed, { model: 'gpt-9' })).toEqual({ model: 'gpt-9' });
});

test('a model of Ollama is free on the own machine only', () => {
  const local = { ...draft, ...withPrices(draft, { provider: 'ollama' as const, model: 'llama3.2' }) };
  expect(pricesOf(local)).toEqual(['0', '0', '0']);
  expect(pricesOf(withPrices(local, { model: 'gpt-oss:120b-cloud' }))).toEqual(['', '', '']);
  expect(pricesOf(withPrices(local, { baseUrl: 'https://ollama.example' }))).toEqual(['', '', '']);
});

test('a model from the provider’s list brings what the provider says about it', () => {
  const prices = { inputPerMillionUsd: 0.2, cachedInputPerMillionUsd: 0.1, outputPerMillionUsd: 0.6 };
  const chosen = chooseOffered(draft, { model: 'some/model', contextTokens: 131_072, prices });
  expect(chosen).toMatchObject({ model: 'some/model', contextTokens: '131072' });
  expect(pricesOf(chosen)).toEqual(['0.2', '0.1', '0.6']);
});
