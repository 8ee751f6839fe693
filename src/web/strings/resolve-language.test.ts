import { describe, expect, test } from 'vitest';
import { parseLanguageChoice, resolveLanguage } from './resolve-language.ts';

describe('the language of the interface', () => {
  test('follows the browser’s first language that has a catalogue', () => {
    expect(resolveLanguage('auto', ['fr-FR', 'zh-CN', 'en-US'])).toEqual({
      language: 'zh-Hans',
      locale: 'zh-CN',
    });
    expect(resolveLanguage('auto', ['fr-FR'])).toEqual({ language: 'en', locale: 'en' });
  });

  test('keeps the reader’s choice and the browser’s date format for that language', () => {
    expect(resolveLanguage('en', ['zh-CN', 'en-GB'])).toEqual({ language: 'en', locale: 'en-GB' });
    expect(resolveLanguage('zh-Hans', ['en-US'])).toEqual({ language: 'zh-Hans', locale: 'zh-Hans' });
  });

  test('treats an unknown stored value as no choice', () => {
    expect(parseLanguageChoice('zh-Hans')).toBe('zh-Hans');
    expect(parseLanguageChoice('tlh')).toBe('auto');
    expect(parseLanguageChoice(null)).toBe('auto');
  });
});
