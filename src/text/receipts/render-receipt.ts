import type { Receipt, ReceiptFormat } from '#schema/runs/receipt.ts';
import { toComment, toScript } from './receipt-data.ts';
import { htmlPieces } from './render-html.ts';
import { markdownPieces } from './render-markdown.ts';

/** The whole file. */
export function renderReceipt(receipt: Receipt, format: ReceiptFormat): string {
  if (format === 'json') return `${JSON.stringify(receipt, null, 2)}\n`;
  const texts = (format === 'md' ? markdownPieces(receipt) : htmlPieces(receipt)).map(({ text }) => text);
  if (format === 'md') return `${texts.join('')}\n${toComment(receipt)}`;
  return [...texts.slice(0, -1), toScript(receipt), texts.at(-1)].join('');
}
