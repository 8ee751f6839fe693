import { isAbsolute } from 'node:path';

/** On this machine. A network path would send the user's credentials to whoever is named there. */
export function isLocalPath(path: string): boolean {
  return isAbsolute(path) && !/^(?:\\\\|\/\/)/.test(path);
}
