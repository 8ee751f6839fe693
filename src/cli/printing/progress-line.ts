import type { Terminal } from '#cli/terminal.ts';
import type { RunEvent } from '#schema/runs/run-event.ts';

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

/** One line on stderr that rewrites itself; silent if stderr is not a terminal. */
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
