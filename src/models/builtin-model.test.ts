import { expect, test } from 'vitest';
import { localTextWork } from '#engine/local-text-work.ts';
import type { ModelPart, ModelRequest } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import { modelProfileSchema } from '#schema/models/model-profile.ts';
import { builtinProfile, createBuiltinModel } from './builtin-model.ts';

const builtinModel = createBuiltinModel(localTextWork);

const sentences = Array.from({ length: 30 }, (_, index) => `Station ${index} measured the river. `);

function requestOf(offline: ModelRequest['offline']): ModelRequest {
  return { system: '', history: [], prompt: '', maxOutputTokens: 4096, output: null, offline };
}

test('its profile is valid, free and labelled', () => {
  const profile = { ...builtinProfile, key: { kind: 'none' }, createdAt: 0, updatedAt: 0 };
  expect(modelProfileSchema.parse(profile)).toEqual(profile);
  expect(builtinProfile).toMatchObject({ id: 'builtin', name: 'Offline extract', model: 'offline-extract' });
  expect(builtinModel.writesAnyLanguage).toBe(false);
});

test('streams what a task answers offline, piece by piece and unchanged', async () => {
  const request = requestOf(async () => sentences);
  const parts = await Array.fromAsync(builtinModel.stream(request, new AbortController().signal));
  expect(parts).toEqual([
    ...sentences.map((text) => ({ type: 'text', text })),
    { type: 'finish', reason: 'stop', model: 'offline-extract', usage: null },
  ]);
});

test('refuses a task without an offline answer', async () => {
  const reading = Array.fromAsync(builtinModel.stream(requestOf(null), new AbortController().signal));
  await expect(reading).rejects.toMatchObject({ code: 'model_not_configured' });
});

test('a cancel between two sentences ends it with the reason given', async () => {
  const cancel = new AbortController();
  const reason = new AppError('run_cancelled', 'enough');
  const seen: ModelPart[] = [];
  const reading = (async () => {
    for await (const part of builtinModel.stream(
      requestOf(async () => sentences),
      cancel.signal,
    )) {
      seen.push(part);
      cancel.abort(reason);
    }
  })();
  await expect(reading).rejects.toBe(reason);
  expect(seen).toHaveLength(1);
});

test('other work gets its turn before every sentence', async () => {
  let turns = 0;
  const count = (): void => {
    turns += 1;
    immediate = setImmediate(count);
  };
  let immediate = setImmediate(count);
  const turnsAtSentences: number[] = [];
  for await (const part of builtinModel.stream(
    requestOf(async () => sentences),
    new AbortController().signal,
  )) {
    if (part.type === 'text') turnsAtSentences.push(turns);
  }
  clearImmediate(immediate);
  expect(turnsAtSentences.length).toBeGreaterThan(1);
  expect(new Set(turnsAtSentences).size).toBe(turnsAtSentences.length);
});
