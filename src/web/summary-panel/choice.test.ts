import { expect, test } from 'vitest';
import { defaultSettings } from '#schema/settings.ts';
import { usualChoice } from './choice.ts';

test('names a default language as the server does, so that its stored summary is recognized', () => {
  const summaryAgent = { ...defaultSettings.summaryAgent, defaultTargetLanguage: 'zh-CN' };
  const choice = usualChoice({ targetLanguage: null, detailLevel: null }, { summaryAgent });
  expect(choice.targetLanguage).toBe('zh-Hans');
});
