import type { AppError } from '#schema/app-error.ts';
import { describeError } from '#schema/error-codes.ts';

/** A command's only access to the outside, so that tests can run it in process. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Whether stderr is a terminal: only then are progress lines drawn. */
  interactive: boolean;
  readStdin(): Promise<string>;
  env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** For long work in one piece, which cannot look at `signal`: meanwhile Ctrl-C ends the process. */
  inOnePiece<T>(work: () => T): Promise<T>;
}

export function printError(terminal: Terminal, error: AppError): void {
  const { remedy } = describeError(error.code);
  terminal.err(`precis: ${error.message}\n`);
  // The message on wrong input says what to enter.
  if (error.code !== 'invalid_input' && !error.message.includes(remedy)) terminal.err(`  ${remedy}\n`);
  const { reference } = error.details ?? {};
  if (typeof reference === 'string') terminal.err(`  Reference: ${reference}\n`);
}
