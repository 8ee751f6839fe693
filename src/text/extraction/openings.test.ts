import { describe, expect, test } from 'vitest';
import { opensUnresolved, withoutSpeaker } from './wording.ts';

describe('unresolved openings', () => {
  test.each([
    ['He was not available for comment.', 'en'],
    ['But the mayor disagreed.', 'en'],
    ['This was a surprise.', 'en'],
    ['“They left early,” she said.', 'en'],
    ['但是他没有来。', 'zh'],
    ['しかし、政府は認めなかった。', 'ja'],
    ['Aber der Minister blieb dabei.', 'de'],
    ['Since then nobody has used the well.', 'en'],
    ['Third, the cellar is cleared before the frost.', 'en'],
    ['Cleaned it twice with sand.', 'en'],
    ['The pier there was rebuilt in 1998.', 'en'],
    ['After two winters it was flat again.', 'en'],
    ['The lease of the mill ended the year before.', 'en'],
    ['"I would paint it blue," she said.', 'en'],
    ['Auch dann fehlen noch zwei Lehrer.', 'de'],
    ['Das Geld kam von den Mitgliedern.', 'de'],
    ['Depuis cela, la porte reste fermée.', 'fr'],
    ['Desde entonces la puerta está cerrada.', 'es'],
    ['对此，市政府没有回应。', 'zh'],
    ['その後、橋は閉鎖された。', 'ja'],
    ['ومع ذلك بقي الجسر مغلقاً.', 'ar'],
  ])('%s', (text, language) => {
    expect(opensUnresolved(text, language)).toBe(true);
  });

  test.each([
    ['This paper presents a new method.', 'en'],
    ['There are three reasons for the delay.', 'en'],
    ['It is clear that the plan failed.', 'en'],
    ['Thesis defences start on Monday.', 'en'],
    ['Used cars cost less in spring.', 'en'],
    ['Since the flood nobody has used the well.', 'en'],
    ['After two winters the lawn was flat again.', 'en'],
    ['There were three boats in the harbour.', 'en'],
    ['In spring it is easy to find the path.', 'en'],
    ['Das Geldhaus meldete einen Verlust.', 'de'],
    ['市政府周一宣布关闭大桥。', 'zh'],
  ])('stands alone: %s', (text, language) => {
    expect(opensUnresolved(text, language)).toBe(false);
  });

  test('the label of a speaker is no part of what is said', () => {
    expect(withoutSpeaker('Ann: But why?')).toBe('But why?');
  });
});
