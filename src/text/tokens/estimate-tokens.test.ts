import { describe, expect, test } from 'vitest';
import { estimateTokens } from './estimate-tokens.ts';
import { loadTokenizer } from './tokens.ts';

const { count } = await loadTokenizer();

/** The first article of the Universal Declaration of Human Rights. */
const articles: Readonly<Record<string, string>> = {
  English:
    'All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience and should act towards one another in a spirit of brotherhood.',
  German:
    'Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt und sollen einander im Geist der Brüderlichkeit begegnen.',
  French:
    'Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de conscience et doivent agir les uns envers les autres dans un esprit de fraternité.',
  Spanish:
    'Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados como están de razón y conciencia, deben comportarse fraternalmente los unos con los otros.',
  Portuguese:
    'Todos os seres humanos nascem livres e iguais em dignidade e em direitos. Dotados de razão e de consciência, devem agir uns para com os outros em espírito de fraternidade.',
  Italian:
    'Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti. Essi sono dotati di ragione e di coscienza e devono agire gli uni verso gli altri in spirito di fratellanza.',
  Dutch:
    'Alle mensen worden vrij en gelijk in waardigheid en rechten geboren. Zij zijn begiftigd met verstand en geweten, en behoren zich jegens elkander in een geest van broederschap te gedragen.',
  Polish:
    'Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni rozumem i sumieniem i powinni postępować wobec innych w duchu braterstwa.',
  Turkish:
    'Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler ve birbirlerine karşı kardeşlik zihniyeti ile hareket etmelidirler.',
  Finnish:
    'Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan. Heille on annettu järki ja omatunto, ja heidän on toimittava toisiaan kohtaan veljeyden hengessä.',
  Russian:
    'Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства.',
  Arabic:
    'يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق. وقد وهبوا عقلاً وضميرًا وعليهم أن يعامل بعضهم بعضًا بروح الإخاء.',
  Hindi:
    'सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है। उन्हें बुद्धि और अन्तरात्मा की देन प्राप्त है और परस्पर उन्हें भाईचारे के भाव से बर्ताव करना चाहिए।',
  Chinese: '人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。',
  Japanese:
    'すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。人間は、理性と良心とを授けられており、互いに同胞の精神をもって行動しなければならない。',
  Korean:
    '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로 이성과 양심을 부여받았으며 서로 형제애의 정신으로 행동하여야 한다.',
};

describe('the estimate of tokens without tables', () => {
  test.each(Object.entries(articles))('%s is not underestimated, nor doubled', (_, text) => {
    const ratio = estimateTokens(text) / count(text);
    expect(ratio).toBeGreaterThanOrEqual(1);
    expect(ratio).toBeLessThan(2);
  });

  test.each([
    ['code', 'const maxTokens = Math.max(leastRoomTokens, tokenBudget - overheadTokens - previousTokens);\n'],
    ['JSON', '{"id":"01JABCDE","status":"done","items":[{"name":"bread","price":3.20},{"name":"salt"}]}\n'],
    ['addresses', 'https://www.example.com/articles/2026/11/16/some-title?utm_source=news&id=83427\n'],
    [
      'encoded data',
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5E\n',
    ],
    ['emoji', '👩‍👩‍👧🏳️‍🌈🇩🇪✅'],
    ['rare characters', '𠮷𡃁ሰላምལྷ'],
  ])('%s are not underestimated', (_, text) => {
    expect(estimateTokens(text.repeat(20))).toBeGreaterThanOrEqual(count(text.repeat(20)));
  });

  test('an empty text has none', () => expect(estimateTokens('')).toBe(0));
});
