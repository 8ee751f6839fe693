import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { HookClient } from '#schema/sessions/hook-client.ts';
import { clientDefinitions } from '#sources/session/clients/clients.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Whether a path is on this machine. A network path would send the user's credentials to the host named there. */
export function isLocalPath(path: string): boolean {
  return isAbsolute(path) && !/^(?:\\\\|\/\/)/.test(path);
}

/** Returns the folder in which a client keeps its settings and data. */
export function clientFolder(client: HookClient, env: Env): string {
  const { name, namesHome } = clientDefinitions[client].folder;
  const named = namedFolder(client, env);
  if (!named) return join(env.HOME || homedir(), name);
  return namesHome === true ? join(named, name) : named;
}

/** Returns the folder that the client's variable names, if it is set. */
export function namedFolder(client: HookClient, env: Env): string | undefined {
  return new Map(Object.entries(env)).get(clientDefinitions[client].folder.variable);
}

/** Returns the folder in which a client keeps transcripts. */
export function transcriptFolder(client: HookClient, env: Env): string {
  return join(clientFolder(client, env), clientDefinitions[client].transcripts.folder);
}
