import { parseArgs } from 'node:util';
import { createLog } from '#app/create-log.ts';
import { serveMcp } from '#app/serve-mcp.ts';
import { exitCodes } from './exit-code.ts';
import type { Terminal } from './terminal.ts';
import { withApp } from './with-app.ts';

const help = `precis mcp: the memory of your coding sessions as tools for a model, over standard input and output

  Give it to a program that speaks the Model Context Protocol as the command “precis mcp”. Its tools are search,
  timeline and get (an index first, the full text of what was chosen last), context and summarize. It works with or
  without a running server; one that runs offers the same tools at /mcp.
`;

export async function mcp(args: string[], terminal: Terminal): Promise<number> {
  const { values } = parseArgs({ args, options: { help: { type: 'boolean', short: 'h' } } });
  if (values.help === true) {
    terminal.out(help);
    return exitCodes.ok;
  }
  return withApp(terminal, { works: true }, async ({ client, config }) => {
    // Standard output belongs to the protocol; the log goes to standard error.
    const log = createLog({ level: config.logLevel ?? 'warn' });
    await serveMcp(client, { log, signal: terminal.signal });
    return exitCodes.ok;
  });
}
