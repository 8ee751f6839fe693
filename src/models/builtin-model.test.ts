import { expect, test } from 'vitest';
import { localTextWork } from '#engine/local-text-work.ts';
import type { ModelPart, ModelRequest } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import { modelProfileSchema } from '#schema/models/model-profile.ts';
import { extractSummary } from '#text/extract-summary.ts';
import { builtinProfile, createBuiltinModel } from './builtin-model.ts';

const builtinModel = createBuiltinModel(localTextWork);

const sourceText = Array.from(
  { length: 60 },
  (_, index) =>
    `Station ${index} measured the height of the river Elbe at dawn on day ${index} of the flood. ` +
    `The crew of station ${index} then sent its number by radio to the office in Dresden.`,
).join('\n\n');

function requestOf(task: Partial<ModelRequest['task']>): ModelRequest {
  const empty = {
    type: 'summary' as const,
    title: null,
    targetLanguage: null,
    detailLevel: null,
    fold: null,
    passages: [],
    session: null,
  };
  return {
    system: '',
    history: [],
    prompt: '',
    maxOutputTokens: 4096,
    task: { ...empty, sourceText, ...task },
  };
}

function read(task: Partial<ModelRequest['task']>): Promise<ModelPart[]> {
  return Array.fromAsync(builtinModel.stream(requestOf(task), new AbortController().signal));
}

const textOf = (parts: ModelPart[]): string =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('');

test('its profile is valid, free and labelled', () => {
  const profile = { ...builtinProfile, key: { kind: 'none' }, createdAt: 0, updatedAt: 0 };
  expect(modelProfileSchema.parse(profile)).toEqual(profile);
  expect(builtinProfile).toMatchObject({ id: 'builtin', name: 'Offline extract', model: 'offline-extract' });
  expect(builtinModel.writesAnyLanguage).toBe(false);
});

test('streams the extract sentence by sentence, whole and unchanged', async () => {
  const parts = await read({ detailLevel: 'medium' });
  const expected = extractSummary(sourceText, { detail: 'medium' });
  expect(expected.sentences.length).toBeGreaterThan(1);
  expect(parts).toHaveLength(expected.sentences.length + 1);
  expect(textOf(parts)).toBe(expected.text);
  expect(parts.at(-1)).toEqual({ type: 'finish', reason: 'stop', model: 'offline-extract', usage: null });
});

test.each([
  ['hard-wrapped lines', (text: string) => text.replace(/(.{30,50}) /g, '$1\n')],
  ['lines that end in CRLF', (text: string) => text.replace(/(.{30,50}) /g, '$1\r\n')],
  ['runs of blanks and tabs', (text: string) => text.replaceAll(' ', '  \t')],
  ['items of a list', (text: string) => text.replace(/^/gm, '- ')],
  ['the same sentence many times', (text: string) => text + text.slice(0, 300).repeat(20)],
])('of a text with %s the reader sees exactly the extract', async (_, rewrite) => {
  for (const detailLevel of ['short', 'medium', 'detailed'] as const) {
    const text = rewrite(sourceText);
    const parts = await read({ sourceText: text, detailLevel });
    const expected = extractSummary(text, { detail: detailLevel });
    expect(textOf(parts)).toBe(expected.text);
    expect(parts).toHaveLength(expected.sentences.length + 1);
  }
});

test('a short summary is shorter than a detailed one', async () => {
  const [short, detailed] = [await read({ detailLevel: 'short' }), await read({ detailLevel: 'detailed' })];
  expect(textOf(short).length).toBeGreaterThan(0);
  expect(textOf(short).length).toBeLessThan(textOf(detailed).length);
});

test('an empty text gives an empty answer', async () => {
  expect(await read({ sourceText: '' })).toEqual([expect.objectContaining({ type: 'finish' })]);
});

test('a cancel between two sentences ends it with the reason given', async () => {
  const cancel = new AbortController();
  const reason = new AppError('run_cancelled', 'enough');
  const seen: ModelPart[] = [];
  const reading = (async () => {
    for await (const part of builtinModel.stream(requestOf({}), cancel.signal)) {
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
  for await (const part of builtinModel.stream(requestOf({}), new AbortController().signal)) {
    if (part.type === 'text') turnsAtSentences.push(turns);
  }
  clearImmediate(immediate);
  expect(turnsAtSentences.length).toBeGreaterThan(1);
  expect(new Set(turnsAtSentences).size).toBe(turnsAtSentences.length);
});
