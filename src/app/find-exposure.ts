import { stat } from 'node:fs/promises';

export interface Exposure {
  message: string;
  /** A command that fixes it. */
  remedy: string;
}

/** Whether other users of this machine can open the data folder. Null also if the folder does not exist. */
export async function findExposure(home: string): Promise<Exposure | null> {
  // Windows has no such permissions: its folders always look open to everyone.
  if (process.platform === 'win32') return null;
  const found = await stat(home).catch(() => null);
  if (found === null || (found.mode & 0o077) === 0) return null;
  const rights = (found.mode & 0o777).toString(8);
  return {
    message: `Other users of this machine can open the data folder ${home} (mode ${rights}).`,
    remedy: `chmod 700 ${quote(home)}`,
  };
}

/** As one word of a shell. */
function quote(path: string): string {
  return /^[\w./~-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
