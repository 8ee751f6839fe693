import { tellAnswerLanguage, tellLanguage } from '#engine/answers/check-language.ts';
import type { TextWork } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { Grounding } from '#schema/runs/grounding.ts';
import { maxReceiptCharacters, type ReceiptForm, type ReceiptFormat } from '#schema/runs/receipt.ts';
import { makeReceipt } from '#text/receipts/make-receipt.ts';
import type { ReadReceipt } from '#text/receipts/read-receipt.ts';
import { renderReceipt } from '#text/receipts/receipt-file.ts';
import { type Verification, verifyReceipt } from '#text/receipts/verify-receipt.ts';

/** A checked summary together with the text that it was checked against. */
export interface CheckedText {
  title: string | null;
  /** Where anyone can read the source; null: nowhere. */
  url: string | null;
  sourceText: string;
  text: string;
  /** That the summary was requested in; null: none was. */
  language: string | null;
  /** Null: it was never checked. */
  grounding: Grounding | null;
  /** Of the run that wrote the summary. */
  provider: string | null;
  model: string | null;
  madeAt: number;
}

interface ReceiptPorts {
  /** SHA-256 in hex. */
  hash(text: string): Promise<string> | string;
}

export interface ReceiptFile {
  /** Letters, digits and hyphens of any script, with its extension. */
  name: string;
  mediaType: string;
  text: string;
}

export async function exportReceipt(
  { hash }: ReceiptPorts,
  checked: CheckedText,
  form: ReceiptForm,
): Promise<ReceiptFile> {
  return {
    name: `${nameOf(checked.title)}.${form.format}`,
    mediaType: mediaTypes[form.format],
    text: await writeReceipt({ hash }, checked, form),
  };
}

/** The content of a receipt file. */
export async function writeReceipt(
  { hash }: ReceiptPorts,
  { grounding, language, madeAt, ...checked }: CheckedText,
  form: ReceiptForm,
): Promise<string> {
  if (grounding === null) {
    throw new AppError('conflict', 'This summary was never checked. Summarize again to get a receipt.');
  }
  const receipt = makeReceipt({
    ...checked,
    grounding,
    sourceHash: await hash(checked.sourceText),
    // As the check tells it, so that a later check reads the sentences in the same way.
    language: await tellAnswerLanguage(checked.text, language),
    madeAt: new Date(madeAt).toISOString(),
    labels: form.format === 'json' ? 'en' : form.language,
  });
  const text = renderReceipt(receipt, form.format);
  if (text.length > maxReceiptCharacters)
    throw new AppError('too_large', 'The summary has too many sentences for a receipt.');
  return text;
}

const mediaTypes: Record<ReceiptFormat, string> = {
  md: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

const maxNameWords = 8;
const maxNameLength = 60;

function nameOf(title: string | null): string {
  const words = (title ?? '').normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const name = Array.from(words.slice(0, maxNameWords).join('-')).slice(0, maxNameLength).join('');
  return name === '' ? 'receipt' : `receipt-${name}`;
}

interface VerifyPorts {
  textWork: TextWork;
  /** SHA-256 in hex. */
  hash(text: string): Promise<string>;
}

/** Checks the summary of a receipt again, by rules, against the source as it is now. */
export async function verifyAgainst(
  { textWork, hash }: VerifyPorts,
  read: ReadReceipt,
  sourceText: string,
): Promise<Verification> {
  const options = {
    language: (await tellLanguage(sourceText)) ?? undefined,
    summaryLanguage: (await tellAnswerLanguage(read.text, read.receipt.summary.language)) ?? undefined,
  };
  const grounding = await textWork.run('groundSummary', [sourceText, read.text, options]);
  return verifyReceipt(read, { text: sourceText, hash: await hash(sourceText), grounding });
}
