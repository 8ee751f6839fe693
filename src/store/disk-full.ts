import { AppError } from '#schema/app-error.ts';

/** No room on the disk, or none left of what this user may take. */
const systemCodes = ['ENOSPC', 'EDQUOT'];

/** Whether the system refused to write a file because there is no room for it. */
export function isDiskFull(error: unknown): boolean {
  return systemCodes.includes(String((error as NodeJS.ErrnoException | null)?.code));
}

export function diskFullError(cause: unknown): AppError {
  return new AppError('disk_full', 'The disk is full. Nothing was saved.', { cause });
}
