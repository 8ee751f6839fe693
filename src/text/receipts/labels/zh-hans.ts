import { oneLine } from '#schema/runs/describe-finding.ts';
import type { GroundingFlag } from '#schema/runs/grounding.ts';
import type { ReceiptLabels } from './en.ts';

const kinds: Record<GroundingFlag['kind'], string | null> = {
  number: '数字',
  unit: '单位',
  currency: '货币',
  date: '日期',
  name: '名称',
  role: '身份',
  quantifier: '数量',
  negation: '否定',
  polarity: '方向',
  quote: '引语',
  hedge: '确定程度',
  condition: '条件',
  comparison: '比较',
  order: '先后顺序',
  term: null,
  claim: '说法',
};

const reasons: Record<GroundingFlag['reason'], string> = {
  missing: '在来源中找不到',
  elsewhere: '与来源不符',
  reversed: '：来源的说法相反',
};

const verdicts: ReceiptLabels['verdicts'] = {
  supported: '有依据',
  contradicted: '矛盾',
  'not-found': '未找到',
  undecided: '未判定',
};

export const zhHansLabels: ReceiptLabels = {
  summaryTitle: '摘要',
  receipt: '核对凭据',
  sentences: '逐句核对',
  colon: '：',
  parentheses: ['（', '）'],
  verdicts,
  check({ sentences, supported, contradicted, notFound, undecided }, model) {
    const counts = [
      `${sentences} 句中 ${supported} 句有依据`,
      ...(contradicted > 0 ? [`${contradicted} 句矛盾`] : []),
      ...(notFound > 0 ? [`${notFound} 句未找到`] : []),
      ...(undecided > 0 ? [`${undecided} 句未判定`] : []),
    ];
    const checker = model === undefined ? '规则' : `规则和 ${model ?? '模型'} `;
    return `${counts.join('，')}。由${checker}核对。`;
  },
  source: '来源',
  url: '网址',
  hash: '来源文本的 SHA-256',
  characters: '来源文本的字符数',
  summary: '摘要',
  offlineModel: '离线模型',
  unknownModel: '未知模型',
  written: ({ writer, at, language }) =>
    `由 ${writer} 撰写，${at}${language === null ? '' : `，语言 ${language}`}`,
  byRules: '由规则判定',
  byModel(model, rules) {
    const alone = rules === null ? '' : `；规则：${verdicts[rules]}`;
    return `由 ${model ?? '模型'} 判定${alone}`;
  },
  finding({ kind, reason, detail, said }) {
    const name = kinds[kind];
    if (name === null) return null;
    const shown = said === null ? '' : oneLine(said);
    return `${name}“${oneLine(detail)}”${shown === '' ? reasons[reason] : `：来源写的是“${shown}”`}`;
  },
  reason: '理由',
  passage: '原文',
  closestPassage: '最接近的原文',
  closing: '核对凭据不是签名。可以对照来源再次核对：',
};
