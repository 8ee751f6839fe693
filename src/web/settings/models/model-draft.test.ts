import { describe, expect, test } from 'vitest';
import { modelProfileInputSchema, modelProfileSchema } from '#schema/models/model-profile.ts';
import { keptKey } from '#web/settings/form/draft-values.ts';
import { en } from '#web/strings/en/en.ts';
import { createFormats } from '#web/strings/formats.ts';
import { checkModel, draftNew, draftOf, type ModelDraft, suggestedModel } from './model-draft.ts';

const words = en(createFormats('en'));
const form = words.settings.form;
const first = draftNew({ ...suggestedModel, isChosen: false });

function check(draft: ModelDraft, taken: string[] = [], isNew = true) {
  return checkModel({ draft, taken, isNew, words });
}

describe('the form of a model profile', () => {
  test('suggests a first profile that can be saved as is, except for its key', () => {
    expect(check({ ...first, key: { kind: 'value', value: ' sk-1 ', variable: '' } })).toEqual({
      ok: true,
      input: modelProfileInputSchema.parse({
        id: 'openai-gpt-5.2',
        name: 'OpenAI gpt-5.2',
        provider: 'openai',
        model: 'gpt-5.2',
        key: { kind: 'value', value: 'sk-1' },
        prices: { inputPerMillionUsd: 1.75, cachedInputPerMillionUsd: 0.175, outputPerMillionUsd: 14 },
      }),
    });
  });

  test('finds a free id, and rejects one that is taken', () => {
    const found = check(first, ['openai-gpt-5.2', 'openai-gpt-5.2-2']);
    expect(found).toMatchObject({ ok: true, input: { id: 'openai-gpt-5.2-3' } });
    expect(check({ ...first, id: 'mine' }, ['mine'])).toMatchObject({ ok: false });
    expect(check({ ...first, id: 'mine', key: keptKey }, ['mine'], false)).toMatchObject({ ok: true });
  });

  test('returns what a saved profile contains, and leaves its key alone', () => {
    const profile = modelProfileSchema.parse({
      ...modelProfileInputSchema.parse({
        id: 'a/b',
        name: 'Mine',
        provider: 'ollama',
        model: 'llama',
        baseUrl: 'http://127.0.0.1:11434',
        temperature: 0,
        requestsPerMinute: 30,
        timeouts: { firstTokenMs: 1500 },
        prices: { inputPerMillionUsd: 1.25, cachedInputPerMillionUsd: 0, outputPerMillionUsd: 10 },
      }),
      key: { kind: 'stored' },
      createdAt: 1,
      updatedAt: 2,
    });
    const { key: _key, createdAt: _createdAt, updatedAt: _updatedAt, ...fields } = profile;
    const checked = check(draftOf(profile), [], false);
    expect(checked).toEqual({ ok: true, input: { ...fields, key: undefined } });
  });

  test('uses the input price for cached input if that is omitted', () => {
    const unpriced = { ...first, 'prices.cachedInputPerMillionUsd': '', 'prices.outputPerMillionUsd': '' };
    const checked = check({
      ...unpriced,
      'prices.inputPerMillionUsd': '1',
      'prices.outputPerMillionUsd': '4',
    });
    expect(checked.ok && checked.input.prices).toEqual({
      inputPerMillionUsd: 1,
      cachedInputPerMillionUsd: 1,
      outputPerMillionUsd: 4,
    });
    expect(check({ ...unpriced, 'prices.inputPerMillionUsd': '1' })).toEqual({
      ok: false,
      errors: new Map([['prices.outputPerMillionUsd', form.number]]),
    });
  });

  test('reports the bounds of a timeout in seconds, as typed', () => {
    expect(check({ ...first, 'timeouts.idleMs': '9999' })).toEqual({
      ok: false,
      errors: new Map([['timeouts.idleMs', form.atMost(3600)]]),
    });
  });

  test('does not take an empty field as a request to remove a saved key', () => {
    const empty = { ...first, id: 'mine', key: { kind: 'value', value: '', variable: '' } as const };
    expect(check(empty)).toMatchObject({ ok: true, input: { key: { kind: 'none' } } });
    expect(check(empty, [], false)).toEqual({ ok: false, errors: new Map([['key', form.required]]) });
  });

  test('requires a variable’s name, and a URL if there is no default', () => {
    const env = { kind: 'env', value: '', variable: ' ' } as const;
    expect(check({ ...first, key: env })).toEqual({ ok: false, errors: new Map([['key', form.required]]) });
    expect(check({ ...first, provider: 'openai-compatible' })).toMatchObject({ ok: false });
  });
});
