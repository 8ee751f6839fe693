import { parseArgs } from 'node:util';
import { createLog } from '#app/create-log.ts';
import { serveMcp } from '#app/serve-mcp.ts';
import { exitCodes, type Terminal } from './terminal.ts';
import { withApp } from './with-app.ts';

const help = `precis mcp: serve the memory of your coding sessions to models, over standard input and output

  In a program that supports the Model Context Protocol, set the command to “precis mcp”. The tools are search,
  timeline and get (from an index to the full text of selected records), context and summarize. They search, and save
  for, the project of the folder in which the command runs. It works with or without a running server; a running server
  offers the same tools at /mcp, for all projects.
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
    await serveMcp(client, { log, signal: terminal.signal, env: config.env });
    return exitCodes.ok;
  });
}
