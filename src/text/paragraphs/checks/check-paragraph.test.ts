import { describe, expect, test } from 'vitest';
import type { GlossaryTerm } from '#schema/translations/translation.ts';
import { checkParagraph } from './check-paragraph.ts';

const english =
  'On 14 March 2025 the city council of Lunde did not approve the 1.5 million euro plan, and <1>Anna Berg</1> said that 240 families would have to wait until 2027.';

/** Good translations of the English text into twelve languages. */
const good: Record<string, string> = {
  de: 'Am 14. März 2025 hat der Stadtrat von Lunde den Plan über 1,5 Millionen Euro nicht genehmigt, und <1>Anna Berg</1> sagte, dass 240 Familien bis 2027 warten müssten.',
  fr: 'Le 14 mars 2025, le conseil municipal de Lunde n’a pas approuvé le plan de 1,5 million d’euros, et <1>Anna Berg</1> a déclaré que 240 familles devraient attendre jusqu’en 2027.',
  es: 'El 14 de marzo de 2025 el ayuntamiento de Lunde no aprobó el plan de 1,5 millones de euros, y <1>Anna Berg</1> dijo que 240 familias tendrían que esperar hasta 2027.',
  'pt-BR':
    'Em 14 de março de 2025, a câmara municipal de Lunde não aprovou o plano de 1,5 milhão de euros, e <1>Anna Berg</1> disse que 240 famílias teriam de esperar até 2027.',
  it: 'Il 14 marzo 2025 il consiglio comunale di Lunde non ha approvato il piano da 1,5 milioni di euro, e <1>Anna Berg</1> ha detto che 240 famiglie dovranno aspettare fino al 2027.',
  ru: '14 марта 2025 года городской совет Лунде не утвердил план на 1,5 миллиона евро, и <1>Анна Берг</1> сказала, что 240 семьям придётся ждать до 2027 года.',
  ar: 'في 14 مارس 2025 لم يوافق مجلس مدينة لوندي على خطة بقيمة 1.5 مليون يورو، وقالت <1>آنا بيرغ</1> إن 240 عائلة ستضطر إلى الانتظار حتى عام 2027.',
  he: 'ב-14 במרץ 2025 מועצת העיר לונדה לא אישרה את התוכנית בסך 1.5 מיליון אירו, ו<1>אנה ברג</1> אמרה ש-240 משפחות ייאלצו להמתין עד 2027.',
  hi: '14 मार्च 2025 को लुंडे की नगर परिषद ने 15 लाख यूरो की योजना को मंज़ूरी नहीं दी, और <1>आना बर्ग</1> ने कहा कि 240 परिवारों को 2027 तक इंतज़ार करना होगा।',
  'zh-Hans':
    '2025年3月14日，伦德市议会没有批准这项150万欧元的计划，<1>安娜·贝里</1>说，240个家庭将不得不等到2027年。',
  ja: '2025年3月14日、ルンデ市議会は150万ユーロの計画を承認しなかった。<1>アンナ・ベルグ</1>は、240世帯が2027年まで待たなければならないと述べた。',
  ko: '2025년 3월 14일 룬데 시의회는 150만 유로 규모의 계획을 승인하지 않았으며, <1>안나 베리</1>는 240가구가 2027년까지 기다려야 할 것이라고 말했다.',
};

function check(
  target: string,
  language: string,
  options: { source?: string; glossary?: GlossaryTerm[] } = {},
) {
  const { source = english, glossary = [] } = options;
  return checkParagraph({ source, target, languages: { source: 'en', target: language }, glossary });
}

const kinds = (marks: { kind: string }[]) => marks.map(({ kind }) => kind);

