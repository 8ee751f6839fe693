import { parseArgs } from 'node:util';
import { createLog } from '#app/create-log.ts';
import { serveMcp } from '#app/serve-mcp.ts';
import { AppError } from '#schema/app-error.ts';
import { exitCodes, type Terminal } from './terminal.ts';
import { withApp } from './with-app.ts';

const help = `precis mcp: serve the memory of your coding sessions to models, over standard input and output

  precis mcp                  serve; in a program that supports the Model Context Protocol, set the command to this
  precis mcp reader [on|off]  show or set whether agents may read your articles, with summaries and tags; default: off

  The tools search the memory (memory_search, memory_timeline, memory_get, memory_fixes), give the context of a new
  session (context), save a note (memory_save), summarize a text (summarize) and, if you allow it, read articles
  (reader_search, reader_get). They search, and save for, the project of the folder in which the command runs. It works
  with or without a running server; a running server offers the same tools at /mcp, for all projects.
`;

export async function mcp(args: string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' } },
  });
  if (values.help === true) {
    terminal.out(help);
    return exitCodes.ok;
  }
  const [action, choice, ...others] = positionals;
  if (action === 'reader' && others.length === 0) return allowReader(choice, terminal);
  if (action !== undefined)
    throw new AppError(
      'invalid_input',
      `Unknown command “precis mcp ${positionals.join(' ')}”. Try precis mcp --help.`,
    );
  return withApp(terminal, { works: true }, async ({ client, config }) => {
    // Standard output belongs to the protocol; the log goes to standard error.
    const log = createLog({ level: config.logLevel ?? 'warn' });
    await serveMcp(client, { log, signal: terminal.signal, env: config.env });
    return exitCodes.ok;
  });
}

async function allowReader(choice: string | undefined, terminal: Terminal): Promise<number> {
  if (choice !== undefined && choice !== 'on' && choice !== 'off')
    throw new AppError('invalid_input', 'Enter on or off.');
  return withApp(terminal, { works: false }, async ({ client }) => {
    const { reader } =
      choice === undefined
        ? await client.settings.get()
        : await client.settings.patch({ reader: { allowAgents: choice === 'on' } });
    terminal.out(
      reader.allowAgents
        ? 'Agents may read your articles. An agent that is running sees the tools once it connects again.\n'
        : 'Agents may not read your articles.\n',
    );
    return exitCodes.ok;
  });
}
