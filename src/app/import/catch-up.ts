import { basename, dirname } from 'node:path';
import { hashText } from '#app/wiring/system-ports.ts';
import type { Clock, Log } from '#engine/ports.ts';
import type { HookClient } from '#schema/sessions/hook-client.ts';
import { clientDefinitions } from '#sources/session/clients/clients.ts';
import type { CatchUp, FolderProject, HookPlace } from '#sources/session/clients/ports.ts';
import type { Sessions } from '#sources/session/create-sessions.ts';
import type { ImportPlace } from '#sources/session/transcripts/ports.ts';
import type { Store } from '#store/store.ts';
import { type FoundFile, findProjectFolder, findProjectTranscripts } from './find-transcripts.ts';
import { createProjectNames, readInThread, takeBatch } from './import-batches.ts';
import { type MissedSpan, type ReadBatch, toldPath } from './import-job.ts';
import { planFile } from './plan-jobs.ts';

interface Ports {
  store: Store['sessions'];
  sessions: Pick<Sessions, 'exclusions' | 'announceImport'>;
  env: Readonly<Record<string, string | undefined>>;
  identifyProject(folder: string): Promise<FolderProject>;
  /** Returns the time since which hooks are connected for this folder, or null if it is not known. */
  connectedAt(client: HookClient, cwd: string): Promise<number | null>;
  clock: Pick<Clock, 'now'>;
  log: Log;
}

/** A folder of transcripts, which belongs to one project. */
interface Folder {
  client: HookClient;
  name: string;
  /** Resolves to whether everything missed before could be read. */
  reading: Promise<boolean>;
  /** Events wait for this promise. The reading may take longer. */
  waited: Promise<unknown>;
}

/** The agent waits at most this long for what it missed, while the reading continues. */
const waitMs = 1000;
/** Older events are left to an import, because nobody asked for a whole history here. */
const maxGapMs = 7 * 24 * 60 * 60_000;
/** The time of a file lags behind the clock by some milliseconds on most disks, and by two seconds on some. */
const fileTimeLagMs = 2000;
const maxFolders = 500;
const maxSessions = 1000;

/**
 * Reads from transcripts what HTTP hooks could not send while no worker was running. For a folder, this is the time
 * between its last event before this process and its first event in it. A client whose hooks are commands does not
 * need this, because those keep what they cannot send.
 */
