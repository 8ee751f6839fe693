import type { ReceiptForm } from '#schema/runs/receipt.ts';
import { type CheckedText, verifyAgainst, writeReceipt } from '#sources/check/receipts.ts';
import { byteOrderMark } from '#sources/entry/files/decode-text.ts';
import { type ReadReceipt, readReceipt } from '#text/receipts/read-receipt.ts';
import type { Verification } from '#text/receipts/verify-receipt.ts';
import { createTextThreads } from './threads/text-threads.ts';
import { hashLargeText } from './wiring/system-ports.ts';

export type { ReadReceipt, Verification };

/**
 * Reads a receipt in any common encoding of text files, including those of Windows. Throws AppError `too_large` or
 * `invalid_input`.
 */
export function readReceiptFile(bytes: Uint8Array): ReadReceipt {
  const mark = byteOrderMark(bytes);
  return readReceipt(mark === null ? decodeUnmarked(bytes) : new TextDecoder(mark).decode(bytes));
}

function decodeUnmarked(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export async function verifyReceiptFile(read: ReadReceipt, sourceText: string): Promise<Verification> {
  const textWork = createTextThreads();
  try {
    return await verifyAgainst({ textWork, hash: hashLargeText }, read, sourceText);
  } finally {
    await textWork.close();
  }
}

/** Writes a receipt. Throws AppError `conflict` if the summary was not checked. */
export function renderReceiptFile(checked: CheckedText, form: ReceiptForm): Promise<string> {
  return writeReceipt({ hash: hashLargeText }, checked, form);
}
