import type { Observation, SessionRecord } from '#schema/sessions/session.ts';
import type { Change } from '#text/diff-words.ts';
import { type FileUse, readTool, type ToolUse } from '#text/read-tool.ts';

export interface FileEdit {
  observation: Observation;
  at: number;
  /** Null if the record does not contain the changed lines. */
  lines: readonly Change[] | null;
}

export interface ChangedFile {
  path: string;
  name: string;
  action: Exclude<FileUse['action'], 'read'>;
  /** Number of lines over all edits. */
  added: number;
  removed: number;
  /** Sorted oldest first. */
  edits: FileEdit[];
}

export interface RunCommand {
  observation: Observation;
  command: string;
  exitCode: number | null;
}

export interface SessionChanges {
  /** Sorted by name. An empty name is the project's own folder. */
  folders: { folder: string; files: ChangedFile[] }[];
  commands: RunCommand[];
  /** Files that were read but not changed. */
  read: string[];
}

/** Caches the result for each record, so that collecting changes again does not parse it again. */
export function createToolReader(): typeof readTool {
  const known = new WeakMap<object, ToolUse>();
  return (observation) => {
    const use = known.get(observation) ?? readTool(observation);
    known.set(observation, use);
    return use;
  };
}

/** What the tools in these records changed, ordered by first change. Records are sorted newest first. */
export function collectChanges(
  records: readonly SessionRecord[],
  read: typeof readTool = readTool,
): SessionChanges {
  const files = new Map<string, ChangedFile>();
  const seen = new Set<string>();
  const commands: RunCommand[] = [];
  const observations = records.filter((record) => record.kind === 'observation').toReversed();
  for (const observation of observations) {
    const { files: used, command } = read(observation);
    if (command !== null) commands.push({ observation, ...command });
    for (const use of used) {
      const path = shorten(use.path, observation.cwd);
      if (use.action === 'read') seen.add(path);
      else
        files.set(path, addUse(files.get(path), { ...use, path, action: use.action }, { observation, seen }));
    }
  }
  const byFolder = Map.groupBy(files.values(), ({ path }) => folderOf(path));
  return {
    folders: [...byFolder]
      .map(([folder, ofFolder]) => ({ folder, files: ofFolder }))
      .sort((one, other) => (one.folder < other.folder ? -1 : 1)),
    commands,
    read: [...seen].filter((path) => !files.has(path)),
  };
}

function addUse(
  known: ChangedFile | undefined,
  { path, action, lines }: FileUse & Pick<ChangedFile, 'action'>,
  { observation, seen }: { observation: Observation; seen: ReadonlySet<string> },
): ChangedFile {
  const count = (kind: Change['kind']) => lines?.filter((line) => line.kind === kind).length ?? 0;
  // A file that was read earlier already existed, so writing it is a change.
  const own = action === 'created' && seen.has(path) ? 'changed' : action;
  const edit = { observation, at: observation.createdAt, lines };
  if (known === undefined) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return { path, name, action: own, added: count('added'), removed: count('removed'), edits: [edit] };
  }
  return {
    ...known,
    // A file created in this session stays "created" through later edits, unless it is deleted.
    action: action === 'deleted' || known.action === 'deleted' ? action : known.action,
    added: known.added + count('added'),
    removed: known.removed + count('removed'),
    edits: [...known.edits, edit],
  };
}

/** A path relative to the folder that the tool worked in. */
function shorten(path: string, cwd: string): string {
  const plain = withSlashes(path);
  const folder = withSlashes(cwd);
  const base = folder === '' || folder.endsWith('/') ? folder : `${folder}/`;
  const relative = plain.startsWith(base) ? plain.slice(base.length) : plain;
  return relative.startsWith('./') ? relative.slice(2) : relative;
}

/** Normalizes Windows paths. */
function withSlashes(path: string): string {
  return path.trim().replaceAll('\\', '/');
}

function folderOf(path: string): string {
  const end = path.lastIndexOf('/');
  return end < 0 ? '' : path.slice(0, Math.max(1, end));
}
