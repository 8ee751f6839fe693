import { isAsked, type ReadSentence } from './tongue.ts';

const verbs: readonly (readonly [name: string, forms: RegExp])[] = [
  ['save', /保存|儲存|储存|存储|存入|存好|存下/u],
  ['create', /创建|創建|新建|建立|建好/u],
  ['add', /添加|加入|新增|增加|加上/u],
  ['update', /更新/u],
  ['change', /修改|更改|调整|調整|改为|改為/u],
  ['delete', /删除|刪除|删掉|刪掉|移除/u],
  ['send', /发送|發送|寄出|发出|發出|发给|發給/u],
  ['book', /预订|預訂|预定|預定|订好|訂好/u],
  ['order', /订购|訂購|下单|下單/u],
  ['buy', /购买|購買|买好|買好|买下|買下/u],
  ['pay', /支付|付款/u],
  ['cancel', /取消/u],
  ['move', /移动|移動|移到/u],
  ['rename', /重命名/u],
  ['upload', /上传|上傳/u],
  ['download', /下载|下載/u],
  ['install', /安装|安裝/u],
  ['deploy', /部署/u],
  ['publish', /发布|發布|發佈/u],
  ['submit', /提交/u],
  ['register', /注册|註冊|登记|登記/u],
  ['archive', /归档|歸檔/u],
  ['fix', /修复|修復|修好/u],
  ['write', /写入|寫入|写好|寫好/u],
  ['generate', /生成/u],
  ['import', /导入|匯入/u],
  ['export', /导出|匯出/u],
  ['replace', /替换|替換/u],
  ['configure', /配置|设置|設置|設定/u],
  ['schedule', /安排/u],
];

// "已将文件保存": there 将 marks the object, not the future.
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
  const told = { done: [] as string[], open: [] as string[] };
  for (const part of sentence.replace(objectMark, '$1').split(/[，。；：！、,;:!]/u)) {
    const isHeld = asked || unreal.test(part);
    for (const [name, forms] of verbs) {
      if (!forms.test(part)) continue;
      if (isHeld) told.open.push(name);
      else if (done.test(part)) told.done.push(name);
      else if (offers) told.open.push(name);
    }
  }
  return { ...told, offers, isFinished: !asked && finished.test(sentence) };
};
