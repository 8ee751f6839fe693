import { AppError } from '#schema/app-error.ts';

/** Result codes of SQLite: the fault lies with the file, the disk or another process, not with the statement. */
const environmentFaults = new Map([
  [3, 'its rights do not allow it'],
  [5, 'another process holds its lock'],
  [6, 'another connection holds its lock'],
  [8, 'it is read-only'],
  [10, 'reading or writing failed'],
  [14, 'its file cannot be opened'],
  [15, 'its lock cannot be had'],
]);
const busy = 5;
const corrupt = 11;
const full = 13;
const notADatabase = 26;

export function isBusy(error: unknown): boolean {
  return resultCode(error) === busy;
}

/** What was thrown, or the AppError that says why the database cannot be used. */
export function explainSqliteError(error: unknown): unknown {
  const code = resultCode(error);
  if (code === full)
    return new AppError('disk_full', 'The disk is full; nothing was saved.', { cause: error });
  if (code === corrupt)
    return new AppError('database_damaged', 'The database file is damaged.', { cause: error });
  if (code === notADatabase)
    return new AppError('database_damaged', 'The database file is not a database.', { cause: error });
  const reason = code === null ? undefined : environmentFaults.get(code);
  if (reason === undefined) return error;
  return new AppError('database_unavailable', `The database cannot be used: ${reason}.`, { cause: error });
}

function resultCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  // The higher bytes of an extended code only refine the lowest.
  return error.errcode & 0xff;
}
