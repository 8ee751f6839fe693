import { exitCodes } from '#cli/exit-code.ts';
import type { Terminal } from '#cli/terminal.ts';
import { AppError } from '#schema/app-error.ts';
import { importClients } from './import-clients.ts';

const help = `precis clients: give coding agents a memory of their sessions

  precis clients import [client]      import past sessions from disk; see precis clients import --help
`;

export async function clients([action, ...rest]: string[], terminal: Terminal): Promise<number> {
  if (action === 'import') return importClients(rest, terminal);
  if (action === undefined || action === '--help' || action === '-h') {
    terminal.out(help);
    return exitCodes.ok;
  }
  throw new AppError(
    'invalid_input',
    `Unknown command “precis clients ${action}”. Try precis clients --help.`,
  );
}
