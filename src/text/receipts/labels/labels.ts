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
  check({ details, byPerson = { right: 0, wrong: 0 }, ...counts }, model) {
    const parts = [
      ...(details.total === 0 ? [] : [`${details.total} 处细节中 ${details.found} 处有依据`]),
      ...listCounts([
        [details.different, '处不一致'],
        [details.notInTheSource, '处来源中没有'],
        [details.notChecked, '处未核对'],
      ]),
      `共 ${counts.sentences} 句`,
      ...listCounts([
        [counts.quoted, '句为原文'],
        [counts.confirmed - byPerson.right, '句经模型确认'],
        [counts.wrong - byPerson.wrong, '句有误'],
        [byPerson.right, '句读者认为正确'],
        [byPerson.wrong, '句读者认为有误'],
        [counts.different, '句不一致'],
        [counts.notInTheSource, '句来源中没有'],
        [counts.notChecked, '句未核对'],
      ]),
    ];
    return `${parts.join('，')}。${nameCheckers(model)}`;
  },
  checkInVersion1(sentences, having, model) {
    const counts = listCounts([
      [having('contradicted'), '句矛盾'],
      [having('not-found'), '句未找到'],
      [having('undecided'), '句未判定'],
    ]);
    return `${[`${sentences} 句中 ${having('supported')} 句有依据`, ...counts].join('，')}。${nameCheckers(model)}`;
  },
  written: ({ writer, at, language }) =>
    `由 ${writer} 撰写，${at}${language === null ? '' : `，语言 ${language}`}`,
  byModel(model, rules) {
    const alone = rules === null ? '' : `；规则：${verdicts[rules]}`;
    return `由 ${model ?? '模型'} 判定${alone}`;
  },
  byPerson: (rules) => `由读者判定${rules === null ? '' : `；规则：${verdicts[rules]}`}`,
  finding({ kind, reason, detail, said }) {
    const name = kinds[kind];
    if (name === null) return null;
    const shown = said === null ? '' : oneLine(said);
    return `${name}“${oneLine(detail)}”${shown === '' ? reasons[reason] : `：来源写的是“${shown}”`}`;
  },
};

function listCounts(counts: readonly (readonly [count: number, words: string])[]): string[] {
  return counts.flatMap(([count, words]) => (count === 0 ? [] : [`${count} ${words}`]));
}

function nameCheckers(model: string | null | undefined): string {
  return `由${model === undefined ? '规则' : `规则和 ${model ?? '模型'} `}核对。`;
}

export const receiptLabels: Record<ReceiptLanguage, ReceiptLabels> = {
  en: enLabels,
  'zh-Hans': zhHansLabels,
};

export function labelsOf({ labels = 'en' }: Pick<Receipt, 'labels'>): ReceiptLabels {
  return receiptLabels[labels];
}
