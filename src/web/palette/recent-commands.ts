import { readKept, writeKept } from '#web/kept/use-kept-state.ts';

const key = 'precis.recent-commands';
/** How many commands are remembered. */
const most = 8;

/** The commands used last, the latest first. Typed words are never kept. */
export function readRecent(): string[] {
  return (readKept('local', key) ?? '').split('\n').filter((id) => id !== '');
}

export function rememberCommand(id: string): void {
  writeKept('local', key, [id, ...readRecent().filter((other) => other !== id)].slice(0, most).join('\n'));
}
