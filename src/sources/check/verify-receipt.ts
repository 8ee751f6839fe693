import { tellAnswerLanguage, tellLanguage } from '#engine/answers/check-language.ts';
import type { TextWork } from '#engine/ports.ts';
import type { ReadReceipt } from '#text/receipts/read-receipt.ts';
import { type Verification, verifyReceipt } from '#text/receipts/verify-receipt.ts';

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
