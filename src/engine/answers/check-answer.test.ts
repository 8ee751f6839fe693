import { expect, test } from 'vitest';
import { tellAnswerLanguage } from './check-answer.ts';

const english =
  'The bridge will stay closed for two years, and the city will run ferries between the banks until it opens.';

test('an answer is in the language that was asked for, unless it is certainly in another one', async () => {
  expect(await tellAnswerLanguage('大桥将关闭两年，市政府将开通渡轮往返两岸。', 'zh-Hans')).toBe('zh-Hans');
  expect(await tellAnswerLanguage('118 m', 'de')).toBe('de');
  expect(await tellAnswerLanguage(english, 'zh-Hans')).toBe('en');
});

test('an answer that no language was asked for is in the one it is found to be in', async () => {
  expect(await tellAnswerLanguage(english, null)).toBe('en');
  expect(await tellAnswerLanguage('118', null)).toBeNull();
});
