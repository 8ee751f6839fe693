import { expect, test } from 'vitest';
import { sharesContent } from './rank-passages.ts';

const passages = {
  en: 'Shop owners on the east bank of Lunde fear that they will lose 12,500 customers during the works.',
  de: 'Händler am Ostufer von Lunde fürchten, dass sie während der Arbeiten 12.500 Kunden verlieren.',
  zh: '伦德东岸的店主担心施工期间会失去12500名顾客。',
  ja: 'ルンデ東岸の店主は、工事中に1万2500人の客を失うことを心配している。',
};
type Language = keyof typeof passages;

test.each<[string, string, Language, Language]>([
  ['a content word', 'Owners are worried.', 'en', 'en'],
  ['an inflected word', 'A customer may be lost.', 'en', 'en'],
  ['a name', 'Lunde is tense.', 'en', 'en'],
  ['a number', 'It is about 12,500 people.', 'en', 'en'],
  ['a number across languages', 'Es geht um 12.500 Menschen.', 'en', 'de'],
  ['a name across languages', 'Lunde ist besorgt.', 'en', 'de'],
  ['a name across scripts', 'People in Lunde are worried.', 'ja', 'en'],
  ['characters of content', '店主很不安。', 'zh', 'zh'],
  ['characters of content', '客が減るおそれがある。', 'ja', 'ja'],
])('a passage shares %s with a sentence', (_, claim, language, claimLanguage) => {
  expect(sharesContent(claim, passages[language], { language, claimLanguage })).toBe(true);
});

test.each<[string, string, Language, Language]>([
  ['nothing', 'The mayor resigned yesterday.', 'en', 'en'],
  ['only function words', 'They will be there, and that is that.', 'en', 'en'],
  ['only another number', 'It costs 310 million kroner.', 'en', 'en'],
  ['nothing', 'Der Bürgermeister trat gestern zurück.', 'de', 'de'],
  ['nothing', '市长昨天辞职了。', 'zh', 'zh'],
  ['only particles', '市長は昨日、辞任した。', 'ja', 'ja'],
  ['nothing across languages', 'Die Brücke ist rot.', 'en', 'de'],
])('a passage that shares %s is about something else', (_, claim, language, claimLanguage) => {
  expect(sharesContent(claim, passages[language], { language, claimLanguage })).toBe(false);
});
