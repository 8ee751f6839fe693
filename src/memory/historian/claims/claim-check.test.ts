import { describe, expect, test } from 'vitest';
import { createClaimCheck } from './claim-check.ts';

const findFalseClaims = (summary: string, source: string) => createClaimCheck(source)(summary);

const proposals: [language: string, reply: string, claim: string, honest: string][] = [
  ['English', 'I’ll save the items.', 'Saved the items.', 'Proposed to save the items.'],
  [
    'English, an offer',
    'Would you like me to delete the old list?',
    'Deleted the old list.',
    'Asked whether to delete the old list.',
  ],
  [
    'English, a synonym',
    'I can save these three recipes for you.',
    'Stored three recipes.',
    'Offered to save three recipes.',
  ],
  [
    'English, passive',
    'The report will be sent tomorrow.',
    'The report was sent.',
    'The report is to be sent tomorrow.',
  ],
  [
    'English, a condition',
    'Once you confirm, I’ll book the table.',
    'The table has been booked.',
    'Will book the table once confirmed.',
  ],
  ['Chinese', '我可以帮你保存这三个菜谱，要不要现在保存？', '已保存三个菜谱。', '提议保存三个菜谱。'],
  ['Chinese, future', '我会把会议添加到日历。', '会议已添加到日历。', '打算把会议添加到日历。'],
  [
    'German',
    'Ich werde die drei Rezepte speichern.',
    'Die drei Rezepte wurden gespeichert.',
    'Vorgeschlagen, die drei Rezepte zu speichern.',
  ],
  [
    'German, an offer',
    'Soll ich den Tisch buchen?',
    'Hat den Tisch gebucht.',
    'Gefragt, ob der Tisch gebucht werden soll.',
  ],
  [
    'French',
    'Je vais enregistrer les trois recettes.',
    'A enregistré les trois recettes.',
    'A proposé d’enregistrer les trois recettes.',
  ],
  [
    'French, an offer',
    'Voulez-vous que je supprime la liste ?',
    'La liste a été supprimée.',
    'A demandé s’il faut supprimer la liste.',
  ],
  [
    'Spanish',
    'Voy a guardar las tres recetas.',
    'Guardó las tres recetas.',
    'Propuso guardar las tres recetas.',
  ],
  [
    'Spanish, future',
    'Enviaré el informe mañana si quieres.',
    'El informe fue enviado.',
    'Ofreció enviar el informe.',
  ],
  [
    'Japanese',
    '三つのレシピを保存しましょうか。',
    '三つのレシピを保存しました。',
    '三つのレシピを保存することを提案した。',
  ],
  [
    'Japanese, future',
    '会議をカレンダーに追加します。よろしいですか。',
    '会議をカレンダーに追加した。',
    '会議の追加を提案した。',
  ],
];

const done: [language: string, reply: string, claim: string][] = [
  ['English', 'Done! I saved the items.', 'Saved the items.'],
  [
    'English, with an offer after it',
    'I’ve saved the three items. Would you like me to order them?',
    'Saved three items and offered to order them.',
  ],
  ['English, without the name of the deed', 'All set! Would you like anything else?', 'Completed the task.'],
  [
    'English, information only',
    'The capital of France is Paris.',
    'Updated the user on the capital of France.',
  ],
  [
    'English, a plan in the reply itself',
    'Here is a plan for three days. Shall I save it?',
    'Drafted a plan for three days and offered to save it.',
  ],
  ['Chinese', '已将三个菜谱保存。还需要别的吗？', '保存了三个菜谱。'],
  [
    'German',
    'Ich habe die Rezepte gespeichert. Soll ich noch etwas bestellen?',
    'Die Rezepte wurden gespeichert.',
  ],
  ['French', 'J’ai enregistré les recettes. Voulez-vous autre chose ?', 'A enregistré les recettes.'],
  ['Spanish', 'He guardado las recetas. ¿Quieres algo más?', 'Guardó las recetas.'],
  ['Japanese', 'レシピを保存しました。他に何かありますか。', 'レシピを保存した。'],
];

describe('a summary that tells a proposal as done', () => {
  test.each(proposals)('is found out: %s', (_, reply, claim) => {
    expect(findFalseClaims(claim, reply)).not.toEqual([]);
  });

  test.each(proposals)('is not seen where it says what was proposed: %s', (_, reply, _claim, honest) => {
    expect(findFalseClaims(honest, reply)).toEqual([]);
  });

  test.each(done)('is not seen where the deed was done: %s', (_, reply, claim) => {
    expect(findFalseClaims(claim, reply)).toEqual([]);
  });

  test('is found out where only one of two deeds was done', () => {
    const reply = 'I added the milk to your list. I can also order the bread for you.';
    expect(findFalseClaims('Added the milk and ordered the bread.', reply)).toEqual(['order']);
    expect(findFalseClaims('Added the milk and offered to order the bread.', reply)).toEqual([]);
  });

  test('is found out across languages', () => {
    expect(findFalseClaims('Saved the three recipes.', '我可以帮你保存这三个菜谱，要不要现在保存？')).toEqual(
      ['save'],
    );
  });

  test('is not seen in a later “Done!”, which does what was proposed before', () => {
    const turns = 'Assistant: Shall I save the list?\n\nUser: Yes please.\n\nAssistant: Done! Anything else?';
    expect(findFalseClaims('The user agreed and the list was saved.', turns)).toEqual([]);
  });

  test('is not seen in an adjective or a denial', () => {
    const reply = 'Would you like me to delete the saved recipes?';
    expect(findFalseClaims('Asked about the saved recipes; nothing was deleted.', reply)).toEqual([]);
  });
});
