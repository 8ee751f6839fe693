import type { Receipt, ReceiptLanguage } from '#schema/runs/receipt.ts';
import { enLabels, type ReceiptLabels } from './en.ts';
import { zhHansLabels } from './zh-hans.ts';

export const receiptLabels: Record<ReceiptLanguage, ReceiptLabels> = {
  en: enLabels,
  'zh-Hans': zhHansLabels,
};

export function labelsOf({ labels = 'en' }: Pick<Receipt, 'labels'>): ReceiptLabels {
  return receiptLabels[labels];
}
