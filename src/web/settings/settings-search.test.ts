import { describe, expect, test } from 'vitest';
import { parseSettingsSearch } from './settings-search.ts';

describe('the URL of a settings section', () => {
  test('opens an item by its id, even if that looks like a number', () => {
    expect(parseSettingsSearch({ open: 'openai/gpt-5.2' })).toEqual({ open: 'openai/gpt-5.2' });
    expect(parseSettingsSearch({ open: 7 })).toEqual({ open: '7' });
  });

  test('creates a new item rather than opening one', () => {
    expect(parseSettingsSearch({ add: true, open: 'mine' })).toEqual({ add: true });
  });

  test('shows the plain list if invalid', () => {
    expect(parseSettingsSearch({ add: 'yes', open: ['a'] })).toEqual({});
    expect(parseSettingsSearch({ open: '' })).toEqual({});
  });
});
