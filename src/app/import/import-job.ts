import { hashText } from '#app/wiring/system-ports.ts';
import type { HookClient } from '#schema/sessions/hook-client.ts';
import type { ImportBatch, ImportedSession } from '#sources/session/transcripts/ports.ts';

/** A time in which the hooks reached no worker: after `since`, and not after `until`. */
export interface MissedSpan {
  since: number;
  until: number;
  /** A session whose hooks will report the end of its last turn. */
  openSession: string | null;
}

/**
 * Returns the path under which an import finds since when hooks report a session. It is for hooks with their own
 * names of events.
 */
export function toldPath(contentSessionId: string): string {
  return `#told:${hashText(contentSessionId)}`;
}

/** What an import reads, and from where. */
export type ImportJob =
  | {
      kind: 'file';
      client: HookClient;
      path: string;
      /** The position up to which the file was read before, and the mark of its beginning. */
      position: number;
      mark: string;
      /** Whether the file has the prompts of all sessions. */
      isHistory?: true;
      /** The times since when sessions are known from elsewhere, by `toldPath`. */
      told?: Record<string, number>;
      /** If it is set, only what happened in this time is read. */
      missed?: MissedSpan;
    }
  | {
      kind: 'database';
      client: 'opencode' | 'claude-mem';
      path: string;
      /** The places by session or table. */
      places: Record<string, { position: number; mark: string }>;
    };

export interface ReadingSession extends Omit<ImportedSession, 'project'> {
  /** The first folder of the session, after which the project is named. */
  cwd: string;
}

/** A batch as the thread sends it. */
export interface ReadBatch extends Omit<ImportBatch, 'sessions' | 'recognized'> {
  sessions: ReadingSession[];
  /** The number of bytes that were read for the batch. */
  bytes: number;
  /** The number of lines that are too long or not JSON. */
  skipped: number;
}

export type FromThread = { batch: ReadBatch } | { failed: string; path: string } | { isDone: true };

export interface Unreadable {
  path: string;
  reason: string;
}

/** Whether a file or folder does not exist, which is not an error. */
export function isMissing(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Explains why a file or folder could not be read, and what to do about it. */
export function explainReadError(error: unknown): string {
  const code = codeOf(error);
  if (code === 'EACCES' || code === 'EPERM')
    return 'permission denied. Allow your user to read it, then run the import again.';
  return error instanceof Error ? error.message : String(error);
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