export function createCatchUp(ports: Ports): CatchUp {
  const { store, clock, log } = ports;
  /** The folders by the path of the transcripts' folder that the client sends. */
  const folders = new Map<string, Promise<Folder | null>>();
  /** The time of the last event of each session. */
  const heard = new Map<string, number>();
  let before: Promise<unknown> = Promise.resolve();
  let noting: Promise<void> = Promise.resolve();

  /** Does one piece of work at a time. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = before.then(work);
    before = done.catch(() => {});
    return done;
  }

  function warn(error: unknown): void {
    log.warn({ err: error }, 'what the hooks missed could not be read from the transcripts');
  }

  async function note(client: HookClient, path: string, at: number): Promise<void> {
    const place = { client, path, position: at, mark: '' };
    await store.takeIn({ sessions: [], lines: [], recognized: [], places: [place] });
  }

  /**
   * Notes since when hooks report a session. If the names of events differ between hooks and transcripts, an import
   * uses this time to skip reported events.
   */
  async function noteTold({ client, sessionId, at }: HookPlace): Promise<void> {
    const path = toldPath(sessionId);
    const places = await store.listPlaces(client);
    if (!places.some((place) => place.path === path)) await note(client, path, at);
  }

  async function openFolder(event: HookPlace): Promise<Folder | null> {
    const { client } = event;
    const now = clock.now();
    const name = await findProjectFolder(client, { path: event.path, env: ports.env });
    if (name === null) return null;
    const places = await store.listPlaces(client);
    const last = places.find(({ path }) => path === heardPath(name))?.position;
    const connectedAt = await ports.connectedAt(client, event.cwd);
    const since = Math.max(last ?? connectedAt ?? now, connectedAt ?? 0, now - maxGapMs);
    const reading = inTurn(async () => {
      const span = { since, until: now, openSession: openSessionOf(event) };
      await readSpan({ client, name }, span, { places, isWanted: () => true });
      await note(client, heardPath(name), now);
      return true;
    }).catch((error: unknown) => {
      warn(error);
      return false;
    });
    return { client, name, reading, waited: atMost(waitMs, reading) };
  }

  async function readSpan(
    { client, name }: Pick<Folder, 'client' | 'name'>,
    missed: MissedSpan,
    { places, isWanted }: { places: ImportPlace[]; isWanted(file: FoundFile): boolean },
  ): Promise<void> {
    const known = new Map(places.map((place) => [place.path, place]));
    const files = await findProjectTranscripts(client, { project: name, env: ports.env });
    const jobs = files
      .filter((file) => file.changedAt > missed.since - fileTimeLagMs && isWanted(file))
      .map((file) => ({ ...planFile(client, file, known.get(file.path)), missed }));
    if (jobs.length === 0) return;
    const now = clock.now();
    const nameOf = createProjectNames(store, now);
    for await (const message of readInThread(jobs, { now })) {
      if ('failed' in message) warn(new Error(`${message.path}: ${message.failed}`));
      else await take(message.batch, nameOf);
    }
  }

  async function take({ sessions }: ReadBatch, nameOf: (cwd: string) => Promise<string>): Promise<void> {
    const wanted = [];
    for (const session of sessions) {
      const { name, identities } = await ports.identifyProject(session.cwd);
      const named = {
        contentSessionId: session.contentSessionId,
        project: name,
        projectIdentities: identities,
      };
      if (!(await ports.sessions.exclusions.refusesPrompt(named))) wanted.push(session);
    }
    if (wanted.length === 0) return;
    const { added } = await takeBatch(
      store,
      { sessions: wanted, lines: [], places: [] },
      {
        nameOf,
        now: clock.now(),
      },
    );
    if (added > 0) await ports.sessions.announceImport();
  }

  /** Reads the transcript of one session since its last event. */
  async function readSession(folder: Folder, event: HookPlace): Promise<void> {
    const since = heard.get(event.sessionId);
    if (since === undefined) return;
    const span = { since, until: clock.now(), openSession: openSessionOf(event) };
    const isWanted = ({ path }: FoundFile) => basename(path) === basename(event.path);
    await inTurn(async () =>
      readSpan(folder, span, { places: await store.listPlaces(folder.client), isWanted }),
    ).catch(warn);
  }

  function folderOf(event: HookPlace): Promise<Folder | null> {
    const key = dirname(event.path);
    const folder = folders.get(key) ?? openFolder(event);
    if (!folders.has(key)) keep(folders, { key, value: folder, most: maxFolders });
    return folder;
  }

  return {
    async before(event) {
      if (!clientDefinitions[event.client].needsCatchUp) return;
      try {
        const folder = await folderOf(event);
        // The client may not have created the folder yet.
        if (folder === null) folders.delete(dirname(event.path));
        else await (event.isMissed ? atMost(waitMs, readSession(folder, event)) : folder.waited);
      } catch (error) {
        folders.delete(dirname(event.path));
        warn(error);
      }
    },
    after(event) {
      const { needsCatchUp, hasEventNames } = clientDefinitions[event.client];
      const now = clock.now();
      const isFirst = !heard.has(event.sessionId);
      keep(heard, { key: event.sessionId, value: now, most: maxSessions });
      if (!hasEventNames && isFirst) noting = noting.then(() => noteTold(event)).catch(warn);
      if (!needsCatchUp) return;
      // These events do not end a turn. A turn that a kill interrupts is read again from its beginning, and its
      // events have the same names.
      if (event.kind === 'prompt' || event.kind === 'observation') return;
      const folder = folders.get(dirname(event.path));
      noting = noting
        .then(async () => {
          const opened = await folder;
          if (opened && (await opened.reading)) await note(opened.client, heardPath(opened.name), now);
        })
        .catch(warn);
    },
  };
}

/**
 * Returns the path under which the end of a folder's known events is noted. It is hashed, because the folder's name
 * is that of a project, which may be excluded.
 */
function heardPath(folder: string): string {
  return `#heard:${hashText(folder)}`;
}

/** Returns the session whose turn is still open, because its hooks report how the turn ends. */
function openSessionOf({ kind, sessionId }: HookPlace): string | null {
  return kind === 'observation' || kind === 'turn-end' ? sessionId : null;
}

function keep<V>(map: Map<string, V>, { key, value, most }: { key: string; value: V; most: number }): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
