import { AppError } from '#schema/app-error.ts';

/** Result codes of SQLite that are caused by the file, the disk or another process, not by the statement. */
const environmentFaults = new Map([
  [3, 'permission denied'],
  [5, 'another process holds its lock'],
  [6, 'another connection holds its lock'],
  [8, 'it is read-only'],
  [10, 'reading or writing failed'],
  [14, 'its file cannot be opened'],
  [15, 'its lock could not be acquired'],
]);
const busy = 5;
const corrupt = 11;
const full = 13;
const notADatabase = 26;
/** The shared memory beside the file could not grow, which only happens on a full disk. */
const noRoomForSharedMemory = 10 | (19 << 8);

export function isBusy(error: unknown): boolean {
  const code = extendedCode(error);
  return code !== null && (code & 0xff) === busy;
}

/** Returns the error itself, or the AppError that says why the database cannot be used. */
export function explainSqliteError(error: unknown): unknown {
  const extended = extendedCode(error);
  // The higher bytes of an extended code only refine the lowest byte.
  const code = extended === null ? null : extended & 0xff;
  if (code === full || extended === noRoomForSharedMemory) return diskFullError(error);
  if (code === corrupt)
    return new AppError('database_damaged', 'The database file is damaged.', { cause: error });
  if (code === notADatabase)
    return new AppError('database_damaged', 'The file is not a database.', { cause: error });
  const reason = code === null ? undefined : environmentFaults.get(code);
  if (reason === undefined) return error;
  return new AppError('database_unavailable', `The database is unavailable: ${reason}.`, { cause: error });
}

function extendedCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  return error.errcode;
}

/** The codes of a full disk and of an exhausted quota of this user. */
const systemCodes = ['ENOSPC', 'EDQUOT'];

/** Whether the system refused to write a file for lack of space. */
export function isDiskFull(error: unknown): boolean {
  return systemCodes.includes(String((error as NodeJS.ErrnoException | null)?.code));
}

export function diskFullError(cause: unknown): AppError {
  return new AppError('disk_full', 'The disk is full. Nothing was saved.', { cause });
}
