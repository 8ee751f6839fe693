import { tellAnswerLanguage, tellLanguage } from '#engine/answers/check-answer.ts';
import type { TextWork } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { Grounding } from '#schema/runs/grounding.ts';
import { maxReceiptCharacters, type ReceiptForm, type ReceiptFormat } from '#schema/runs/receipt.ts';
import { makeReceipt, sealedText } from '#text/receipts/make-receipt.ts';
import type { ReadReceipt } from '#text/receipts/read-receipt.ts';
import { renderReceipt } from '#text/receipts/receipt-file.ts';
import { type Verification, verifyReceipt } from '#text/receipts/verify-receipt.ts';

export interface CheckedText {
  title: string | null;
  /** Where anyone can read the source, or null. */
  url: string | null;
  sourceText: string;
  text: string;
  /** The language that was requested for the summary, or null. */
  language: string | null;
  /** Null if the summary was never checked. */
  grounding: Grounding | null;
  /** The provider of the run that wrote the summary. */
  provider: string | null;
  model: string | null;
  madeAt: number;
}

interface ReceiptPorts {
  /** SHA-256 in hex. */
  hash(text: string): Promise<string> | string;
}

export interface ReceiptFile {
  /** The file name with its extension: letters and digits of any script, and hyphens. */
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
    // Detected as the check detects it, so that a later check reads the sentences in the same way.
    language: await tellAnswerLanguage(checked.text, language),
    madeAt: new Date(madeAt).toISOString(),
    labels: form.format === 'json' ? 'en' : form.language,
  });
  const seal = await hash(sealedText(receipt));
  const text = renderReceipt({ ...receipt, seal }, form.format);
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

/** Checks the summary of a receipt again, using rules, against the current source. */
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
  return verifyReceipt(read, {
    text: sourceText,
    hash: await hash(sourceText),
    grounding,
    isSealed: read.receipt.seal === (await hash(sealedText(read.receipt))),
    language: options.language ?? 'en',
    summaryLanguage: options.summaryLanguage ?? options.language ?? 'en',
  });
}
