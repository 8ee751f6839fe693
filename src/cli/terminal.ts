import type { AppError } from '#schema/app-error.ts';
import { describeError, type ErrorCode, selfExplaining } from '#schema/error-codes.ts';

/** A command's only access to the outside, so that tests can run it in process. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Whether stderr is a terminal. Progress lines appear only then. */
  interactive: boolean;
  readStdin(): Promise<string>;
  /** Asks for one line. At the end of the input, the answer is empty. */
  ask(question: string): Promise<string>;
  env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C or SIGTERM. */
  signal: AbortSignal;
  /** Runs long synchronous work, which cannot check `signal`. Ctrl-C ends the process meanwhile. */
  inOnePiece<T>(work: () => T): Promise<T>;
}

/** Remedies that differ on the command line from those in the app. */
const remedies: Partial<Record<ErrorCode, string>> = {
  in_use: 'Add --replacement <id>. It takes over everywhere.',
  idempotency_key_reused: 'Use another --idempotency-key for each new text.',
  source_empty: 'Use a file, a page or standard input that has text.',
  source_too_short: 'Read the text itself, or add --anyway.',
  source_title_only: 'Use a file or page with text below its title, or add --anyway.',
  source_same_language: 'Choose another language with --language, or add --anyway.',
  source_blocked: 'Save the text from your browser to a file, and use that.',
  feed_choice: 'Add one of the listed URLs, or all of them with --all.',
  template_missing: 'To list the templates: precis templates',
  model_not_configured: 'Add it with precis models add, or use --model builtin.',
  model_cannot_translate: 'Name a model with --model, or add one with precis models add.',
  key_origin_changed:
    'Enter the key again with --key-stdin, or allow the address with precis agents confirm <id>.',
};

export function printError(terminal: Terminal, error: AppError): void {
  const remedy = remedies[error.code] ?? describeError(error.code).remedy;
  terminal.err(`precis: ${error.message}\n`);
  if (!selfExplaining.has(error.code) && !error.message.includes(remedy)) terminal.err(`  ${remedy}\n`);
  const { reference } = error.details ?? {};
  if (typeof reference === 'string') terminal.err(`  Reference: ${reference}\n`);
}

/** Exit codes by class of error, so that scripts can distinguish them. Listed in docs/cli.md. */
export const exitCodes = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  source: 3,
  model: 4,
  environment: 5,
  unsupported: 6,
  interrupted: 130,
} as const;

export function exitCodeOf(code: ErrorCode): number {
  const isUsage = ['invalid_input', 'not_found', 'conflict', 'in_use', 'too_large'].includes(code);
  if (isUsage) return exitCodes.usage;
  if (
    code.startsWith('source_') ||
    code.startsWith('fetch_') ||
    code.startsWith('file_') ||
    code.startsWith('feed_')
  )
    return exitCodes.source;
  if (code.startsWith('model_') || code.startsWith('key_') || code.startsWith('template_'))
    return exitCodes.model;
  if (code === 'run_timeout' || code === 'run_interrupted' || code === 'agent_missing')
    return exitCodes.model;
  if (code === 'run_cancelled') return exitCodes.interrupted;
  if (
    code.startsWith('database_') ||
    code === 'disk_full' ||
    code === 'result_unsaved' ||
    code === 'port_in_use' ||
    code === 'token_required'
  )
    return exitCodes.environment;
  if (code === 'unauthorized' || code === 'foreign_host') return exitCodes.environment;
  return exitCodes.unexpected;
}
