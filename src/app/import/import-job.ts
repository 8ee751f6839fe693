import { hashText } from '#app/wiring/system-ports.ts';
import type { HookClient } from '#schema/sessions/hook-client.ts';
import type { ImportBatch, ImportedSession } from '#sources/session/transcripts/ports.ts';

/** A time in which hooks reached nobody: later than `since`, not later than `until`. */
export interface MissedSpan {
  since: number;
  until: number;
  /** A session whose hooks will report the end of its last turn. */
  openSession: string | null;
}

/** Where it is noted since when a session is known from hooks that name its events in their own way. */
export function toldPath(contentSessionId: string): string {
  return `#told:${hashText(contentSessionId)}`;
}

/** What to read, and from where. */
export type ImportJob =
  | {
      kind: 'file';
      client: HookClient;
      path: string;
      /** As far as it was read before, and the mark of its beginning. */
      position: number;
      mark: string;
      /** It has the prompts of all sessions. */
      isHistory?: true;
      /** By `toldPath`, sessions that are known from elsewhere, and since when. */
      told?: Record<string, number>;
      /** Only what happened then is of interest. */
      missed?: MissedSpan;
    }
  | {
      kind: 'database';
      client: 'opencode' | 'claude-mem';
      path: string;
      /** By session or table. */
      places: Record<string, { position: number; mark: string }>;
    };

export interface ReadingSession extends Omit<ImportedSession, 'project'> {
  /** Its first folder; the project is named after it. */
  cwd: string;
}

/** As the thread sends it. */
export interface ReadBatch extends Omit<ImportBatch, 'sessions' | 'recognized'> {
  sessions: ReadingSession[];
  /** How much was read for it. */
  bytes: number;
  /** Lines that are too long or no JSON. */
  skipped: number;
}

export type FromThread = { batch: ReadBatch } | { failed: string; path: string } | { isDone: true };

export interface Unreadable {
  path: string;
  reason: string;
}

/** A file or folder that is not there, which is no error. */
export function isMissing(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Why a file or folder could not be read, and what to do about it. */
export function explainReadError(error: unknown): string {
  const code = codeOf(error);
  if (code === 'EACCES' || code === 'EPERM')
    return 'permission denied. Allow your user to read it, then run the import again.';
  return error instanceof Error ? error.message : String(error);
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
