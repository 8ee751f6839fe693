import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { auditEntries, type EntriesAudit } from '#text/memories/audit/audit-memories.ts';
import { readEntries } from '#text/memories/audit/read-entries.ts';
import { clientFolder } from './clients/local-path.ts';
import { databaseOf } from './import/find-transcripts.ts';
import { columnsOf, openForReading } from './import/open-database.ts';

type Env = Readonly<Record<string, string | undefined>>;

interface MemoryFile {
  path: string;
  entries: string[];
  /** Why it could not be read, or null. */
  problem: string | null;
}

export type AuditedFile = EntriesAudit & Omit<MemoryFile, 'entries'>;

const maxBytes = 1_000_000;
const maxRows = 5000;

/** Audits the memories of other tools for this folder and this user. Nothing is written. */
export async function auditMemoryFiles(env: Env, folder: string): Promise<AuditedFile[]> {
  const files = await readMemoryFiles(env, folder);
  return files.map(({ entries, ...file }) => ({ ...file, ...auditEntries(entries) }));
}

async function readMemoryFiles(env: Env, folder: string): Promise<MemoryFile[]> {
  const claude = clientFolder('claude-code', env);
  const paths = [
    ...['MEMORY.md', 'CLAUDE.md', 'AGENTS.md'].map((name) => resolve(folder, name)),
    join(claude, 'CLAUDE.md'),
    join(clientFolder('codex', env), 'AGENTS.md'),
    ...(await listOwn(join(claude, 'projects'))),
  ];
  const files = await Promise.all([...new Set(paths)].map(readMarkdown));
  const database = databaseOf('claude-mem', env);
  const rows = (await isFile(database)) ? [readRows(database)] : [];
  return [...files.filter((file) => file !== null), ...rows];
}

/** The files in which Claude Code keeps what it remembers of each project. */
async function listOwn(projects: string): Promise<string[]> {
  const folders = await readdir(projects).catch(() => []);
  const lists = await Promise.all(
    folders.map(async (name) => {
      const folder = join(projects, name, 'memory');
      const names = await readdir(folder).catch(() => []);
      return names.filter((file) => file.endsWith('.md')).map((file) => join(folder, file));
    }),
  );
  return lists.flat().sort();
}

async function readMarkdown(path: string): Promise<MemoryFile | null> {
  if (!(await isFile(path))) return null;
  try {
    const text = (await readFile(path, 'utf8')).slice(0, maxBytes);
    return { path, entries: readEntries(text).map((entry) => entry.text), problem: null };
  } catch (error) {
    return { path, entries: [], problem: explain(error) };
  }
}

const tables = {
  observations: ['title', 'subtitle', 'narrative', 'text', 'facts'],
  session_summaries: ['request', 'investigated', 'learned', 'completed', 'next_steps', 'notes'],
} as const;

/** Reads the newest rows of a claude-mem database. */
function readRows(path: string): MemoryFile {
  try {
    const database = openForReading(path);
    try {
      const entries = Object.entries(tables).flatMap(([table, names]) => {
        const known = columnsOf(database, table);
        const columns = names.filter((name) => known.has(name));
        if (columns.length === 0) return [];
        const query = `select ${columns.join(', ')} from ${table} order by id desc limit ${maxRows}`;
        const rows = database.prepare(query).all();
        return rows.map((row) =>
          Object.values(row)
            .filter((value) => typeof value === 'string')
            .join('\n'),
        );
      });
      return { path, entries: entries.filter((entry) => entry.trim() !== ''), problem: null };
    } finally {
      database.close();
    }
  } catch (error) {
    return { path, entries: [], problem: explain(error) };
  }
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() === true;
}

function explain(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
