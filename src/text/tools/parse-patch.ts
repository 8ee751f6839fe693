import type { Change } from '#text/diff/diff-words.ts';

export interface FileUse {
  action: 'created' | 'changed' | 'deleted' | 'read';
  path: string;
  /** Null: the record does not have them. */
  lines: readonly Change[] | null;
}

const actions = { Add: 'created', Update: 'changed', Delete: 'deleted' } as const;
const nowhere = '/dev/null';

/** The files of a patch, as `apply_patch` takes it or as `diff -u` writes it; empty if it is neither. */
export function parsePatch(patch: string): FileUse[] {
  const files: (FileUse & { lines: Change[] })[] = [];
  const isEnveloped = /^\*\*\* (?:Add|Update|Delete) File: /m.test(patch);
  const lines = patch.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const head = isEnveloped ? readMark(line) : readHeader(line, lines[at + 1] ?? '');
    if (head !== null) {
      files.push({ ...head, lines: [] });
      if (!isEnveloped) at += 1;
      continue;
    }
    const change = readLine(line);
    if (change !== null) files.at(-1)?.lines.push(change);
  }
  return files;
}

function readMark(line: string): Omit<FileUse, 'lines'> | null {
  const [, action, path] = /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(line) ?? [];
  if (action === undefined || path === undefined) return null;
  return { action: actions[action as keyof typeof actions], path: path.trim() };
}

function readHeader(line: string, next: string): Omit<FileUse, 'lines'> | null {
  const [, from] = /^--- (?:a\/)?([^\t]+)/.exec(line) ?? [];
  const [, to] = /^\+\+\+ (?:b\/)?([^\t]+)/.exec(next) ?? [];
  if (from === undefined || to === undefined) return null;
  if (from === nowhere) return { action: 'created', path: to };
  return to === nowhere ? { action: 'deleted', path: from } : { action: 'changed', path: to };
}

function readLine(line: string): Change | null {
  if (line.startsWith('+')) return { kind: 'added', text: line.slice(1) };
  if (line.startsWith('-')) return { kind: 'removed', text: line.slice(1) };
  if (line.startsWith(' ')) return { kind: 'same', text: line.slice(1) };
  return null;
}
