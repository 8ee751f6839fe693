import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type ReadReceipt, readReceiptFile, type Verification, verifyReceiptFile } from '#app/receipts.ts';
import { AppError } from '#schema/app-error.ts';
import { oneLine } from '#schema/runs/grounding.ts';
import { maxReceiptCharacters } from '#schema/runs/receipt.ts';
import { readBytes, readSourceText } from './read-source-text.ts';
import { exitCodeOf, exitCodes, printError, type Terminal } from './terminal.ts';
import { withApp } from './with-app.ts';

const help = `precis verify <receipt>: check a receipt again against its source

  --source <file|URL|->   the source; default: the URL in the receipt
  --json                  print the results as JSON

The receipt is a Markdown, HTML or JSON file, made with precis summarize --receipt or exported from the app.
No model is asked. Prints each sentence that no longer holds, and why.

Exit codes: 0 everything holds, 2 invalid usage or not a receipt, 3 the source cannot be read,
6 something no longer holds.
`;

export async function verify(args: string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      source: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) {
    terminal.out(help);
    return exitCodes.ok;
  }
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new AppError('invalid_input', 'Enter one receipt file.');
  const read = readReceiptFile(await readFile(file));
  const from = values.source ?? urlOf(read);
  return withApp(terminal, { works: false }, async ({ client }) => {
    let source: { text: string };
    try {
      source = await readSourceText(client, from, terminal);
    } catch (error) {
      if (!(error instanceof AppError) || exitCodeOf(error.code) !== exitCodes.usage) throw error;
      printError(terminal, error);
      return exitCodes.source;
    }
    const verification = await verifyReceiptFile(read, source.text);
    terminal.out(
      values.json === true ? `${JSON.stringify(verification, null, 2)}\n` : describe(verification),
    );
    return verification.holds ? exitCodes.ok : exitCodes.unsupported;
  });
}

async function readFile(path: string): Promise<Uint8Array> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  // No text encoding needs more than four bytes per character.
  if (size > maxReceiptCharacters * 4)
    throw new AppError('too_large', `${path} is too large to be a receipt.`);
  return readBytes(path);
}

/** A receipt may come from anyone, so it must not name a local file. */
function urlOf({ receipt }: ReadReceipt): string {
  const { url } = receipt.source;
  if (url !== null && /^https?:\/\//i.test(url)) return url;
  throw new AppError('invalid_input', 'The receipt has no URL. Enter the source with --source.');
}

function describe(verification: Verification): string {
  const { problems, corrections, sentences, isSurrounded } = verification;
  const kept = sentences.filter(({ holds }) => holds);
  const lines = [
    ...problems.map((problem) => `✗ ${problem}`),
    ...sentences
      .filter(({ holds }) => !holds)
      .map(({ text, reasons }) => `✗ “${oneLine(text)}”: ${oneLine(reasons.join('; '))}.`),
    ...corrections.map((note) => `! The source has a correction: “${oneLine(note)}”`),
    ...(isSurrounded ? ['! The file has text around the receipt, which was not verified.'] : []),
    `${kept.length} of ${sentences.length} sentences hold${countVerdicts(kept)}. ${describeSource(verification)}`,
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function describeSource({ sourceChanged, holds }: Verification): string {
  if (!sourceChanged) return 'The source has not changed.';
  return holds
    ? 'The source has changed since the check, but everything still holds.'
    : 'The source has changed since the check.';
}

function countVerdicts(sentences: Verification['sentences']): string {
  const counts = Map.groupBy(
    sentences,
    ({ verdict, decidedBy }) => `${verdict?.replaceAll('-', ' ')}${by(decidedBy)}`,
  );
  const parts = [...counts].map(([verdict, found]) => `${found.length} ${verdict}`);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

function by(decidedBy: Verification['sentences'][number]['decidedBy']): string {
  if (decidedBy === 'model') return ' by a model';
  return decidedBy === 'person' ? ' by the reader' : '';
}
