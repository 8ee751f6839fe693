import { parseArgs } from 'node:util';
import { noteLanguage } from '#app/offline-summary/note-language.ts';
import {
  findOfflineSettings,
  type OfflineRequest,
  summarizeOffline,
} from '#app/offline-summary/summarize-offline.ts';
import { readConfig } from '#app/read-config.ts';
import { AppError } from '#schema/app-error.ts';
import { readChoice } from '#schema/faults/say-faults.ts';
import { builtinModelProfileId, type ModelProfileId, modelProfileIdSchema } from '#schema/ids.ts';
import { detailLevelSchema, detailLevels, targetLanguageSchema } from '#schema/language.ts';
import { receiptLanguageSchema, receiptLanguages } from '#schema/runs/receipt.ts';
import { createProgressLine } from './printing.ts';
import { isUrl, readLocalText, refuseTooLong, type SourceText } from './read-source-text.ts';
import type { Order } from './summarize-recorded.ts';
import { exitCodes, type Terminal } from './terminal.ts';

const help = `precis summarize <file|URL|->: summarize a file, a page or standard input

Without a connected model, the summary of a file or of standard input is printed and not stored;
--save keeps it as a run.

  -l, --language <code>   language of the summary, for example en, zh-Hans, pt-BR
  -d, --detail <level>    ${detailLevels.join(', ')}
  -m, --model <profile>   a model profile, or provider/model with its key in the environment,
                          for example openai/gpt-5.2, ollama/llama3.2, builtin
      --title <text>      the title of the text, if it has one
      --anyway            summarize even if the text is too short to need a summary
      --check             check the details against the source and print the results
      --strict            like --check; exit with 6 if rules find a detail that is not as in the source
      --receipt <file>    write the summary with its verdicts and passages to a .md, .html or .json file,
                          which precis verify checks again
      --receipt-language <code>
                          language of the receipt's labels: ${receiptLanguages.join(', ')}
      --json              print run and summary as JSON when done
      --save              store the run, so that precis runs and the web app list it; always so for a
                          URL, a connected model, --check, --strict, --receipt, --json, --idempotency-key
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
      save: { type: 'boolean' },
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
    ...(values.language === undefined
      ? {}
      : { targetLanguage: readChoice(targetLanguageSchema, '--language', values.language) }),
    ...(values.detail === undefined
      ? {}
      : { detailLevel: readChoice(detailLevelSchema, '--detail', values.detail) }),
    ...(values.model === undefined
      ? {}
      : { modelProfileId: readChoice(modelProfileIdSchema, '--model', values.model) }),
    ...(values.anyway === undefined ? {} : { anyway: values.anyway }),
  };
  const labels = readChoice(receiptLanguageSchema, '--receipt-language', values['receipt-language']);
  const order: Order = {
    from,
    source: null,
    title: values.title,
    choices,
    receipt: values.receipt === undefined ? null : { path: values.receipt, language: labels },
    json: values.json === true,
    check: values.check === true || values.strict === true,
    strict: values.strict === true,
    idempotencyKey: values['idempotency-key'],
  };
  const needsRun = values.save === true || order.json || order.check || order.receipt !== null;
  if (!needsRun && order.idempotencyKey === undefined && !isUrl(from)) {
    const done = await summarizeDirectly(order, terminal);
    if (done.isShown) return exitCodes.ok;
    order.source = done.source;
  }
  const { summarizeRecorded } = await import('./summarize-recorded.ts');
  return summarizeRecorded(order, terminal);
}

interface DirectOrder {
  from: string;
  title: string | undefined;
  /** The offline model ignores `targetLanguage` and writes in the language of the text. */
  choices: Omit<OfflineRequest, 'text' | 'title'> & {
    modelProfileId?: ModelProfileId | undefined;
    targetLanguage?: string | undefined;
  };
}

/** `source` is a text that was already read but needs a run, because standard input can be read only once. */
type Outcome = { isShown: true } | { isShown: false; source: SourceText | null };

/** Summarizes offline without loading the app or storing a run, if no other model is configured. */
async function summarizeDirectly(
  { from, title, choices }: DirectOrder,
  terminal: Terminal,
): Promise<Outcome> {
  const { modelProfileId, targetLanguage, ...wanted } = choices;
  const isChosen = modelProfileId === builtinModelProfileId;
  if (modelProfileId !== undefined && !isChosen) return { isShown: false, source: null };
  const settings = await findOfflineSettings(readConfig(terminal.env), { isChosen });
  if (settings === null) return { isShown: false, source: null };
  const source = await readLocalText(from, terminal);
  refuseTooLong(source.text);

  const startedAt = performance.now();
  const request = { ...wanted, text: source.text, title: title ?? source.title ?? undefined };
  const progress = createProgressLine(terminal);
  progress.note('Writing …');
  let made: ReturnType<typeof summarizeOffline>;
  try {
    made = await terminal.inOnePiece(() => summarizeOffline(request, settings));
  } finally {
    progress.clear();
  }
  if (made === null) return { isShown: false, source };
  terminal.out(`${made.text}\n`);
  const note = noteLanguage({ asked: targetLanguage, written: made.language, isOffline: true });
  if (note !== null) terminal.err(`precis: ${note}\n`);
  if (terminal.interactive) {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const parts = [made.language, made.detailLevel, 'Offline extract', `${seconds} s`];
    terminal.err(`— ${parts.filter((part) => part !== null).join(' · ')}\n`);
  }
  return { isShown: true };
}
