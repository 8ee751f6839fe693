import type { HookClient, TranscriptClient } from '#schema/sessions/hook-client.ts';
import { clientDefinitions } from '#sources/session/clients/clients.ts';
import type { ImportPlace } from '#sources/session/transcripts/ports.ts';
import { databaseOf, type FoundFile, findFile, findTranscripts, historyFile } from './find-transcripts.ts';
import { explainReadError, type ImportJob, toldPath, type Unreadable } from './import-job.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface Plan {
  /** Whether the client has any transcripts on this machine. */
  isFound: boolean;
  jobs: ImportJob[];
  /** An estimate of the bytes to read. */
  bytes: number;
  unreadable: Unreadable[];
}

/** Plans the reading of what is new in a client's transcripts since the last import. */
export async function planJobs(
  client: TranscriptClient,
  { env, places }: { env: Env; places: readonly ImportPlace[] },
): Promise<Plan> {
  if (client === 'opencode' || client === 'claude-mem') return planDatabase(client, { env, places });
  const known = new Map(places.map((place) => [place.path, place]));
  const { files, unreadable } = await findTranscripts(client, env);
  const changed = files.filter(({ path, bytes }) => known.get(path)?.position !== bytes);
  const history = historyFile(client, env);
  // Sessions with files of their own are known from those files. A file that was deleted since has left its place.
  const own = [...files, ...places].flatMap(({ path }) => /([0-9a-f-]{36})\.jsonl$/i.exec(path)?.[1] ?? []);
  const toldByFiles = Object.fromEntries(own.map((id) => [toldPath(id), 0]));
  const told = clientDefinitions[client].hasEventNames
    ? {}
    : { told: Object.fromEntries(places.map(({ path, position }) => [path, position])) };
  return {
    isFound: files.length > 0 || unreadable.length > 0,
    jobs: changed.map((file) => ({
      ...planFile(client, file, known.get(file.path)),
      ...(file.path === history ? { isHistory: true as const, told: toldByFiles } : told),
    })),
    bytes: changed.reduce((sum, { path, bytes }) => sum + bytes - readBefore(known.get(path), bytes), 0),
    unreadable,
  };
}

export function planFile(
  client: HookClient,
  { path }: FoundFile,
  place: ImportPlace | undefined,
): Extract<ImportJob, { kind: 'file' }> {
  return { kind: 'file', client, path, position: place?.position ?? 0, mark: place?.mark ?? '' };
}

function readBefore(place: ImportPlace | undefined, bytes: number): number {
  return place === undefined || place.position > bytes ? 0 : place.position;
}

async function planDatabase(
  client: 'opencode' | 'claude-mem',
  { env, places }: { env: Env; places: readonly ImportPlace[] },
): Promise<Plan> {
  const path = databaseOf(client, env);
  const nothing = { jobs: [], bytes: 0 };
  let file: FoundFile | null;
  try {
    file = await findFile(path);
  } catch (error) {
    return { ...nothing, isFound: true, unreadable: [{ path, reason: explainReadError(error) }] };
  }
  if (file === null) return { ...nothing, isFound: false, unreadable: [] };
  const own = places.filter((place) => place.path.startsWith(`${path}#`));
  const byName = own.map(({ path: full, position, mark }) => [
    full.slice(path.length + 1),
    { position, mark },
  ]);
  return {
    isFound: true,
    jobs: [{ kind: 'database', client, path, places: Object.fromEntries(byName) }],
    bytes: file.bytes,
    unreadable: [],
  };
}
