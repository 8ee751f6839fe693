import { describe, expect, test } from 'vitest';
import { parseSettingsSearch } from './settings-search.ts';

describe('the address of a settings section', () => {
  test('opens a thing by its id, also where that looks like a number', () => {
    expect(parseSettingsSearch({ open: 'openai/gpt-5.2' })).toEqual({ open: 'openai/gpt-5.2' });
    expect(parseSettingsSearch({ open: 7 })).toEqual({ open: '7' });
  });

  test('makes a new thing rather than opening one', () => {
    expect(parseSettingsSearch({ add: true, open: 'mine' })).toEqual({ add: true });
  });

  test('is the plain list when damaged', () => {
    expect(parseSettingsSearch({ add: 'yes', open: ['a'] })).toEqual({});
    expect(parseSettingsSearch({ open: '' })).toEqual({});
  });
});
