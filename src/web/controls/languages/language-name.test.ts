import { describe, expect, test } from 'vitest';
import { isSameLanguage } from '#text/language/language-names.ts';
import { ownLanguageName } from './language-name.ts';

describe('languages', () => {
  test('are named in their own script, even if the list does not have them', () => {
    expect(ownLanguageName('zh-Hans')).toBe('中文（简体）');
    expect(ownLanguageName('it')).toBe('italiano');
    expect(ownLanguageName('not a language')).toBe('not a language');
  });

  test('match if only their precision differs', () => {
    expect(isSameLanguage('zh', 'zh-Hans')).toBe(true);
    expect(isSameLanguage('pt', 'pt-BR')).toBe(true);
    expect(isSameLanguage('zh-Hans', 'zh-Hant')).toBe(false);
    expect(isSameLanguage('en', 'fr')).toBe(false);
  });
});
