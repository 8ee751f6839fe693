import { expect, test } from 'vitest';
import { findLanguage } from './language-picker.tsx';

test.each([
  ['he', 'en', 'he'],
  ['Hebrew', 'en', 'he'],
  ['hebr', 'en', 'he'],
  ['עברית', 'en', 'he'],
  ['希伯来语', 'zh-Hans', 'he'],
  ['Hebrew', 'zh-Hans', 'he'],
  ['Español', 'en', 'es'],
  ['espanol', 'en', 'es'],
  ['Filipino', 'en', 'fil'],
  ['Brazilian Portuguese', 'en', 'pt-BR'],
  ['português (brasil)', 'en', 'pt-BR'],
  ['pt_PT', 'en', 'pt-PT'],
  ['Klingonese', 'en', null],
  ['ma', 'en', null],
  ['', 'en', null],
])('“%s” in an interface in %s is %s', (written, language, code) => {
  expect(findLanguage(written, language)).toBe(code);
});
