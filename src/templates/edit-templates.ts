import { createHash, randomUUID } from 'node:crypto';
import { link, lstat, mkdir, open, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '#schema/app-error.ts';
import type { SaveTemplateRequest, TemplateCheck, TemplateNotice, TemplateSource } from '#schema/template.ts';
import type { Template } from './load-template.ts';

export interface KnownTemplate {
  builtin: { file: string } | null;
  /** The user's files with this id, including files that cannot be used. */
  userFiles: string[];
  /** Why the user's file is not used, or null. */
  notice: TemplateNotice | null;
}

interface EditorPorts {
  builtinDir: string;
  userDir: string;
  /**
   * Reads the folder's current state. Throws AppError `template_missing` for an unknown id, so that file paths are
   * only built from known ids.
   */
  look(id: string): Promise<KnownTemplate>;
  /** Throws the same AppError as a run. */
  load(input: { id: string; file: string; content: Uint8Array }): Promise<Template>;
  preview(template: Template): { system: string; prompt: string };
  /** Called after files change. */
  onChange(): void;
}

/** A removed file keeps its name plus this ending, which is not read as a template, until the next removal. */
const removedEnding = '.removed';

/** Reads and writes the user's copies of templates. Never writes outside the user's folder. */
export function createTemplateEditor({ builtinDir, userDir, look, load, preview, onChange }: EditorPorts) {
  /** The path of the user's file, or of a new one. An unrelated file may have that name, so check before writing. */
  async function place(id: string): Promise<KnownTemplate & { file: string; exists: boolean }> {
    const known = await look(id);
    const [file, ...others] = known.userFiles;
    if (others.length > 0) {
      const files = known.userFiles.join(', ');
      throw new AppError(
        'conflict',
        `Several files have the id "${id}": ${files}. Delete all but one first.`,
      );
    }
    return { ...known, file: file ?? `${id}.yaml`, exists: file !== undefined };
  }

  async function read(id: string, origin?: TemplateSource['origin']): Promise<TemplateSource> {
    const { builtin, notice, file, exists } = await place(id);
    const path = join(userDir, file);
    const own = exists ? await readInside(path, file) : null;
    const isUser = origin === undefined ? own !== null : origin === 'user';
    if (isUser ? own === null : builtin === null) {
      throw new AppError(
        'not_found',
        `There is no ${isUser ? 'copy of yours' : 'built-in template'} for "${id}".`,
      );
    }
    const bytes = isUser ? own : await readFile(join(builtinDir, builtin?.file ?? ''));
    return {
      id,
      origin: isUser ? 'user' : 'builtin',
      path,
      text: bytes?.toString('utf8') ?? '',
      revision: own === null ? null : hash(own),
      hasBuiltin: builtin !== null,
      problem: notice && { message: notice.message, line: notice.line },
    };
  }

  async function check(id: string, text: string): Promise<TemplateCheck> {
    const { file } = await place(id);
    try {
      const template = await load({ id, file, content: Buffer.from(text) });
      return { ok: true, version: template.version, ...preview(template) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { message, details } = error;
      const start = `${file}: `;
      return {
        ok: false,
        problem: message.startsWith(start) ? message.slice(start.length) : message,
        line: typeof details?.line === 'number' ? details.line : null,
      };
    }
  }

  /** Moves a complete file to the template's path, unless a file already exists there. */
  async function putNew(id: string, { from, file }: { from: string; file: string }): Promise<void> {
    if (await takeName(from, join(userDir, file))) return;
    const { exists } = await place(id);
    throw new AppError(
      'conflict',
      exists
        ? `${file} exists already. Load it first, or delete it.`
        : `${file} exists already and is not the template "${id}". Rename or move it first.`,
    );
  }

  return {
    source: read,
    check,
    /**
     * Throws AppError `template_invalid`, or `conflict` if the file has changed since it was read or belongs to
     * another template.
     */
    async save(id: string, { text, revision }: SaveTemplateRequest): Promise<TemplateSource> {
      const checked = await check(id, text);
      if (!checked.ok)
        throw new AppError('template_invalid', checked.problem, { details: { line: checked.line } });
      await withDraft(userDir, text, async (draft) => {
        const { file, exists } = await place(id);
        const path = join(userDir, file);
        const before = exists ? await readOwn(path, file) : null;
        if (revision !== undefined && revision !== (before === null ? null : hash(before))) {
          throw new AppError(
            'conflict',
            before === null
              ? `${file} was deleted in the meantime. Copy the template again.`
              : `${file} has changed in the meantime. Copy your text, then load the file again.`,
          );
        }
        if (before === null) await putNew(id, { from: draft, file });
        else await rename(draft, path);
      });
      onChange();
      return read(id);
    },
    /** Removes the user's file, so that the built-in template is used again. */
    async remove(id: string): Promise<void> {
      const { builtin, file, exists } = await place(id);
      if (!exists) throw new AppError('not_found', `There is no copy of yours for "${id}".`);
      if (builtin === null) {
        throw new AppError(
          'conflict',
          `"${id}" has no built-in template to go back to. Delete ${file} from the folder instead.`,
        );
      }
      const path = join(userDir, file);
      await outlineFaults(async () => {
        await refuseLink(path, file);
        await rename(path, path + removedEnding);
      });
      onChange();
    },
    /** Restores the user's file that was removed last. */
    async restore(id: string): Promise<TemplateSource> {
      const { file, exists } = await place(id);
      if (exists) throw new AppError('conflict', `${file} exists again. Delete it first.`);
      const removed = join(userDir, file) + removedEnding;
      if ((await lstat(removed).catch(() => null))?.isFile() !== true)
        throw new AppError('not_found', `No removed copy of "${id}" is kept.`);
      await outlineFaults(async () => {
        await putNew(id, { from: removed, file });
        await rm(removed, { force: true });
      });
      onChange();
      return read(id);
    },
  };
}

/** Reads a file like a run does: a link may point to another file in the folder. */
async function readInside(path: string, file: string): Promise<Buffer | null> {
  // A broken link is refused below because it is a link.
  const real = await realpath(path).catch(() => path);
  const folder = await outlineFaults(() => realpath(dirname(path)));
  return readOwn(dirname(real) === folder ? real : path, file);
}

/** Null if the file was deleted in the meantime. */
async function readOwn(path: string, file: string): Promise<Buffer | null> {
  await refuseLink(path, file);
  return outlineFaults(() =>
    readFile(path).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    }),
  );
}

