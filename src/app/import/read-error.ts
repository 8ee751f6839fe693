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
