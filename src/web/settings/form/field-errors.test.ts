import { describe, expect, test } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import { modelProfileInputSchema } from '#schema/models/model-profile.ts';
import { en } from '#web/strings/en/en.ts';
import { createFormats } from '#web/strings/formats.ts';
import { errorOf, readFindings, readServerErrors } from './field-errors.ts';

const words = en(createFormats('en')).settings.form;

describe('a field error', () => {
  test('is described in the reader’s language for schema findings', () => {
    const parsed = modelProfileInputSchema.safeParse({
      id: 'no spaces',
      name: ' ',
      provider: 'openai',
      model: 'm',
      baseUrl: 'ftp://host',
      contextTokens: 12,
      concurrency: 1.5,
      temperature: Number.NaN,
    });
    const errors = readFindings(parsed.error?.issues ?? [], words);
    expect(Object.fromEntries(errors)).toEqual({
      id: words.characters,
      name: words.required,
      baseUrl: words.address,
      contextTokens: words.atLeast(256),
      concurrency: words.whole,
      temperature: words.number,
    });
  });

  test('is read from the fields the server lists', () => {
    const error = new AppError('invalid_input', 'name: bad; model: worse', {
      details: {
        issues: [
          { field: 'name', reason: 'bad' },
          { field: 'model', reason: 'worse' },
        ],
      },
    });
    expect([...(readServerErrors(error) ?? [])]).toEqual([
      ['name', 'bad'],
      ['model', 'worse'],
    ]);
  });

  test('is read from the field that the server’s message starts with', () => {
    const error = new AppError('invalid_input', 'summarizer.apiBase: it needs an address.');
    expect(readServerErrors(error)?.get('summarizer.apiBase')).toBe('it needs an address.');
    expect(readServerErrors(new AppError('invalid_input', 'Not like this.'))).toBeNull();
    expect(readServerErrors(new AppError('conflict', 'name: taken'))).toBeNull();
  });

  test('is found at the field that contains it', () => {
    const errors = new Map([['key.value', 'too long']]);
    expect(errorOf(errors, 'key')).toBe('value: too long');
    expect(errorOf(errors, 'key.value')).toBe('too long');
    expect(errorOf(errors, 'ke')).toBeNull();
  });
});
