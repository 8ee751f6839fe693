import { AppError } from '#schema/app-error.ts';
import { maxReceiptCharacters, type Receipt, type ReceiptFormat } from '#schema/runs/receipt.ts';
import { type Comparison, compareShown, type Edit } from './compare-shown.ts';
import { divideHtml, divideMarkdown, parseData } from './receipt-data.ts';
import { htmlPieces, htmlText, readHtml } from './render-html.ts';
import { markdownPieces, readMarkdown } from './render-markdown.ts';

export interface ReadReceipt extends Omit<Comparison, 'summary'> {
  format: ReceiptFormat;
  /** As its data says. */
  receipt: Receipt;
  /** The summary as people read it. */
  text: string;
}

/**
 * Reads a receipt in any of its formats, also after an editor or a mail program has changed its line breaks. Throws
 * AppError `too_large`, or `invalid_input` if the text is not a receipt.
 */
export function readReceipt(file: string): ReadReceipt {
  if (file.length > maxReceiptCharacters) {
    const limit = maxReceiptCharacters / 1_000_000;
    throw new AppError('too_large', `A receipt has at most ${limit} million characters.`);
  }
  const text = file.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  let first: ReadReceipt | null = null;
  for (const candidate of undoMail(text)) {
    const read = readFormat(candidate);
    if (read === null) continue;
    if (read.edits.length === 0 && !read.isOther) return read;
    first ??= read;
  }
  if (first !== null) return first;
  throw new AppError(
    'invalid_input',
    'This is not a receipt, or its data is missing or damaged. Export the receipt again, and keep the whole file.',
  );
}

function readFormat(text: string): ReadReceipt | null {
  const start = text.slice(0, 1000).trimStart();
  if (start.startsWith('{')) {
    const receipt = parseData(text);
    if (receipt === null) return null;
    const shown = { edits: [], isOther: false, isSurrounded: false };
    return { format: 'json', receipt, text: receipt.summary.text, ...shown };
  }
  return /^<(?:!doctype|html)/i.test(start) ? readHtmlFile(text) : readMarkdownFile(text);
}

const foreignMarkup: Edit = { part: 'page', sentence: null, added: '' };

function readHtmlFile(html: string): ReadReceipt | null {
  const divided = divideHtml(html);
  const receipt = divided === null ? null : parseData(divided.data);
  if (divided === null || receipt === null) return null;
  const pieces = htmlPieces(receipt).map((piece) => ({
    ...piece,
    text: `${readHtml(piece.text).normalize()}\n`,
  }));
  const compared = compareShown(pieces, readHtml(divided.shown).normalize());
  // Whatever is outside a page can cover it.
  const edits = compared.isSurrounded ? [...compared.edits, foreignMarkup] : compared.edits;
  return {
    ...compared,
    edits,
    isSurrounded: false,
    format: 'html',
    receipt,
    text: compared.summary === null ? receipt.summary.text : htmlText(compared.summary),
  };
}

function readMarkdownFile(markdown: string): ReadReceipt | null {
  const divided = divideMarkdown(markdown);
  const receipt = divided === null ? null : parseData(divided.data);
  if (divided === null || receipt === null) return null;
  const pieces = markdownPieces(receipt).map((piece) => ({
    ...piece,
    text: readMarkdown(piece.text).normalize(),
  }));
  const compared = compareShown(pieces, readMarkdown(divided.shown).normalize());
  // A receipt has no element: one around it can hide it.
  const hasMarkup = /<(?:!--|\/?[a-z][a-z\d]*[\s/>])/i.test(divided.shown);
  return {
    ...compared,
    edits: hasMarkup ? [...compared.edits, foreignMarkup] : compared.edits,
    format: 'md',
    receipt,
    text: compared.summary ?? receipt.summary.text,
  };
}

/** A file, and how it was before mail programs sent it on: with marked lines, or in quoted-printable form. */
function undoMail(text: string): string[] {
  const unmarked = /^>/m.test(text) ? [text, text.replace(/^(?:> ?){1,9}/gm, '')] : [text];
  return /=(?:\r?\n|[\dA-F]{2})/.test(text) ? [...unmarked, ...unmarked.map(readQuotedPrintable)] : unmarked;
}

function readQuotedPrintable(text: string): string {
  return text.replace(/=[ \t]{0,9}\r?\n/g, '').replace(/(?:=[\dA-F]{2})+/g, (codes) => {
    const bytes = codes
      .slice(1)
      .split('=')
      .map((code) => Number.parseInt(code, 16));
    return new TextDecoder().decode(Uint8Array.from(bytes));
  });
}
