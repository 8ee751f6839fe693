import { access, constants, writeFile } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { renderReceiptFile } from '#app/receipts.ts';
import { AppError } from '#schema/app-error.ts';
import { type ReceiptForm, type ReceiptFormat, receiptFormatSchema } from '#schema/runs/receipt.ts';
import type { Run } from '#schema/runs/run.ts';
import type { Summary } from '#schema/runs/summary.ts';
import type { Terminal } from './terminal.ts';

interface ReceiptPlace {
  path: string;
  format: ReceiptFormat;
}

/** Called before the summary is made, which may cost money. Throws AppError `invalid_input`. */
export async function prepareReceipt(path: string, from: string): Promise<ReceiptPlace> {
  const extension = extname(path).slice(1).toLowerCase();
  const format = receiptFormatSchema.safeParse(extension === 'htm' ? 'html' : extension).data;
  if (format === undefined)
    throw new AppError('invalid_input', `--receipt “${path}”: use a name that ends in .md, .html or .json.`);
  if (resolve(path) === resolve(from))
    throw new AppError('invalid_input', `--receipt “${path}” would replace the source. Use another name.`);
  await access(dirname(path), constants.W_OK).catch(() => {
    throw new AppError('invalid_input', `--receipt “${path}”: the folder does not exist or is read-only.`);
  });
  return { path, format };
}

interface Made {
  run: Run;
  summary: Summary;
  source: { text: string; url: string | null };
  title: string | undefined;
}

export async function writeReceipt(
  { path, format, language }: ReceiptPlace & ReceiptForm,
  { run, summary, source, title }: Made,
  terminal: Terminal,
): Promise<void> {
  const text = await renderReceiptFile(
    {
      title: title ?? null,
      url: source.url,
      sourceText: source.text,
      text: summary.text,
      language: summary.targetLanguage,
      grounding: summary.grounding,
      provider: run.provider,
      model: run.model,
      madeAt: run.finishedAt ?? summary.createdAt,
    },
    { format, language },
  );
  await writeFile(path, text).catch((error: NodeJS.ErrnoException) => {
    throw new AppError('invalid_input', `${path} cannot be written (${error.code}).`);
  });
  terminal.err(`Receipt saved to ${path}.\n`);
  if (source.url === null)
    terminal.err(`  It has no URL. To verify it: precis verify ${path} --source <file>\n`);
}
