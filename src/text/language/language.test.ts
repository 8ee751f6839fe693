import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detectLanguage, matchesLanguage } from './language.ts';
import { languageDisplayName, normalizeLanguage } from './language-names.ts';

describe('detecting the language', () => {
  test.each([
    ['The committee met on Tuesday and decided that the plan should be changed.', 'en'],
    ['Le président a déclaré que la réforme serait adoptée avant la fin de l’année.', 'fr'],
    ['Der Minister sagte, dass die Reform noch in diesem Jahr beschlossen werden soll.', 'de'],
    ['El presidente dijo que la reforma se aprobará antes de que termine el año.', 'es'],
    ['Olá, você não vai acreditar no que aconteceu ontem à noite.', 'pt'],
    ['Президент заявил, что реформа будет принята до конца года.', 'ru'],
    ['我们还没有决定这个问题应该怎么处理。', 'zh-Hans'],
    ['我們還沒有決定這個問題應該怎麼處理。', 'zh-Hant'],
    ['これは日本語で書かれた文章です。', 'ja'],
    ['안녕하세요 여러분 반갑습니다', 'ko'],
    ['مرحبا كيف حالك اليوم يا صديقي العزيز', 'ar'],
    ['שלום לכולם מה שלומכם היום', 'he'],
  ])('%s', (text, language) => {
    expect(detectLanguage(text)?.language).toBe(language);
  });

  test('says nothing of text that is too short or has no letters', () => {
    expect(detectLanguage('OK')).toBeNull();
    expect(detectLanguage('12 345 – 67 %')).toBeNull();
    expect(detectLanguage('')).toBeNull();
  });

  test('never throws and never answers outside 0 to 1', () => {
    expect.hasAssertions();
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(detectLanguage(text)?.confidence ?? 0).toBeLessThanOrEqual(1);
        expect([true, false, null]).toContain(matchesLanguage(text, 'en'));
      }),
    );
  });
});

describe('matching a target language', () => {
  const french = 'Le président a déclaré que la réforme serait adoptée avant la fin de l’année.';
  const english = 'The president has declared that the reform will be adopted before the end of the year.';

  test('tells a clear mismatch from a match', () => {
    expect(matchesLanguage(french, 'en')).toBe(false);
    expect(matchesLanguage(english, 'en-GB')).toBe(true);
    expect(matchesLanguage(english, 'zh')).toBe(false);
    expect(matchesLanguage('我们还没有决定这个问题。他们认为应该先调查。', 'ja')).toBe(false);
  });

  test('tells simplified from traditional Chinese', () => {
    expect(matchesLanguage('我们还没有决定这个问题应该怎么处理', 'zh-Hans')).toBe(true);
    expect(matchesLanguage('我们还没有决定这个问题应该怎么处理', 'zh-TW')).toBe(false);
  });

  test('is lenient between close relatives and regions', () => {
    expect(matchesLanguage('Det var en god dag for alle, og de var glade for at være her.', 'sv')).not.toBe(
      false,
    );
    expect(matchesLanguage('Você não vai acreditar no que aconteceu com a minha irmã ontem.', 'pt-PT')).toBe(
      true,
    );
  });

  test('raises no alarm over short text, names and code', () => {
    expect(matchesLanguage('Kubernetes 1.30', 'de')).toBeNull();
    expect(matchesLanguage('OK.', 'fr')).toBeNull();
    expect(matchesLanguage('`const x = 1` https://example.org/some/long/path', 'fr')).toBeNull();
    expect(matchesLanguage(english, 'not a language')).toBeNull();
  });
});

describe('language codes', () => {
  test.each([
    ['zh', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh-HK', 'zh-Hant'],
    ['zh_tw', 'zh-Hant'],
    ['pt', 'pt'],
    ['pt-BR', 'pt-BR'],
    ['pt_pt', 'pt-PT'],
    ['sr-Latn', 'sr-Latn'],
    ['nb', 'nb'],
    ['no', 'no'],
    ['es-419', 'es-419'],
    ['iw', 'he'],
    ['pt-pt', 'pt-PT'],
    ['EN-us', 'en-US'],
    ['fr', 'fr'],
  ])('%s becomes %s', (code, expected) => {
    expect(normalizeLanguage(code)).toBe(expected);
  });

  test.each(['', 'english', 'xx-invalid', 'qqq', '???'])('%s is no language', (code) => {
    expect(normalizeLanguage(code)).toBeNull();
  });

  test('names carry the code', () => {
    expect(languageDisplayName('zh')).toBe('Chinese (Simplified, zh-Hans)');
    expect(languageDisplayName('en')).toBe('English (en)');
    expect(languageDisplayName('pt-BR')).toBe('Portuguese (Brazil, pt-BR)');
  });
});
