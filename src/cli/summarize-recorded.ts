import { access, constants, writeFile } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { noteLanguageOf } from '#app/offline-summary/note-language.ts';
import { renderReceiptFile } from '#app/receipts.ts';
import type { Client } from '#client/create-client.ts';
import { AppError } from '#schema/app-error.ts';
import { describeCounts, listFindings } from '#schema/runs/grounding.ts';
import {
  type ReceiptForm,
  type ReceiptFormat,
  type ReceiptLanguage,
  receiptFormatSchema,
} from '#schema/runs/receipt.ts';
import type { Run } from '#schema/runs/run.ts';
import type { Summary } from '#schema/runs/summary.ts';
import type { SummarizeTextRequest } from '#schema/wire.ts';
import { createProgressLine, describeRun } from './printing.ts';
import { readSourceText, refuseTooLong, type SourceText } from './read-source-text.ts';
import { exitCodes, type Terminal } from './terminal.ts';
import { withApp } from './with-app.ts';

export interface Order {
  from: string;
  /** Null if the source has not been read yet. */
  source: SourceText | null;
  title: string | undefined;
  choices: Omit<SummarizeTextRequest, 'text' | 'title'>;
  receipt: { path: string; language: ReceiptLanguage } | null;
  json: boolean;
  check: boolean;
  strict: boolean;
  idempotencyKey: string | undefined;
}

/** Summarizes with any model in a run that is stored and listed. */
export async function summarizeRecorded(order: Order, terminal: Terminal): Promise<number> {
  const { from, choices, json, check, strict, idempotencyKey } = order;
  const receipt =
    order.receipt === null
      ? null
      : { ...(await prepareReceipt(order.receipt.path, from)), language: order.receipt.language };
  return withApp(terminal, { works: true }, async ({ client }) => {
    const source = order.source ?? (await readSourceText(client, from, terminal));
    refuseTooLong(source.text);
    const title = order.title ?? source.title ?? undefined;
    const request: SummarizeTextRequest = {
      text: source.text,
      ...choices,
      ...(title === undefined ? {} : { title }),
    };
    const saveReceipt: Here['saveReceipt'] = async (made) => {
      if (receipt !== null) await writeReceipt(receipt, { ...made, source, title }, terminal);
    };
    return summarizeHere({ client, terminal, json, check, strict, saveReceipt, idempotencyKey }, request);
  });
}

interface Here {
  client: Client;
  terminal: Terminal;
  json: boolean;
  check: boolean;
  strict: boolean;
  saveReceipt(made: { run: Run; summary: Summary }): Promise<void>;
  idempotencyKey: string | undefined;
}

async function summarizeHere(
  { client, terminal, json, check, strict, saveReceipt, idempotencyKey }: Here,
  request: SummarizeTextRequest,
): Promise<number> {
  const submitted = await client.summarize(request, { idempotencyKey });
  const stop = () => void client.runs.cancel(submitted.id).catch(() => {});
  terminal.signal.addEventListener('abort', stop, { once: true });
  if (terminal.signal.aborted) stop();

  const progress = createProgressLine(terminal);
  let written = '';
  for await (const event of client.runs.events(submitted.id)) {
    if (event.type === 'progress') progress.show(event);
    if (event.type === 'model-retry')
      progress.note(`${event.message} Trying again in ${Math.ceil(event.waitMs / 1000)} s.`);
    if (json) continue;
    if (event.type === 'text-reset' && written !== '') {
      terminal.out(`\n\n[The text above was discarded (${event.reason}). Starting over.]\n\n`);
      written = '';
    }
    if (event.type === 'text-delta') {
      progress.clear();
      terminal.out(event.text);
      written += event.text;
    }
  }
  progress.clear();
  terminal.signal.removeEventListener('abort', stop);

  const made = await client.runs.get(submitted.id);
  const { run, summary } = made;
  if (json) terminal.out(`${JSON.stringify(made, null, 2)}\n`);
  else if (written !== '') terminal.out('\n');
  if (run.status !== 'succeeded') {
    throw new AppError(run.errorCode ?? 'internal', run.errorMessage ?? 'The run did not succeed.');
  }
  if (terminal.interactive && !json) terminal.err(`${describeRun(run)}\n`);
  const note = noteLanguageOf(run, request.targetLanguage);
  if (note !== null) terminal.err(`precis: ${note}\n`);
  if (check && summary !== null && !json)
    terminal.out(`\n${describeGrounding({ run, summary, sourceText: request.text })}`);
  if (summary !== null) await saveReceipt({ run, summary });
  return strict && hasWrongDetail(run) ? exitCodes.unsupported : exitCodes.ok;
}

/** What is not checked does not count as a failure. */
function hasWrongDetail({ grounding }: Run): boolean {
  if (grounding === null) return false;
  const { details, different, notInTheSource, wrong } = grounding;
  return different + notInTheSource + wrong + details.different + details.notInTheSource > 0;
}

interface Checked {
  run: Run;
  summary: Summary;
  sourceText: string;
}

/** Formats the check of a summary: a line of counts, then each detail that conflicts with or is not in the source. */
export function describeGrounding({ run, summary, sourceText }: Checked): string {
  const counts = run.grounding;
  if (counts === null || summary.grounding === null) return 'Check: unavailable.\n';
  const flags = summary.grounding.sentences.flatMap((sentence) => sentence.flags);
  const details = listFindings(flags, { text: summary.text, sourceText }).map((line) => `  ${line}\n`);
  return `Check: ${describeCounts(counts)}.\n${details.join('')}`;
}

interface ReceiptPlace {
  path: string;
  format: ReceiptFormat;
}

/** Must run before the summary is made, because making it may cost money. Throws AppError `invalid_input`. */
async function prepareReceipt(path: string, from: string): Promise<ReceiptPlace> {
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

async function writeReceipt(
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
