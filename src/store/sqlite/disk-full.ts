import { AppError } from '#schema/app-error.ts';

/** The disk is full, or this user's quota is. */
const systemCodes = ['ENOSPC', 'EDQUOT'];

/** Whether the system refused to write a file for lack of space. */
export function isDiskFull(error: unknown): boolean {
  return systemCodes.includes(String((error as NodeJS.ErrnoException | null)?.code));
}

export function diskFullError(cause: unknown): AppError {
  return new AppError('disk_full', 'The disk is full. Nothing was saved.', { cause });
}
