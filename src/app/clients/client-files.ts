import { createReadStream } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, isAbsolute, sep } from 'node:path';
import { createInterface } from 'node:readline';
import type { Config } from '#app/read-config.ts';
import { identifyProject } from '#plugin/project-identity.ts';
import { parseJsonObject } from '#schema/parse-json.ts';
import type { HookClient } from '#schema/sessions/hook-client.ts';
import { clientDefinitions } from '#sources/session/clients/clients.ts';
import type { ClientFiles, FolderProject } from '#sources/session/clients/ports.ts';
import { stripPrivate } from '#text/privacy/hide-private.ts';
import { isLocalPath, transcriptFolder } from './local-path.ts';

/**
 * The time for which a project's identity is kept. A folder may become a repository or get a remote during its
 * sessions.
 */
const identityMs = 60_000;
const maxFolders = 200;
/** The end of a longer transcript is not read, because nobody marks that much as private. */
const maxTranscriptBytes = 256 * 1024 * 1024;

export function createClientFiles(env: Config['env']): ClientFiles {
  const known = new Map<string, { at: number; project: Promise<FolderProject> }>();
  return {
    identifyProject(folder) {
      if (!isLocalPath(folder)) return Promise.resolve({ name: '', identities: [] });
      const now = performance.now();
      const found = known.get(folder);
      if (found !== undefined && now - found.at < identityMs) return found.project;
      const project = identifyProject(folder, basename(folder) || 'default');
      known.delete(folder);
      known.set(folder, { at: now, project });
      const [oldest] = known.keys();
      if (known.size > maxFolders && oldest !== undefined) known.delete(oldest);
      return project;
    },
    async findHidden({ client, path }) {
      const file = await findInside(transcriptFolder(client, env), path);
      return file === null ? [] : readHidden(client, file);
    },
  };
}

/**
 * Returns the real path of a file in a folder. Returns null if the file is elsewhere, also by a link, or does not
 * exist.
 */
async function findInside(folder: string, path: string): Promise<string | null> {
  if (!isAbsolute(path) || !path.endsWith('.jsonl')) return null;
  try {
    const [root, file] = await Promise.all([realpath(folder), realpath(path)]);
    return file.startsWith(root + sep) ? file : null;
  } catch {
    return null;
  }
}

/** Reads what the user marked as private in the prompts of a transcript. */
export async function readHidden(client: HookClient, file: string): Promise<string[]> {
  const { userTexts } = clientDefinitions[client].transcripts;
  const hidden: string[] = [];
  const input = createReadStream(file, { encoding: 'utf8', end: maxTranscriptBytes });
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (!/private/i.test(line)) continue;
    for (const text of userTexts(parseJsonObject(line) ?? {})) hidden.push(...stripPrivate(text).hidden);
  }
  return hidden;
}
