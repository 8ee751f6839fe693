import { describe, expect, test } from 'vitest';
import { createRandom } from '#tests/fixtures/create-random.ts';
import { detectByLetters, detectLanguages } from './detect-languages.ts';
import { detectLanguage } from './language.ts';

/** Spanish and Portuguese share so many function words that they do not settle a text at once. */
const spanish =
  'El puente sobre el río se cerró en invierno. La alcaldesa de la ciudad no quiso hablar de los costes, y las obras de acero que faltan se retrasan hasta la primavera. ';
const portuguese =
  'A ponte sobre o rio foi fechada no inverno. A prefeita da cidade não quis falar dos custos, e as obras de aço que faltam atrasam até a primavera do próximo ano. ';
const english =
  'The bridge over the river was closed in the winter, and the mayor of the city did not want to talk about what it costs. ';
const hungarian =
  'A folyó fölötti hidat télen lezárták, a város polgármestere nem akart beszélni a költségekről, és a hiányzó acélszerkezetek tavaszig késnek. ';

const long = (sentence: string, number: number) => `${number}. ${sentence.repeat(4)}`;
const twenty = (sentence: string) => Array.from({ length: 20 }, (_, n) => long(sentence, n));
const oneByOne = (texts: string[]) => texts.map((text) => detectLanguage(text)?.language ?? null);

describe('the languages of texts from one place', () => {
  test.each([
    ['English', twenty(english), 'en'],
    ['Spanish', twenty(spanish), 'es'],
    ['Portuguese', twenty(portuguese), 'pt'],
    ['Hungarian, of which no function words are known', twenty(hungarian), 'hu'],
    ['Chinese', twenty('市议会周一投票反对新建大桥。'), 'zh-Hans'],
  ])('%s', (_, texts, language) => {
    expect(new Set(detectLanguages(texts))).toEqual(new Set([language]));
  });

  test('a few that differ from the others are found, wherever they stand', () => {
    for (const [usual, other] of [
      [spanish, portuguese],
      [portuguese, spanish],
      [spanish, hungarian],
      [hungarian, spanish],
      [hungarian, english],
    ] as const) {
      const texts = twenty(usual).with(1, long(other, 1)).with(7, long(other, 7)).with(18, long(other, 18));
      expect(detectLanguages(texts)).toEqual(oneByOne(texts));
    }
  });

  test('short ones do not follow the long ones', () => {
    const texts = [...twenty(spanish), 'Guten Morgen, liebe Leute!', 'ok', '', 'Zażółć gęślą jaźń, kochani'];
    expect(detectLanguages(texts)).toEqual(oneByOne(texts));
  });

  describe('without function words', () => {
    const random = createRandom(11);
    const oneOf = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? '';
    const list = (words: string, length: number) =>
      Array.from({ length: 20 }, () => Array.from({ length }, () => oneOf(words.split(' '))).join(', '));
    const names =
      'Berg Nilsson Okafor Tanaka Moreau Silva Kowalski Haddad Ivanova Murphy Rossi Novak Larsen Diaz';
    const code = 'fetchUser parseNode maxDepth isHidden toString readRow nextPage baseUrl addText closeTag';
    const tickers = 'AAPL MSFT NVDA SAP ASML TSLA ORCL IBM INTC AMZN GOOG META NFLX CSCO QCOM ADBE';

    const syllables = () =>
      Array.from({ length: 200 }, () =>
        Math.floor(random() * 1e9)
          .toString(36)
          .replace(/\d/g, 'a'),
      ).join(' ');

    test.each([
      ['lists of names', list(names, 60)],
      ['code', list(code, 60)],
      ['tickers', list(tickers, 80)],
      ['syllables of no language', Array.from({ length: 20 }, syllables)],
    ])('%s are judged by a few of them', (_, texts) => {
      let asked = 0;
      const languages = detectLanguages(texts, (look) => {
        asked += 1;
        return detectByLetters(look);
      });
      expect(languages).toHaveLength(20);
      expect(asked).toBe(3);
    });

    test('texts in two languages are told apart by their letters', () => {
      const finnish =
        'Joen yli kulkeva silta suljettiin talvella, kaupunginjohtaja kieltäytyi puhumasta kustannuksista, puuttuvat teräsrakenteet myöhästyvät kevääseen. ';
      const texts = [...twenty(finnish).slice(0, 10), ...twenty(hungarian).slice(0, 10)];
      expect(detectLanguages(texts)).toEqual(oneByOne(texts));
    });
  });
});
