import { parseArgs } from 'node:util';
import { type ClientImport, runImport } from '#app/import/import-transcripts.ts';
import { createProgressLine } from '#cli/printing.ts';
import { exitCodes, type Terminal } from '#cli/terminal.ts';
import { AppError } from '#schema/app-error.ts';
import {
  type TranscriptClient,
  transcriptClientNames,
  transcriptClients,
} from '#schema/sessions/hook-client.ts';

const help = `precis clients import: import the past sessions that coding agents have stored on this machine

  precis clients import [client …]    ${transcriptClients.join(', ')}; all of them if omitted
      --dry-run                       show what would be imported, and write nothing
      --json                          print the result as JSON

Precis only reads the files of the clients. Private parts and keys are removed. Run it again to import what is new;
after an interruption it continues where it stopped. No model is called.
`;

const shownFailures = 5;

export async function importClients(args: string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) {
    terminal.out(help);
    return exitCodes.ok;
  }
  const isDry = values['dry-run'] === true;
  const progress = createProgressLine(terminal);
  const { signal, env } = terminal;
  try {
    const imports = await runImport({
      env,
      clients: readClients(positionals),
      isDry,
      signal,
      onProgress: ({ client, bytes, totalBytes }) =>
        progress.note(
          `${transcriptClientNames[client]}: ${toMegabytes(bytes)} of ${toMegabytes(Math.max(bytes, totalBytes))} …`,
        ),
    });
    progress.clear();
    terminal.out(
      values.json === true ? toJson({ dryRun: isDry, clients: imports }) : describe(imports, isDry),
    );
    return imports.some(({ failed }) => failed.length > 0) ? exitCodes.source : exitCodes.ok;
  } catch (error) {
    progress.clear();
    if (!signal.aborted) throw error;
    terminal.err('Stopped. Run precis clients import again to continue.\n');
    return exitCodes.interrupted;
  }
}

function readClients(names: string[]): TranscriptClient[] {
  const unknown = names.find((name) => !transcriptClients.some((client) => client === name));
  if (unknown !== undefined)
    throw new AppError(
      'invalid_input',
      `Unknown client “${unknown}”. Use one of ${transcriptClients.join(', ')}.`,
    );
  return transcriptClients.filter((client) => names.length === 0 || names.includes(client));
}

function describe(imports: ClientImport[], isDry: boolean): string {
  const lines = imports.flatMap((one) => [describeClient(one, isDry), ...describeProblems(one)]);
  const isNew = imports.some(({ added }) => added > 0);
  if (isNew)
    lines.push('New records are indexed for search in the background while Precis runs, newest first.');
  return `${lines.join('\n')}\n`;
}

function describeClient(one: ClientImport, isDry: boolean): string {
  const label = transcriptClientNames[one.client];
  const records = one.prompts + one.observations + one.summaries;
  if (!one.isFound) return `${label}: nothing found`;
  if (records === 0) return `${label}: ${one.failed.length > 0 ? 'nothing imported' : 'nothing new'}`;
  const what = [
    count(one.prompts, 'prompt', 'prompts'),
    count(one.observations, 'tool call', 'tool calls'),
    count(one.summaries, 'summary', 'summaries'),
  ].join(', ');
  const from = `${what} in ${count(one.sessions, 'session', 'sessions')} (${toMegabytes(one.bytes)})`;
  return isDry
    ? `${label}: would import ${from}`
    : `${label}: read ${from}; ${one.added} added, ${one.known} already stored or left out`;
}

function describeProblems({ skipped, failed }: ClientImport): string[] {
  return [
    ...(skipped === 0 ? [] : [`  ${count(skipped, 'line', 'lines')} too long or not readable`]),
    ...failed.slice(0, shownFailures).map(({ path, reason }) => `  Couldn't read ${path}: ${reason}`),
    ...(failed.length <= shownFailures ? [] : [`  … and ${failed.length - shownFailures} more`]),
  ];
}

function count(number: number, one: string, other: string): string {
  return `${number} ${number === 1 ? one : other}`;
}

function toMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
