import { parseArgs } from 'node:util';
import { describeGrounding } from '#cli/printing/describe-grounding.ts';
import { describeRun } from '#cli/printing/describe-run.ts';
import { createProgressLine } from '#cli/printing/progress-line.ts';
import type { Client } from '#client/create-client.ts';
import { AppError } from '#schema/app-error.ts';
import { modelProfileIdSchema } from '#schema/ids.ts';
import { detailLevelSchema, detailLevels } from '#schema/language.ts';
import { receiptLanguageSchema, receiptLanguages } from '#schema/runs/receipt.ts';
import type { Run } from '#schema/runs/run.ts';
import type { Summary } from '#schema/runs/summary.ts';
import type { SummarizeTextRequest } from '#schema/wire.ts';
import { exitCodes } from './exit-code.ts';
import { readChoice } from './read-choice.ts';
import { readSourceText } from './read-source-text.ts';
import type { Terminal } from './terminal.ts';
import { withApp } from './with-app.ts';
import { prepareReceipt, writeReceipt } from './write-receipt.ts';

const help = `precis summarize <file|URL|->: summarize a file, a page or standard input

  -l, --language <code>   language of the summary, for example en, zh-Hans, pt-BR
  -d, --detail <level>    ${detailLevels.join(', ')}
  -m, --model <profile>   a model profile, or provider/model with its key in the environment,
                          for example openai/gpt-5.2, ollama/llama3.2, builtin
      --title <text>      the title of the text, if it has one
      --anyway            summarize even if the text is too short to need a summary
      --check             check every sentence against the source and print the results
      --strict            like --check; exit with 6 if a detail contradicts the source or is not in it
      --receipt <file>    write the summary with its verdicts and passages to a .md, .html or .json file,
                          which precis verify checks again
      --receipt-language <code>
                          language of the receipt's labels: ${receiptLanguages.join(', ')}
      --json              print run and summary as JSON when done
      --idempotency-key <key>
                          the same key and text within 24 hours return the same run

Exit codes: 0 success, 2 invalid usage, 3 the source cannot be summarized, 4 the model failed,
5 environment problem, 6 the check failed (--strict), 130 interrupted.
`;

export async function summarize(args: string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      language: { type: 'string', short: 'l' },
      detail: { type: 'string', short: 'd' },
      model: { type: 'string', short: 'm' },
      title: { type: 'string' },
      anyway: { type: 'boolean' },
      check: { type: 'boolean' },
      strict: { type: 'boolean' },
      receipt: { type: 'string' },
      'receipt-language': { type: 'string', default: 'en' },
      json: { type: 'boolean' },
      'idempotency-key': { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) {
    terminal.out(help);
    return exitCodes.ok;
  }
  const [from, ...others] = positionals;
  if (from === undefined || others.length > 0) {
    throw new AppError('invalid_input', 'Enter one file, one URL, or - for standard input.');
  }
  const choices = {
    ...(values.language === undefined ? {} : { targetLanguage: values.language }),
    ...(values.detail === undefined
      ? {}
      : { detailLevel: readChoice(detailLevelSchema, '--detail', values.detail) }),
    ...(values.model === undefined
      ? {}
      : { modelProfileId: readChoice(modelProfileIdSchema, '--model', values.model) }),
    ...(values.anyway === undefined ? {} : { anyway: values.anyway }),
  };
  const labels = readChoice(receiptLanguageSchema, '--receipt-language', values['receipt-language']);
  const receipt =
    values.receipt === undefined
      ? null
      : { ...(await prepareReceipt(values.receipt, from)), language: labels };
  return withApp(terminal, { works: true }, async ({ client }) => {
    const source = await readSourceText(client, from, terminal);
    const title = values.title ?? source.title ?? undefined;
    const request: SummarizeTextRequest = {
      text: source.text,
      ...choices,
      ...(title === undefined ? {} : { title }),
    };
    return summarizeHere(
      {
        client,
        terminal,
        json: values.json === true,
        check: values.check === true || values.strict === true,
        strict: values.strict === true,
        saveReceipt: async (made) => {
          if (receipt !== null) await writeReceipt(receipt, { ...made, source, title }, terminal);
        },
        idempotencyKey: values['idempotency-key'],
      },
      request,
    );
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
  if (check && summary !== null && !json)
    terminal.out(`\n${describeGrounding({ run, summary, sourceText: request.text })}`);
  if (summary !== null) await saveReceipt({ run, summary });
  return strict && hasWrongDetail(run) ? exitCodes.unsupported : exitCodes.ok;
}

/** Undecided sentences are not a failure. */
function hasWrongDetail({ grounding }: Run): boolean {
  return grounding !== null && grounding.contradicted + grounding.notFound > 0;
}
