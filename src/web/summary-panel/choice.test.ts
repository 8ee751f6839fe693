import { expect, test } from 'vitest';
import { defaultSettings } from '#schema/settings.ts';
import { usualChoice } from './choice.ts';

test('names a default language as the server does, so that its stored summary is recognized', () => {
  const summaryAgent = { ...defaultSettings.summaryAgent, defaultTargetLanguage: 'zh-CN' };
  const chosen = { targetLanguage: null, detailLevel: null, summaryOf: 'original' } as const;
  expect(usualChoice(chosen, { summaryAgent }, []).targetLanguage).toBe('zh-Hans');
});

test('is about the translation only where there is one in the target language', () => {
  const chosen = { targetLanguage: 'de', detailLevel: null, summaryOf: 'translation' } as const;
  expect(usualChoice(chosen, defaultSettings, ['fr', 'de']).of).toBe('translation');
  expect(usualChoice(chosen, defaultSettings, ['fr'])).toEqual({
    targetLanguage: 'de',
    detailLevel: 'medium',
  });
});
