import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError } from '#schema/app-error.ts';
import type { TemplateNotice } from '#schema/template.ts';
import { maxTemplateBytes } from '#schema/template.ts';
import type { Template } from './load-template.ts';

export type TemplateFile =
  | { file: string; template: Template; notice: null }
  | { file: string; template: null; notice: TemplateNotice };

interface TemplateFolder {
  /** Reads files that changed since the last call. Returns the same array if nothing changed. */
  read(): Promise<TemplateFile[]>;
}

/** Reads the `*.yaml` and `*.yml` files directly in a folder. A missing folder counts as empty. */
export function openTemplateFolder(folder: string): TemplateFolder {
  let known = new Map<string, { stamp: string; file: TemplateFile }>();
  let files: TemplateFile[] = [];
  return {
    async read() {
      const next: typeof known = new Map();
      const listing = await listFolder(folder);
      for (const { name, stamp, load } of listing) {
        const before = known.get(name);
        const file = before?.stamp === stamp ? before.file : await load();
        if (file) next.set(name, { stamp, file });
      }
      const nextFiles = [...next.values()].map(({ file }) => file);
      const same =
        nextFiles.length === files.length && nextFiles.every((file, index) => file === files[index]);
      known = next;
      if (!same) files = nextFiles;
      return files;
    },
  };
}

interface Listed {
  name: string;
  /** Changes when the file changes. */
  stamp: string;
  /** Null if the file was deleted in the meantime. */
  load(): Promise<TemplateFile | null>;
}

async function listFolder(folder: string): Promise<Listed[]> {
  const names = await readNames(folder);
  if (!Array.isArray(names)) return [names];
  if (names.length === 0) return [];
  const home = await realpath(folder);
  const listed: Listed[] = [];
  for (const name of names) listed.push(await listFile(home, name));
  return listed;
}

async function readNames(folder: string): Promise<string[] | Listed> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => /^[^.].*\.ya?ml$/i.test(name)).toSorted();
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return [];
    return refused(
      basename(folder),
      `the folder cannot be read (${code}). Check that it is a folder and check its permissions.`,
    );
  }
}

async function listFile(home: string, name: string): Promise<Listed> {
  try {
    const path = await realpath(join(home, name));
    if (dirname(path) !== home) {
      return refused(
        name,
        'is a link to a file outside the templates folder. Copy the file into the folder.',
      );
    }
    const stats = await stat(path, { bigint: true });
    const { mtimeNs, ctimeNs, size, ino } = stats;
    if (!stats.isFile()) return refused(name, 'is not a file. Remove it or rename it.');
    if (size > maxTemplateBytes) {
      return refused(name, `is larger than ${maxTemplateBytes / 1024} KiB. Shorten the template.`);
    }
    return { name, stamp: `${mtimeNs} ${ctimeNs} ${size} ${ino}`, load: () => loadFile(path, name) };
  } catch (error) {
    const stats = await lstat(join(home, name)).catch(() => null);
    if (codeOf(error) === 'ENOENT' && stats?.isSymbolicLink() === true) {
      return refused(name, 'is a link to a file that does not exist. Create the file, or remove the link.');
    }
    return unreadable(name, error);
  }
}

async function loadFile(path: string, name: string): Promise<TemplateFile | null> {
  try {
    const content = await readFile(path);
    // The parser is large, so it is loaded on first use.
    const { loadTemplate } = await import('./load-template.ts');
    return { file: name, template: loadTemplate({ file: name, content }), notice: null };
  } catch (error) {
    if (!(error instanceof AppError)) return unreadable(name, error).load();
    const { templateId: id, line: at } = error.details ?? {};
    const templateId = typeof id === 'string' ? id : null;
    const line = typeof at === 'number' ? at : null;
    return { file: name, template: null, notice: { file: name, templateId, message: error.message, line } };
  }
}

function unreadable(name: string, error: unknown): Listed {
  const code = codeOf(error);
  if (code === 'ENOENT') return { name, stamp: code, load: async () => null };
  return refused(name, `cannot be read (${code}). Check the file's permissions.`);
}

function refused(name: string, problem: string): Listed {
  const notice = { file: name, templateId: null, message: `${name}: ${problem}`, line: null };
  return { name, stamp: problem, load: async () => ({ file: name, template: null, notice }) };
}

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  throw error;
}
