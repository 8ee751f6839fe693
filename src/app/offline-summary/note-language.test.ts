import { expect, test } from 'vitest';
import { noteLanguage } from './note-language.ts';

test.each([
  { what: 'the language asked for', asked: 'zh', written: 'zh-Hans', isOffline: false },
  { what: 'no language asked for', asked: undefined, written: 'en', isOffline: true },
  { what: 'a language of a model that nobody recognizes', asked: 'zh', written: null, isOffline: false },
])('$what needs no note', (given) => {
  expect(noteLanguage(given)).toBeNull();
});

test('a summary in another language is noted with what to do', () => {
  expect(noteLanguage({ asked: 'de', written: 'en', isOffline: true })).toMatch(/German.*connect a model/);
  expect(noteLanguage({ asked: 'de', written: null, isOffline: true })).toMatch(/German/);
  expect(noteLanguage({ asked: 'de', written: 'en', isOffline: false })).toMatch(/in English .* of German/);
});
