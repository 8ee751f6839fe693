import { chineseActs, pairsOf } from './other-verbs.ts';
import { isAsked, type ReadSentence } from './tongue.ts';
import verbs from './verbs.json' with { type: 'json' };

const actions = verbs.chinese.map((line) => {
  const [name = '', words = ''] = line.split('|');
  return { name, forms: new RegExp(words.replaceAll(' ', '|'), 'u') };
});

// In "已将文件保存", 将 marks the object and not the future.
const objectMark = /(已经|已經|已|成功)[将將把]/gu;
const unreal =
  /(?<![机機社开開聚宴])[会會](?![议議员員话話场場计計面见見])|将|將|可以|可能|要不要|是否|能|想|打算|准备|準備|建议|建議|提议|提議|需要|如果|若|尚未|还没|還沒|没|沒|不|待|请|請|计划|計劃|即将|后再|後再|询问|詢問/u;
const done = /已|了|完成|完毕|完畢|成功|好(?=$|[的了])/u;
const offer =
  /我(?:会|會|将|將|可以|来|來|能|打算|准备|準備|建议|建議|提议|提議|想)|我们(?:可以|将|会)|要不要|需要我|是否(?:需要|要|希望)|可以(?:帮|幫|为|為)[你您]|如果[你您](?:同意|愿意|願意|确认|確認)|建议|建議|计划|計劃|接下来|接下來|吗[?？]?$|嗎[?？]?$/u;
const finished = /^(?:已?完成了?|搞定了?|好了|办好了|辦好了|都(?:弄|做)好了)|已(?:经|經)?(?:全部)?完成/u;

export const readChinese: ReadSentence = (sentence) => {
  const asked = isAsked(sentence) || /[吗嗎][。！]?$/u.test(sentence);
  const offers = asked || offer.test(sentence);
  const told = { done: [] as string[], open: [] as string[], acts: [] as string[] };
  for (const part of sentence.replace(objectMark, '$1').split(/[，。；：！、,;:!]/u)) {
    const isHeld = asked || unreal.test(part);
    if (!isHeld) told.acts.push(...chineseActs(part));
    for (const { name, forms } of actions) {
      if (!forms.test(part)) continue;
      if (isHeld) told.open.push(name);
      else if (done.test(part)) told.done.push(name);
      else if (offers) told.open.push(name);
    }
  }
  return {
    ...told,
    proposed: offers ? pairsOf(sentence) : [],
    offers,
    isFinished: !asked && finished.test(sentence),
  };
};
