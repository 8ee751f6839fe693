import { type GroundingFlag, oneLine } from '#schema/runs/grounding.ts';
import type { Receipt, ReceiptLanguage } from '#schema/runs/receipt.ts';
import { enLabels, type ReceiptLabels } from './en.ts';
import words from './zh-hans.json' with { type: 'json' };

const kinds: Record<GroundingFlag['kind'], string | null> = words.kinds;

const reasons: Record<GroundingFlag['reason'], string> = words.reasons;

const verdicts: ReceiptLabels['verdicts'] = words.verdicts;

const zhHansLabels: ReceiptLabels = {
  ...words.labels,
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
  written: ({ writer, at, language }) =>
    `由 ${writer} 撰写，${at}${language === null ? '' : `，语言 ${language}`}`,
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
};

export const receiptLabels: Record<ReceiptLanguage, ReceiptLabels> = {
  en: enLabels,
  'zh-Hans': zhHansLabels,
};

export function labelsOf({ labels = 'en' }: Pick<Receipt, 'labels'>): ReceiptLabels {
  return receiptLabels[labels];
}
