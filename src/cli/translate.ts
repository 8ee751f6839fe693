import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { readDocument, writeDocument } from '#app/threads/read-document.ts';
import type { Client } from '#client/create-client.ts';
import { AppError } from '#schema/app-error.ts';
import { readChoice } from '#schema/faults/say-faults.ts';
import { modelProfileIdSchema, type RunId } from '#schema/ids.ts';
import { targetLanguageSchema } from '#schema/language.ts';
import type { Run } from '#schema/runs/run.ts';
import type { TranslatedParagraph } from '#schema/translations/translation.ts';
import {
  type ExportEntryQuery,
  exportFormatSchema,
  exportLayoutSchema,
} from '#schema/translations/translation-wire.ts';
import { createProgressLine, describeRun } from './printing.ts';
import { isUrl, readBytes } from './read-source-text.ts';
import { exitCodes, type Terminal } from './terminal.ts';
import { withApp } from './with-app.ts';

const help = `precis translate <file|URL|->: translate a file, a page or standard input

  -l, --language <code>   language of the translation, for example de, zh-Hans, pt-BR
  -m, --model <profile>   a model profile, or provider/model with its key in the environment,
                          for example openai/gpt-5.2, ollama/llama3.2; the offline model cannot translate
      --layout <layout>   translation (default), both: each paragraph with its translation,
                          original: without a translation and without a model
      --format <format>   md (default), txt, html
      --title <text>      the title of the text, if it has one
      --anyway            translate even if the text seems to be in that language already
      --strict            exit with 6 if a paragraph is not translated or has something to check
      --json              print run and paragraphs as JSON when done
      --idempotency-key <key>
                          the same key and text within 24 hours return the same run

Paragraphs that could not be translated stay as they are and are named on standard error.
If you interrupt it or the model fails, what is translated so far is printed.

Exit codes: 0 success, 2 invalid usage, 3 the source cannot be translated, 4 the model failed,
5 environment problem, 6 something is missing or to be checked (--strict), 130 interrupted.
`;

export async function translate(args: string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      language: { type: 'string', short: 'l' },
      model: { type: 'string', short: 'm' },
      layout: { type: 'string', default: 'translation' },
      format: { type: 'string', default: 'md' },
      title: { type: 'string' },
      anyway: { type: 'boolean' },
      strict: { type: 'boolean' },
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
  const layout = readChoice(exportLayoutSchema, '--layout', values.layout);
  const format = readChoice(exportFormatSchema, '--format', values.format);
  const choices = {
    ...(values.language === undefined
      ? {}
      : { targetLanguage: readChoice(targetLanguageSchema, '--language', values.language) }),
    ...(values.model === undefined
      ? {}
      : { modelProfileId: readChoice(modelProfileIdSchema, '--model', values.model) }),
    ...(values.anyway === undefined ? {} : { anyway: values.anyway }),
  };
  return withApp(terminal, { works: true }, async ({ client }) => {
    const article = await readArticle(client, from, terminal);
    const title = values.title ?? article.title;
    if (layout === 'original') {
      terminal.out(
        await writeDocument({ ...article, title }, { layout, format, targetLanguage: '', texts: new Map() }),
      );
      return exitCodes.ok;
    }
    const here = { client, terminal, json: values.json === true, strict: values.strict === true };
    const options = { idempotencyKey: values['idempotency-key'] };
    const request = { html: article.html, ...choices, ...(title === '' ? {} : { title }) };
    const { id } = await client.translations.startText(request, options);
    return follow(here, id, { article: { ...article, title }, layout, format });
  });
}

interface Article {
  /** Empty if the article has no title. */
  title: string;
  url: string | null;
  html: string;
  language: string | null;
}

async function readArticle(client: Client, from: string, terminal: Terminal): Promise<Article> {
  if (isUrl(from)) {
    const { title, url, html, language } = await client.fetchPage(from);
    return { title: title ?? '', url, html, language };
  }
  const [name, bytes] =
    from === '-'
      ? ['standard input', Buffer.from(await terminal.readStdin())]
      : [basename(from), await readBytes(from)];
  const { ownTitle, html, language } = await readDocument(name, bytes);
  return { title: ownTitle ?? '', url: null, html, language };
}

interface Here {
  client: Client;
  terminal: Terminal;
  json: boolean;
  strict: boolean;
}

interface Wanted extends Pick<ExportEntryQuery, 'layout' | 'format'> {
  article: Article;
}

async function follow({ client, terminal, json, strict }: Here, id: RunId, wanted: Wanted): Promise<number> {
  const stop = () => void client.runs.cancel(id).catch(() => {});
  terminal.signal.addEventListener('abort', stop, { once: true });
  if (terminal.signal.aborted) stop();
  const progress = createProgressLine(terminal);
  const paragraphs = new Map<string, TranslatedParagraph>();
  for await (const event of client.runs.events(id)) {
    if (event.type === 'progress') progress.show(event);
    if (event.type === 'model-retry')
      progress.note(`${event.message} Trying again in ${Math.ceil(event.waitMs / 1000)} s.`);
    if (event.type === 'paragraph') {
      const { key, text, problem, marks } = event;
      paragraphs.set(key, { key, text, problem, marks });
    }
  }
  progress.clear();
  terminal.signal.removeEventListener('abort', stop);

  const { run } = await client.runs.get(id);
  const found = [...paragraphs.values()];
  const texts = new Map(found.flatMap(({ key, text }) => (text === null ? [] : [[key, text]])));
  if (json) terminal.out(`${JSON.stringify({ run, paragraphs: found }, null, 2)}\n`);
  else if (texts.size > 0) terminal.out(await write(run, texts, wanted));
  if (run.status !== 'succeeded') {
    throw new AppError(run.errorCode ?? 'internal', run.errorMessage ?? 'The run did not succeed.');
  }
  if (terminal.interactive && !json) terminal.err(`${describeRun(run)}\n`);
  const missing = found.filter(({ text }) => text === null).length;
  const marked = found.filter(({ marks }) => marks.length > 0);
  if (missing > 0) terminal.err(`${missing} of ${found.length} paragraphs could not be translated.\n`);
  if (strict) terminal.err(marked.map(describeMarks).join(''));
  return strict && missing + marked.length > 0 ? exitCodes.unsupported : exitCodes.ok;
}

function write(
  run: Run,
  texts: ReadonlyMap<string, string>,
  { article, layout, format }: Wanted,
): Promise<string> {
  const targetLanguage = run.parameters.targetLanguage ?? '';
  return writeDocument(article, { layout, format, targetLanguage, texts });
}

function describeMarks({ text, marks }: TranslatedParagraph): string {
  const kinds = marks.map(({ kind, words }) => (words === '' ? kind : `${kind} “${words}”`)).join(', ');
  // The stored text contains numbered markers for inline elements.
  return `Check ${kinds}: ${text?.replace(/<\/?\d+\/?>/g, '')}\n`;
}