/** Refuses links, because the target of a user's link may be outside the folder. */
async function refuseLink(path: string, file: string): Promise<void> {
  const stats = await lstat(path).catch(() => null);
  if (stats === null || stats.isFile()) return;
  throw new AppError('conflict', `${file} is a link or a folder. Edit or move it outside Precis first.`);
}

/** Writes the text to a file that is not read as a template, so that a run never sees a partial template. */
async function withDraft(userDir: string, text: string, put: (draft: string) => Promise<void>) {
  const draft = join(userDir, `.${randomUUID()}.tmp`);
  await outlineFaults(async () => {
    await mkdir(userDir, { recursive: true, mode: 0o700 });
    try {
      const handle = await open(draft, 'wx', 0o600);
      try {
        await handle.writeFile(text);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await put(draft);
    } finally {
      await rm(draft, { force: true });
    }
  });
}

/** Errors that file systems without hard links, such as exFAT, return. */
const noLinks: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Links a complete file to a second name. Returns false if the name is taken, even by a broken link. */
async function takeName(from: string, path: string): Promise<boolean> {
  try {
    await link(from, path).catch(async (error: unknown) => {
      if (!noLinks.includes(codeOf(error))) throw error;
      await writeFile(path, await readFile(from), { flag: 'wx', mode: 0o600 });
    });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Reports file system errors as problems of the user's folder, because the user can fix them. */
async function outlineFaults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error);
    if (error instanceof AppError || code === '') throw error;
    if (code === 'ENOSPC') throw new AppError('disk_full', 'The disk is full. The template was not saved.');
    throw new AppError(
      'conflict',
      `The templates folder cannot be used (${code}). Check that it is a folder and check its permissions.`,
      { cause: error },
    );
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