describe('a good translation', () => {
  test.each(Object.entries(good))('into %s has no marks', (language, target) => {
    expect(check(target, language)).toEqual([]);
  });

  test('may write small numbers as words, decades and afternoons its own way, and digits of its script', () => {
    const source = 'In the 1990s the 3 ferries left at 3 pm, and 12 came back by 18:30 on day 5.';
    expect(
      check(
        'In den 90er-Jahren fuhren die drei Fähren um 15 Uhr ab, und zwölf kamen am fünften Tag um 18.30 Uhr zurück.',
        'de',
        { source },
      ),
    ).toEqual([]);
    expect(
      check('بلغ عدد السكان ١٢٣٤ نسمة في عام ٢٠٢١.', 'ar', { source: 'The town had 1,234 people in 2021.' }),
    ).toEqual([]);
    expect(
      check('С 1921 года музей посетили 2 500 000 человек.', 'ru', {
        source: 'Since 1921 the museum has had 2.5 million visitors.',
      }),
    ).toEqual([]);
  });

  test('may keep a caption of names as it is', () => {
    const source = 'Photo: Anna Berg / Reuters, Lunde Harbour Museum';
    expect(check('照片：Anna Berg / Reuters, Lunde Harbour Museum', 'zh-Hans', { source })).toEqual([]);
  });
});

describe('a mark', () => {
  test.each([
    ['number', 'de', good.de?.replace('240', '420')],
    ['number', 'zh-Hans', good['zh-Hans']?.replace('150万', '15万亿3')],
    ['number', 'ar', good.ar?.replace('240', '204')],
    ['date', 'fr', good.fr?.replace('14 mars', '14 mai')],
    ['date', 'de', good.de?.replace('2025', '2015')],
    ['negation', 'de', good.de?.replace(' nicht', '')],
    ['negation', 'zh-Hans', good['zh-Hans']?.replace('没有', '').replace('不得不', '必须')],
    ['markup', 'es', good.es?.replace(/<\/?1>/g, '')],
    ['length', 'ko', '2025년 3월 14일, 150만 유로, 240, 2027, <1>룬데</1> 않음.'],
    [
      'untranslated',
      'de',
      `${good.de?.slice(0, 120)} and <1>Anna Berg</1> said that 240 families would have to wait until 2027.`,
    ],
  ])('says what is wrong: %s in %s', (kind, language, target = '') => {
    expect(kinds(check(target, language))).toContain(kind);
  });

  test('names the words it is about', () => {
    expect(check(good.de?.replace('240', '420') ?? '', 'de')).toEqual([
      { kind: 'number', words: '420', side: 'target' },
    ]);
  });

  test('quotes a few words of what was left, and no code', () => {
    const rest = 'and, as Anna Berg said, the 240 families would have to wait until the end of 2027.';
    const left = { source: `The council met ${rest}`, target: `Der Rat tagte ${rest}` };
    const languages = { source: 'en', target: 'de' };
    expect(checkParagraph({ ...left, languages, glossary: [] })).toContainEqual({
      kind: 'untranslated',
      words: 'and, as Anna Berg said, the 240',
      side: 'target',
    });
    const code = '<1>git log --all for the end of it in main.ts</1>';
    const target = `Starten Sie ${code} und warten Sie ein wenig.`;
    expect(
      checkParagraph({ source: `Run ${code} and wait a little.`, target, languages, glossary: [] }),
    ).toEqual([]);
  });

  test('notices remains of another script', () => {
    const languages = { source: 'ja', target: 'en' };
    const source = '議会は月曜日に新しい計画を発表した。市長は満足していると述べた。';
    const target = 'The council presented a new plan on Monday. 市長は満足していると述べた。';
    expect(kinds(checkParagraph({ source, target, languages, glossary: [] }))).toContain('untranslated');
  });

  test('notices a short text that was left as it is, unless it is a name', () => {
    const source = 'Life on the northern coast';
    expect(kinds(check(source, 'de', { source }))).toEqual(['untranslated']);
    expect(check('Anna Berg, Lunde', 'de', { source: 'Anna Berg, Lunde' })).toEqual([]);
  });

  test('follows the glossary', () => {
    const glossary: GlossaryTerm[] = [
      { from: 'en', to: 'de', term: 'city council', rendering: 'Gemeinderat' },
      { from: '*', to: '*', term: 'Lunde', rendering: null },
      { from: 'en', to: 'fr', term: 'families', rendering: 'foyers' },
    ];
    expect(check(good.de ?? '', 'de', { glossary })).toEqual([
      { kind: 'glossary', words: 'city council', side: 'source', expected: 'Gemeinderat' },
    ]);
    expect(check(good.de?.replace('Stadtrat', 'Gemeinderat') ?? '', 'de', { glossary })).toEqual([]);
    expect(kinds(check(good.ru ?? '', 'ru', { glossary }))).toEqual(['glossary']);
  });
});
