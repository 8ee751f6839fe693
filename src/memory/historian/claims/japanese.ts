import { japaneseActs, pairsOf } from './other-verbs.ts';
import { isAsked, type ReadSentence } from './tongue.ts';
import verbs from './verbs.json' with { type: 'json' };

const particle = '[をがはも]?';
const past =
  '(?:完了)?(?:し(?:ました|ておきました|ておいた|てあります)|した(?!い|ら|ほう|方|場合|後)|済み?|され(?:ました|た(?!ら|場合)|ています)|いたしました|が完了)';
const held =
  '(?:し(?:ます|ましょう|ておきます|たい)|する|でき(?:ます|る)|いたします|させて|すること|の予定|予定|した(?:ら|ほう|方|場合|後)|され(?:ます|る))';
const forms = verbs.japanese.map((line) => {
  const [name = '', words = ''] = line.split('|');
  const noun = words.replaceAll(' ', '|');
  return {
    name,
    done: new RegExp(`(?:${noun})${particle}${past}`, 'u'),
    open: new RegExp(`(?:${noun})${particle}${held}`, 'u'),
  };
});
const offer =
  /ましょう|できます|提案|予定|つもり|よろしければ|いかが|でしょうか|ますか|ご希望|[てで]おきます|(?:し|いた)します/u;
const finished = /^(?:完了しました|終わりました|できました|完了です)|すべて(?:完了|終わ)/u;

export const readJapanese: ReadSentence = (sentence) => {
  const asked = isAsked(sentence) || /(?:ますか|でしょうか|ませんか)[。．]?$/u.test(sentence);
  const told = { done: [] as string[], open: [] as string[] };
  for (const { name, done, open } of forms) {
    if (open.test(sentence)) told.open.push(name);
    if (!done.test(sentence)) continue;
    (asked ? told.open : told.done).push(name);
  }
  const offers = asked || offer.test(sentence);
  return {
    ...told,
    acts: asked ? [] : japaneseActs(sentence),
    proposed: offers ? pairsOf(sentence) : [],
    offers,
    isFinished: !asked && finished.test(sentence),
  };
};
