/** What Precis reads and writes of Codex's config.toml: one line at its beginning, where no table has begun yet. */

/** Unchanged if the user has a program of their own there: Codex calls only one. */
export function addNotify(text: string | null, command: readonly string[]): string {
  const before = text ?? '';
  if (hasNotify(before)) return before;
  return `notify = [${command.map((part) => JSON.stringify(part)).join(', ')}]\n${before}`;
}

export function removeNotify(text: string): string {
  const lines = text.split(/(?<=\n)/);
  const isOwn = (line: string) =>
    line.startsWith('notify = [') && line.includes('precis') && line.includes('"hook", "codex"');
  return lines.filter((line) => !isOwn(line)).join('');
}

/** Whether the user has set a program of their own. */
export function hasNotify(text: string): boolean {
  const [top = ''] = text.split(/^[ \t]*\[/m);
  return /^[ \t]*["']?notify["']?[ \t]*=/m.test(top);
}

/** The events of a file of hooks that the user has approved, in Codex's spelling, such as `session_start`. */
export function readTrusted(text: string, hooksFile: string): Set<string> {
  const trusted = new Set<string>();
  for (const table of text.split(/^(?=[ \t]*\[)/m)) {
    const [event, file] = readStateKey(table.split('\n', 1)[0]?.trim() ?? '') ?? [];
    if (event !== undefined && file === hooksFile && /^[ \t]*trusted_hash[ \t]*=/m.test(table))
      trusted.add(event);
  }
  return trusted;
}

const stateHead = '[hooks.state.';

/** Of a heading such as `[hooks.state."/home/me/.codex/hooks.json:stop:0:0"]`: its event and file. */
function readStateKey(heading: string): [event: string, file: string] | null {
  if (!heading.startsWith(stateHead) || !heading.endsWith(']')) return null;
  const quoted = heading.slice(stateHead.length, -1).trim();
  const key = quoted.startsWith('"') ? unquote(quoted) : quoted.slice(1, -1);
  const [event = '', ...file] = key.split(':').slice(0, -2).toReversed();
  return [event, file.toReversed().join(':')];
}

/** TOML's basic strings are escaped like those of JSON. */
function unquote(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return '';
  }
}
