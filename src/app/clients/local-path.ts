import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { HookClient } from '#schema/sessions/hook-client.ts';
import { clientDefinitions } from '#sources/session/clients/clients.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** On this machine. A network path would send the user's credentials to whoever is named there. */
export function isLocalPath(path: string): boolean {
  return isAbsolute(path) && !/^(?:\\\\|\/\/)/.test(path);
}

/** Where a client keeps what it needs. */
export function clientFolder(client: HookClient, env: Env): string {
  const { name, variable, namesHome } = clientDefinitions[client].folder;
  const home = env.HOME || homedir();
  const named = new Map(Object.entries(env)).get(variable);
  if (!named) return join(home, name);
  return namesHome === true ? join(named, name) : named;
}

/** Where it keeps transcripts. */
export function transcriptFolder(client: HookClient, env: Env): string {
  return join(clientFolder(client, env), clientDefinitions[client].transcripts.folder);
}
