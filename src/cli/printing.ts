import type { KeyState } from '#schema/models/model-profile.ts';
import type { Run } from '#schema/runs/run.ts';
import type { RunEvent } from '#schema/runs/run-event.ts';
import type { Terminal } from './terminal.ts';

const widestCell = 44;

/** Formats a table. Columns are as wide as their widest cell; the last column is never padded or cut. */
export function formatTable(head: string[], rows: string[][]): string {
  const last = head.length - 1;
  const cells = [head, ...rows].map((row) =>
    row.map((cell, column) => (column === last ? cell : shorten(cell))),
  );
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row.map((cell, column) => (column === last ? cell : cell.padEnd(widths[column] ?? 0))).join('  '),
    )
    .map((line) => `${line}\n`)
    .join('');
}

function shorten(cell: string): string {
  const line = cell.replaceAll(/\s+/g, ' ');
  return line.length <= widestCell ? line : `${line.slice(0, widestCell - 1)}…`;
}

export function describeKey(key: KeyState): string {
  if (key.kind === 'none') return '–';
  const waits = key.givenFor === undefined ? '' : ` (saved for ${key.givenFor})`;
  if (key.kind === 'stored') return `stored${waits}`;
  return `$${key.name}${key.present ? '' : ' (not set)'}${waits}`;
}

export function describeRun(run: Run): string {
  const model = run.provider === 'builtin' ? 'Offline extract' : `${run.provider} ${run.model}`;
  const parts = [
    run.outputLanguage ?? run.parameters.targetLanguage ?? null,
    run.variant.detailLevel ?? null,
    model,
    run.durationMs === null ? null : `${(run.durationMs / 1000).toFixed(1)} s`,
    run.coverage === null || run.coverage.chunksTotal === 1
      ? null
      : `${run.coverage.chunksRead} of ${run.coverage.chunksTotal} parts read`,
    run.usage === null ? null : `${run.usage.inputTokens} + ${run.usage.outputTokens} tokens`,
    run.usage?.costUsd ? `$${run.usage.costUsd.toFixed(4)}` : null,
  ];
  return `— ${parts.filter((part) => part !== null).join(' · ')}`;
}

interface ProgressLine {
  show(event: Extract<RunEvent, { type: 'progress' }>): void;
  note(text: string): void;
  clear(): void;
}

const words = {
  reading: 'Reading part',
  folding: 'Folding part',
  merging: 'Merging part',
  writing: 'Writing',
  checking: 'Checking language',
  translating: 'Translating paragraph',
};

/** A progress line on stderr that overwrites itself. Prints nothing if stderr is not a terminal. */
export function createProgressLine(terminal: Terminal): ProgressLine {
  let shown = false;
  function write(text: string): void {
    if (!terminal.interactive) return;
    terminal.err(`\r\x1b[2K${text}`);
    shown = true;
  }
  return {
    show({ phase, done, total }) {
      const count =
        phase === 'reading' || phase === 'merging' || phase === 'folding' || phase === 'translating'
          ? ` ${Math.min(done + 1, total)} of ${total}`
          : '';
      write(`${words[phase]}${count} …`);
    },
    note: write,
    clear() {
      if (!shown) return;
      terminal.err('\r\x1b[2K');
      shown = false;
    },
  };
}

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

/** Replaces control characters, because a terminal would interpret them. */
export function toOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
}
