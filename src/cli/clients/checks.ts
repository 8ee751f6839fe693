import type { Terminal } from '#cli/terminal.ts';

/** One line of a status. */
export interface Check {
  state: 'ok' | 'warning' | 'failed';
  name: string;
  message: string;
  remedy?: string;
}

const marks = { ok: '✓', warning: '!', failed: '✗' } as const;

export function printChecks(terminal: Terminal, checks: readonly Check[]): void {
  for (const { state, name, message, remedy } of checks) {
    terminal.out(`${marks[state]} ${name}: ${message}\n`);
    if (remedy !== undefined) terminal.out(`    → ${remedy}\n`);
  }
}

export function hasFailed(checks: readonly Check[]): boolean {
  return checks.some(({ state }) => state === 'failed');
}
