import { isAsked, type ReadSentence } from './tongue.ts';

const verbs: readonly (readonly [name: string, noun: string])[] = [
  ['save', '保存|格納'],
  ['create', '作成|新規作成'],
  ['add', '追加'],
  ['update', '更新'],
  ['change', '変更|編集'],
  ['fix', '修正|修復'],
  ['delete', '削除'],
  ['send', '送信|送付'],
  ['book', '予約'],
  ['order', '注文|発注'],
  ['buy', '購入'],
  ['pay', '支払い|決済'],
  ['cancel', 'キャンセル|取り消し'],
  ['move', '移動'],
  ['upload', 'アップロード'],
  ['download', 'ダウンロード'],
  ['install', 'インストール'],
  ['deploy', 'デプロイ'],
  ['publish', '公開|投稿'],
  ['submit', '提出'],
  ['register', '登録'],
  ['archive', 'アーカイブ'],
  ['generate', '生成'],
  ['configure', '設定'],
  ['complete', '完了'],
];

const particle = '[をがはも]?';
const past =
  '(?:完了)?(?:し(?:ました|ておきました|ておいた|てあります)|した(?!い|ら|ほう|方|場合|後)|済み?|され(?:ました|た(?!ら|場合)|ています)|いたしました|が完了)';
const held =
  '(?:し(?:ます|ましょう|ておきます|たい)|する|でき(?:ます|る)|いたします|させて|すること|の予定|予定|した(?:ら|ほう|方|場合|後)|され(?:ます|る))';
const forms = verbs.map(([name, noun]) => ({
  name,
  done: new RegExp(`(?:${noun})${particle}${past}`, 'u'),
  open: new RegExp(`(?:${noun})${particle}${held}`, 'u'),
}));
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
  return { ...told, offers: asked || offer.test(sentence), isFinished: !asked && finished.test(sentence) };
};
